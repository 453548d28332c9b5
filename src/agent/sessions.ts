import { hash } from "node:crypto";
import { join } from "node:path";
import { isSessionFile } from "../paths/own-files.ts";
import { prepareDirectory } from "../store/directory.ts";
import { statPath } from "../system/files/file-stat.ts";
import { listOwn } from "../system/own/own-directory.ts";
import { PRIVATE, readOwn, removeOwn, replaceOwn } from "../system/own/own-file.ts";
import { absolute, type OwnPlace } from "../system/own/own-place.ts";
import type { AgentName } from "../vocabulary/flow/agent.ts";

/** How often an agent was blocked in one of its sessions. */
export interface AgentSession {
  readonly blocks: number;
  /** A digest of what was still wrong when it was released; null if that did not happen. */
  readonly gaveUpOn: string | null;
  /** When it was first blocked, in milliseconds since 1970: what failed before then is not its fault. */
  readonly since: number;
}

const LONGEST = 4096;
/** More than ever work in one checkout. */
const MOST_SESSIONS = 50;

/** Each session has its own file, so that two at once do not disturb each other. */
export function sessionPlace(
  storage: OwnPlace,
  { agent, session }: { readonly agent: AgentName; readonly session: string | null },
): OwnPlace {
  const name = hash("sha256", JSON.stringify([agent, session]), "hex").slice(0, 32);
  return { base: storage.base, path: join(storage.path, `agent-${name}.state`) };
}

/** A session that does not exist or cannot be read starts now. */
export function readSession(place: OwnPlace, now: number): AgentSession {
  const newSession: AgentSession = { blocks: 0, gaveUpOn: null, since: now };
  const read = readOwn(place, LONGEST);
  if (typeof read === "string" || "refused" in read) return newSession;
  try {
    const { blocks, gaveUpOn, since } = JSON.parse(read.text) as Partial<AgentSession>;
    if (typeof blocks !== "number" || !Number.isSafeInteger(blocks) || blocks < 0) return newSession;
    return {
      blocks,
      gaveUpOn: typeof gaveUpOn === "string" ? gaveUpOn : null,
      since: typeof since === "number" ? Math.min(since, now) : 0,
    };
  } catch {
    return newSession;
  }
}

/** False if it cannot be stored: then blocks cannot be counted. */
export function writeSession(place: OwnPlace, session: AgentSession): boolean {
  if (prepareDirectory({ base: place.base, path: join(place.path, "..") }) !== null) return false;
  if (replaceOwn(place, JSON.stringify(session), { ...PRIVATE, flush: false }) !== "written") return false;
  removeOld(place);
  return true;
}

export function endSession(place: OwnPlace): void {
  removeOwn(place);
}

/** Sessions end without notice, so the oldest are removed if there are too many. */
function removeOld({ base, path }: OwnPlace): void {
  const directory = join(path, "..");
  const names = listOwn({ base, path: directory });
  const kept = Array.isArray(names) ? (names as readonly string[]).filter(isSessionFile) : [];
  if (kept.length <= MOST_SESSIONS) return;
  const aged = kept.map((name) => {
    const place = { base, path: join(directory, name) };
    const stat = statPath(absolute(place));
    return { place, at: typeof stat === "string" ? 0 : Number(stat.mtimeNs) };
  });
  aged.sort((one, other) => other.at - one.at);
  for (const { place } of aged.slice(MOST_SESSIONS)) removeOwn(place);
}

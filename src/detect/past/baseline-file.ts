import { LONGEST_GLOB } from "../../paths/glob.ts";
import { readOwn, replaceOwn, type Unwritten } from "../../system/own/own-file.ts";
import { type OwnPlace, shown } from "../../system/own/own-place.ts";
import { isTooDeep } from "../../values/json-depth.ts";
import type { ContentId, RepoPath } from "../../vocabulary/tree/path.ts";
import type { FileEntry, FileKind } from "../../vocabulary/tree/snapshot.ts";
import type { Baseline } from "./baseline.ts";

/** Why there is no baseline. "foreign": another version or another tool wrote it; "refused": it is a link. */
export interface NoBaseline {
  readonly problem: "missing" | "corrupt" | "foreign" | "refused";
  /** One sentence. */
  readonly reason: string;
}

const SCHEMA_VERSION = 1;
/** Far above any real one; a larger file is not read. */
const SIZE_LIMIT = 256 * 1024 * 1024;

/** The last verified states, newest first, and why others are not used. */
export interface Baselines {
  readonly found: readonly Baseline[];
  readonly problems: readonly NoBaseline[];
}

/** Reads the baselines in these places. If two have the same time, the first place wins. */
export function readBaselines(places: readonly OwnPlace[]): Baselines {
  const all = places.map(readBaseline);
  const found = all.flatMap((each) => ("problem" in each ? [] : [each]));
  return {
    found: found.sort((one, other) => Date.parse(other.timestamp) - Date.parse(one.timestamp)),
    problems: all.flatMap((each) => ("problem" in each ? [each] : [])),
  };
}

/** Reads one baseline. Validates everything in it. */
export function readBaseline(place: OwnPlace): Baseline | NoBaseline {
  const name = shown(place);
  const corrupt = (what: string): NoBaseline => ({
    problem: "corrupt",
    reason: `${name} is not used: ${what}.`,
  });
  const text = readOwn(place, SIZE_LIMIT);
  if (text === "absent") return { problem: "missing", reason: NEVER_VERIFIED };
  if (text === "unreadable") return corrupt("it cannot be read");
  if ("refused" in text) return { problem: "refused", reason: `${text.refused}.` };
  let value: unknown;
  try {
    value = JSON.parse(text.text);
  } catch {
    return corrupt("it is not valid JSON");
  }
  const parsed = parseBaseline(value);
  if (!("problem" in parsed)) return parsed;
  return { ...parsed, reason: `${name} is not used: ${parsed.reason}.` };
}

export const NEVER_VERIFIED = "This tree was never verified as a whole.";

/** Writes the baseline in one step: a reader gets the old one or the new one. */
export function writeBaseline(place: OwnPlace, baseline: Baseline): "written" | Unwritten {
  const { commitHash, timestamp, exclude, isWhole } = baseline;
  const files = formatFiles(baseline.files);
  const content = isWhole ? { files: {}, fileHashes: files } : { files };
  const value = { schemaVersion: SCHEMA_VERSION, commitHash, timestamp, exclude, ...content };
  return replaceOwn(place, `${JSON.stringify(value, null, 2)}\n`);
}

/** Sorted, so that equal baselines are equal files. */
function formatFiles(files: Baseline["files"]): Readonly<Record<string, string | null>> {
  const paths = [...files.keys()].sort();
  return Object.fromEntries(paths.map((path) => [path, formatEntry(files.get(path) ?? null)]));
}

function formatEntry(entry: FileEntry | null): string | null {
  return entry === null ? null : `${entry.kind}:${entry.id}`;
}

function parseBaseline(value: unknown): Baseline | NoBaseline {
  if (!isRecord(value) || isTooDeep(value)) return corrupt("it is not a JSON object of this form");
  const { schemaVersion, commitHash, timestamp, exclude } = value;
  if (schemaVersion === undefined && "fileHashes" in value) return parsePlain(value);
  if (schemaVersion !== SCHEMA_VERSION) {
    const version = JSON.stringify(schemaVersion) ?? "missing";
    return { problem: "foreign", reason: `its schemaVersion is ${version}, not 1` };
  }
  if (commitHash !== null && !isHash(commitHash)) return corrupt("commitHash is not a commit's full hash");
  if (typeof timestamp !== "string" || Number.isNaN(Date.parse(timestamp))) {
    return corrupt("timestamp is not a time");
  }
  if (!Array.isArray(exclude) || !exclude.every(isStoredGlob)) {
    return corrupt("exclude is not a list of globs");
  }
  const isWhole = commitHash === null || "fileHashes" in value;
  const source = isWhole ? "fileHashes" : "files";
  const files = parseFiles(value[source]);
  return files === null
    ? corrupt(`${source} does not map paths to ids`)
    : { commitHash, timestamp, exclude, files, isWhole };
}

/**
 * A baseline in the format of document 000: a commit, a time, and a hash of each file. If it has a commit, that is
 * compared, because it does not say what kind of hashes it has. Otherwise the hashes count if they are ids of git's
 * blobs; with any other hash, the file counts as changed.
 */
function parsePlain({
  commitHash,
  timestamp,
  fileHashes,
}: Readonly<Record<string, unknown>>): Baseline | NoBaseline {
  const commit = commitHash === "" ? null : (commitHash ?? null);
  if (commit !== null && !isHash(commit)) return corrupt("commitHash is not a commit's full hash");
  if (typeof timestamp !== "string" || Number.isNaN(Date.parse(timestamp)))
    return corrupt("timestamp is not a time");
  if (!isRecord(fileHashes)) return corrupt("fileHashes does not map paths to hashes");
  const files = new Map<RepoPath, FileEntry | null>();
  for (const [path, hash] of Object.entries(fileHashes)) {
    if (typeof hash !== "string" || !isInside(path))
      return corrupt("fileHashes does not map paths to hashes");
    files.set(path as RepoPath, parseEntry(hash) ?? { kind: "file", id: hash as ContentId });
  }
  return commit === null
    ? { commitHash: null, timestamp, exclude: [], files, isWhole: true }
    : { commitHash: commit, timestamp, exclude: [], files: new Map(), isWhole: false };
}

function isStoredGlob(value: unknown): value is string {
  return typeof value === "string" && value.length <= LONGEST_GLOB;
}

function parseFiles(value: unknown): Baseline["files"] | null {
  if (!isRecord(value)) return null;
  const files = new Map<RepoPath, FileEntry | null>();
  for (const [path, text] of Object.entries(value)) {
    const entry = text === null ? null : parseEntry(text);
    if (entry === undefined || !isInside(path)) return null;
    files.set(path as RepoPath, entry);
  }
  return files;
}

function parseEntry(text: unknown): FileEntry | undefined {
  const match = typeof text === "string" ? /^(file|executable|symlink|submodule):(.*)$/.exec(text) : null;
  if (match === null || !isHash(match[2])) return undefined;
  return { kind: match[1] as FileKind, id: match[2] as string as ContentId };
}

function isHash(value: unknown): value is string {
  return typeof value === "string" && /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(value);
}

/** Whether a path cannot lead out of the root, however it is joined to it. */
function isInside(path: string): boolean {
  return !/^[A-Za-z]:/.test(path) && path.split("/").every((name) => !["", ".", ".."].includes(name));
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function corrupt(what: string): NoBaseline {
  return { problem: "corrupt", reason: what };
}

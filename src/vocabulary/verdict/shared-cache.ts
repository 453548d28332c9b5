import { ELSEWHERE, isFromElsewhere, type Origin } from "./origin.ts";

/** What a run may do with the shared cache. */
export const REMOTE_MODES = ["off", "read", "read-write"] as const;
export type RemoteMode = (typeof REMOTE_MODES)[number];

export const REMOTE_URL = /^(?:https?:\/\/[^/?#]+|file:.)/;

/** Where verdicts are shared, and whose are believed, as a configuration declares it. */
export interface RemoteCache {
  /** A server of the Turborepo remote cache API, or a directory (`file:`). */
  readonly url: string;
  readonly team: string | null;
  /** Null where nobody says. */
  readonly mode: RemoteMode | null;
  /** Public keys, or files of the repository that hold some. */
  readonly trust: readonly string[];
}

/** The less of two modes. */
export function lesserMode(one: RemoteMode, other: RemoteMode): RemoteMode {
  return REMOTE_MODES[Math.min(REMOTE_MODES.indexOf(one), REMOTE_MODES.indexOf(other))] ?? "off";
}

/** The verdicts that a branch writes: its name. */
export type ShareScope = string;

/** Who has reached a verdict elsewhere, in which run, and for which branch. */
export interface Provenance {
  /** The id of the key that signed it. */
  readonly writer: string;
  readonly runId: string;
  readonly scope: ShareScope;
}

/** The origin of a verdict that was taken over. No checkout has one like it: theirs end with a mark after a `#`. */
export function sharedOrigin({ writer, runId, scope }: Provenance): Origin {
  return `${ELSEWHERE}${writer}:${runId}:${scope}`;
}

/** Null for a verdict that was reached in a checkout on this machine. */
export function provenanceOf(origin: Origin): Provenance | null {
  if (!isFromElsewhere(origin)) return null;
  const [, writer, runId, scope] =
    /^([0-9a-f]{16}):([\w-]{1,64}):(.+)$/s.exec(origin.slice(ELSEWHERE.length)) ?? [];
  return writer === undefined || runId === undefined || scope === undefined ? null : { writer, runId, scope };
}

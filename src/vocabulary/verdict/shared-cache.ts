/** What a run may do with the shared cache. */
export const REMOTE_MODES = ["off", "read", "read-write"] as const;
export type RemoteMode = (typeof REMOTE_MODES)[number];

export const REMOTE_URL = /^(?:https?:\/\/[^/?#]+|file:.)/;

/** Where verdicts are shared, and which keys are trusted, as declared in a configuration. */
export interface RemoteCache {
  /** A server of the Turborepo remote cache API, or a directory (`file:`). */
  readonly url: string;
  readonly team: string | null;
  /** Null if it is not declared. */
  readonly mode: RemoteMode | null;
  /** Public keys, or files of the repository that contain some. */
  readonly trust: readonly string[];
}

/** The verdicts that a branch writes: its name. */
export type ShareScope = string;

/** Who made a verdict elsewhere, in which run, and for which branch. */
export interface Provenance {
  /** The id of the key that signed it. */
  readonly writer: string;
  readonly runId: string;
  readonly scope: ShareScope;
}

import { hash } from "node:crypto";
import { seeVariable } from "../system/observed/observed-environment.ts";
import type { NameWord } from "../paths/name-words.ts";
import type { DirectoryStates } from "../system/observed/directory-names.ts";
import { isPathUnchanged, type PathAspect, type PathState } from "../system/observed/path-state.ts";

/** Everything outside the tree that was looked at, so that a later run can tell whether it is unchanged. */
export interface Surroundings {
  /** Differs after another run has found or thrown away something. */
  readonly edition: string;
  readonly paths: readonly (readonly [PathAspect, string, PathState])[];
  /**
   * For each directory, a digest of the names that a reference could resolve to. Comparing it takes the
   * words.
   */
  readonly directories: DirectoryStates;
  /** The directories among them that were listed: there, every name outside the tree counts. */
  readonly listed: readonly string[];
  /** Hashed, because values may be secrets. Null for a variable that was not set. */
  readonly variables: readonly (readonly [string, string | null])[];
  readonly node: string;
  /**
   * In milliseconds since 1970. After this time, used records are marked as used again, and old ones pruned.
   */
  readonly until: number;
}

/** Whether paths and variables are unchanged. Directories and the edition are compared by the caller. */
export function isSameSurroundings(
  surroundings: Omit<Surroundings, "edition" | "directories" | "listed">,
  env: NodeJS.ProcessEnv,
  now = Date.now(),
): boolean {
  return (
    now <= surroundings.until &&
    surroundings.node === process.version &&
    surroundings.variables.every(([name, value]) => hashVariable(seeVariable(env, name)) === value) &&
    surroundings.paths.every(([aspect, path, state]) => isPathUnchanged(path, aspect, state))
  );
}

/** Packs words into a string for JSON. */
export function packWords(words: Iterable<NameWord>): string {
  return Buffer.from(Uint32Array.from(words).buffer).toString("base64");
}

export function unpackWords(packed: string): ReadonlySet<NameWord> {
  const bytes = Uint8Array.from(Buffer.from(packed, "base64"));
  return new Set(new Uint32Array(bytes.buffer));
}

/** Values are kept as hashes, because they may be secrets. */
export function hashVariable(value: string | undefined): string | null {
  return value === undefined ? null : hash("sha256", value, "hex").slice(0, 32);
}

import { hash } from "node:crypto";
import { seeVariable } from "../system/observed/observed-environment.ts";
import { isPathUnchanged, type PathAspect, type PathState } from "../system/observed/path-state.ts";

/** All that was looked at beside the tree, so that a later run can tell that it is the same. */
export interface Surroundings {
  /** Differs after another run has found something, or something was thrown away. */
  readonly mark: string;
  readonly paths: readonly (readonly [PathAspect, string, PathState])[];
  /** Hashed: they may be secrets. Null for one that was not set. */
  readonly variables: readonly (readonly [string, string | null])[];
  readonly node: string;
  /** In milliseconds since 1970. After that, what is used is noted as used again, and pruned if it is due. */
  readonly until: number;
}

/** Whether all of it shows what it showed; the mark is for who knows the store. */
export function isSameSurroundings(
  surroundings: Omit<Surroundings, "mark">,
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

/** Values are kept as hashes: they may be secrets. */
export function hashVariable(value: string | undefined): string | null {
  return value === undefined ? null : hash("sha256", value, "hex").slice(0, 32);
}

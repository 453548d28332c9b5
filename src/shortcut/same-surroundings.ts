import { hash } from "node:crypto";
import { seeVariable } from "../system/observed/observed-environment.ts";
import { isStillSeen, type Look, type Sighting } from "../system/observed/sighting.ts";

/** All that was looked at beside the tree, so that a later run can tell that it is the same. */
export interface World {
  /** Differs after another run has found something, or something was thrown away. */
  readonly mark: string;
  readonly sightings: readonly (readonly [Look, string, Sighting])[];
  /** Hashed: they may be secrets. Null for one that was not set. */
  readonly variables: readonly (readonly [string, string | null])[];
  readonly node: string;
  /** In milliseconds since 1970. After that, what is used is noted as used again, and pruned if it is due. */
  readonly until: number;
}

/** Whether all of it shows what it showed; the mark is for who knows the store. */
export function isSameWorld(world: Omit<World, "mark">, env: NodeJS.ProcessEnv, now = Date.now()): boolean {
  return (
    now <= world.until &&
    world.node === process.version &&
    world.variables.every(([name, value]) => hashVariable(seeVariable(env, name)) === value) &&
    world.sightings.every(([look, path, sighting]) => isStillSeen(path, look, sighting))
  );
}

/** Values are kept as hashes: they may be secrets. */
export function hashVariable(value: string | undefined): string | null {
  return value === undefined ? null : hash("sha256", value, "hex").slice(0, 32);
}

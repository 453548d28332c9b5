import { createCheckGraph } from "../../checks/check-graph.ts";
import { isProducer } from "../../checks/check-traits.ts";
import { shortHash } from "../../values/short-hash.ts";
import type { Check } from "../../vocabulary/check/check.ts";
import type { Fingerprint, RepoPath } from "../../vocabulary/tree/path.ts";
import type { Unknown } from "../tree.ts";

/** The parts of a unit that matter here when it makes something for others. */
interface Maker {
  readonly fingerprint: Fingerprint | null;
  readonly dependsOn: (path: RepoPath) => boolean;
  readonly dependsOnBeside: (absolute: string) => boolean;
}

interface Products extends Pick<Maker, "dependsOn" | "dependsOnBeside"> {
  readonly components: Readonly<Record<string, string>>;
  readonly unknown: Unknown;
}

/**
 * What a check makes is an input of all checks that depend on it, directly or indirectly. They depend on the fingerprints
 * of the units that made it.
 */
export function productsOf(
  check: Check,
  checks: readonly Check[],
  built: ReadonlyMap<string, readonly Maker[]>,
): Products {
  const graph = createCheckGraph(checks);
  const components: Record<string, string> = {};
  const makers: Maker[] = [];
  let unknown: Unknown = null;
  for (const name of graph.withDependencies(check.dependsOn)) {
    const dependency = graph.find(name);
    if (dependency === undefined) {
      unknown ??= `it depends on ${name}, which does not take part`;
      continue;
    }
    if (!isProducer(dependency)) continue;
    const units = built.get(name) ?? [];
    makers.push(...units);
    components[`product:${name}`] = shortHash(units.map(({ fingerprint }) => fingerprint));
    if (units.some(({ fingerprint }) => fingerprint === null))
      unknown ??= `what ${name} depends on is not known`;
  }
  return {
    components,
    unknown,
    dependsOn: (path) => makers.some((unit) => unit.dependsOn(path)),
    dependsOnBeside: (absolute) => makers.some((unit) => unit.dependsOnBeside(absolute)),
  };
}

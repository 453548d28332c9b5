import type { ScopeOptions } from "../../src/scope/compute-scope.ts";
import type { StoredVerdict } from "../../src/store/records/records.ts";
import type { Unit } from "../../src/units/unit.ts";
import type { Check } from "../../src/vocabulary/check/check.ts";
import type { PathSetId, WeakKey } from "../../src/vocabulary/tree/path-set.ts";
import type { Fingerprint, RepoPath } from "../../src/vocabulary/tree/path.ts";

/** A unit whose fingerprint is known by its name alone. */
export function sampleUnit(check: string, target: string, fields: Partial<Unit> = {}): Unit {
  const unit: Unit = {
    check,
    target: target as RepoPath,
    fingerprint: `${check} ${target} now` as Fingerprint,
    weakKey: `${check} ${target}` as WeakKey,
    pathSet: { id: "set" as PathSetId, set: { kind: "predicted", parts: [], accesses: [] } },
    unknown: null,
    weakUnknown: null,
    components: { target: "now" },
    part: () => undefined,
    manifests: null,
    get predicted() {
      return unit;
    },
    withProducts: () => unit,
    toolFiles: [],
    dependsOn: () => false,
    dependsOnBeside: () => false,
    candidates: [],
    trail: null,
    ...fields,
  };
  return unit;
}

/** A verdict about a unit, stored under the fingerprint that the unit has. */
export function verdictOf(unit: Unit, fields: Partial<StoredVerdict> = {}): StoredVerdict {
  return {
    fingerprint: unit.fingerprint as Fingerprint,
    weakKey: unit.weakKey,
    pathSet: unit.pathSet.id,
    kind: "predicted",
    platform: "linux",
    surroundings: null,
    isShareable: false,
    check: unit.check,
    target: unit.target,
    status: "passed",
    exitCode: 0,
    durationMs: 1,
    findings: [],
    stdout: "",
    stderr: "",
    runId: "run-1",
    components: unit.components,
    origin: "#1",
    createdAt: 1000,
    lastUsedAt: 1000,
    ...fields,
  };
}

/** What a scope is computed from: checks with their units, and the verdicts that are stored. */
export function scopeOptions(
  checks: readonly Check[],
  units: readonly Unit[],
  stored: readonly StoredVerdict[],
): ScopeOptions & { readonly units: ReadonlyMap<string, readonly Unit[]> } {
  const byFingerprint = new Map(stored.map((verdict) => [verdict.fingerprint, verdict]));
  return {
    checks,
    units: new Map(checks.map(({ name }) => [name, units.filter(({ check }) => check === name)])),
    verdicts: {
      findMany: (fingerprints) =>
        new Map(
          fingerprints.flatMap((each) => {
            const found = byFingerprint.get(each);
            return found === undefined ? [] : [[each, found] as const];
          }),
        ),
      latestMany: (check, targets) =>
        new Map(
          stored
            .filter((verdict) => verdict.check === check && targets?.includes(verdict.target) !== false)
            .map((verdict) => [verdict.target, verdict] as const),
        ),
      isContested: () => false,
    },
    differences: { manifests: () => null, nodes: () => null },
    renamed: [],
    earlierNames: () => [],
    fullRun: null,
  };
}

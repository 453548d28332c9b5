import type { ReplayedCommit, ReplayTotals } from "../vocabulary/run/replay.ts";
import { isReuseToBlame } from "../checks/is-reuse-to-blame.ts";

/** The totals of a replay. Only commits that could be compared count as agreement or as savings. */
export function totalReplay(commits: readonly ReplayedCommit[]): ReplayTotals {
  const compared = commits.filter(({ outcome }) => outcome !== "not-run");
  const sum = (read: (commit: ReplayedCommit) => number | undefined): number =>
    compared.reduce((total, commit) => total + (read(commit) ?? 0), 0);
  const unitsRun = sum(({ incremental }) => incremental?.unitsRun);
  const unitsStood = sum(({ incremental }) => incremental?.unitsStood);
  const incrementalDuration = sum(({ incremental }) => incremental?.duration);
  const fullDuration = sum(({ full }) => full?.duration);
  return {
    commits: commits.length,
    compared: compared.length,
    agreeing: compared.filter(({ outcome }) => outcome === "agrees").length,
    stale: compared.filter(({ differences }) => differences.some(isReuseToBlame)).length,
    notDeterministic: compared.filter(({ differences }) =>
      differences.some(({ cause }) => cause.type === "not-deterministic"),
    ).length,
    notRun: commits.length - compared.length,
    unitsRun,
    unitsStood,
    unitsSaved: share(unitsStood, unitsRun + unitsStood),
    incrementalDuration,
    fullDuration,
    timeSaved: share(fullDuration - incrementalDuration, fullDuration),
  };
}

function share(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}

import type {
  Difference,
  DisagreementCause,
  ReplayedCommit,
  ReplayRun,
} from "../../src/vocabulary/run/replay.ts";

export function sampleRun(fields: Partial<ReplayRun> = {}): ReplayRun {
  return {
    unitsRun: 2,
    unitsStood: 8,
    passed: 1,
    failed: 0,
    skipped: 0,
    triggers: [],
    duration: 100,
    ...fields,
  };
}

export function sampleCommit(fields: Partial<ReplayedCommit> = {}): ReplayedCommit {
  return {
    commit: "a".repeat(40),
    subject: "Change something",
    changedFiles: ["a.txt"],
    configuration: "commit",
    packages: "none",
    otherLockfile: false,
    outcome: "agrees",
    incremental: sampleRun(),
    full: sampleRun({ unitsRun: 10, unitsStood: 0, duration: 400 }),
    differences: [],
    ...fields,
  };
}

export function sampleDifference(cause: DisagreementCause): Difference {
  return { check: "lint", incremental: "passed", full: "failed: exit code 1", missing: [], extra: [], cause };
}

import { findCriticalPath } from "../../history/profile-run.ts";
import type { LoggedEvent, LoggedPlan, LoggedResult } from "../../vocabulary/run/run-log.ts";
import type { CheckView, RunStateName, RunView } from "../api.ts";

type Of<Type extends LoggedEvent["type"]> = Extract<LoggedEvent, { readonly type: Type }>;

/** Characters of the output of a running check. */
const TAIL = 6000;
const WHY = 200;
const WARNINGS = 50;

/** The lines of a log. Skips what cannot be parsed, such as a line that is being written. */
export function parseLog(text: string): readonly LoggedEvent[] {
  return text.split("\n").flatMap((line) => {
    if (line === "") return [];
    try {
      const event = JSON.parse(line) as LoggedEvent | null;
      return typeof event === "object" && event !== null && typeof event.type === "string" ? [event] : [];
    } catch {
      return [];
    }
  });
}

/** The run of a log; null if the log does not name it. `isAlive` tells whether its process still exists. */
export function readRun(
  events: readonly LoggedEvent[],
  isAlive: (pid: number, born: string) => boolean,
): RunView | null {
  const started = events.find((event): event is Of<"started"> => event.type === "started");
  if (started === undefined || !Array.isArray(started.checks)) return null;
  const of = <Type extends LoggedEvent["type"]>(type: Type): readonly Of<Type>[] =>
    events.filter((event): event is Of<Type> => event.type === type);
  const end = of("finished").at(-1)?.end ?? null;
  const findings = of("finding");
  const checks = readChecks(started, events, end?.tolerated ?? []);
  const isOver = end !== null || !isAlive(started.pid, started.born);
  return {
    runId: String(started.runId),
    state: stateOf(end, isOver),
    startedAt: started.at,
    duration: end?.duration ?? null,
    mode: started.mode,
    reason: end?.reason ?? null,
    branch: started.branch,
    commit: started.commit,
    stoppedBy: end?.stoppedBy ?? null,
    stopping: of("stopping").at(-1)?.why ?? null,
    checks: isOver ? checks.map(withoutVerdict) : checks,
    criticalPath: criticalPathOf(checks),
    unitsRun: end?.filesVerified ?? sum(checks, ({ unitsRun }) => unitsRun),
    unitsCached: end?.cacheHits ?? sum(checks, ({ unitsCached }) => unitsCached),
    changedFiles: end?.changedFiles ?? null,
    findings: end?.findings ?? sum(checks, (check) => check.findings),
    newFindings: findings.filter(({ finding }) => finding.state === "new").length,
    fixedFindings: end?.fixedFindings ?? 0,
    warnings: of("warning")
      .map(({ message }) => message)
      .slice(0, WARNINGS),
    why: of("why")
      .map(({ rationale }) => rationale)
      .slice(0, WHY),
  };
}

function stateOf(end: Of<"finished">["end"] | null, isOver: boolean): RunStateName {
  if (end === null) return isOver ? "lost" : "running";
  if (end.stoppedBy === "interrupted" || end.stoppedBy === "superseded") return "stopped";
  return end.success ? "passed" : "failed";
}

/** A check that was running when its run ended has no verdict. */
function withoutVerdict(check: CheckView): CheckView {
  return check.state === "running" || check.state === "waiting"
    ? { ...check, state: "skipped", why: check.why ?? "the run ended before it had a verdict" }
    : check;
}

function readChecks(
  started: Of<"started">,
  events: readonly LoggedEvent[],
  tolerated: readonly string[],
): readonly CheckView[] {
  const startTimes = new Map<string, number>();
  const output = new Map<string, string>();
  const retries = new Map<string, number>();
  const workers = new Map<string, string[]>();
  const results = new Map<string, LoggedResult>();
  for (const event of events) {
    if (event.type === "check-started" && !startTimes.has(event.check)) startTimes.set(event.check, event.at);
    if (event.type === "check-output")
      output.set(event.check, ((output.get(event.check) ?? "") + event.text).slice(-TAIL));
    if (event.type === "check-retrying") retries.set(event.check, event.attempt);
    if (event.type === "command-taken")
      workers.set(event.check, [...(workers.get(event.check) ?? []), event.worker]);
    if (event.type === "check-finished") results.set(event.result.check, event.result);
  }
  return started.checks.map((plan) => {
    const { check } = plan;
    const result = results.get(check) ?? null;
    const at = startTimes.get(check);
    return {
      ...describe(plan, result),
      check,
      state: result?.status ?? (at === undefined ? planned(plan) : "running"),
      isTolerated: tolerated.includes(check),
      startedAfter: at === undefined ? null : Math.max(0, at - started.at),
      retries: result?.retryCount ?? retries.get(check) ?? 0,
      workers:
        result === null ? (workers.get(check) ?? []) : (result.ranOn ?? []).map(({ worker }) => worker),
      output: result?.output ?? output.get(check) ?? "",
    };
  });
}

function planned({ decision }: LoggedPlan): CheckView["state"] {
  return decision === "skip" ? "skipped" : "waiting";
}

function describe(
  plan: LoggedPlan,
  result: LoggedResult | null,
): Omit<CheckView, "check" | "state" | "isTolerated" | "startedAfter" | "retries" | "workers" | "output"> {
  return {
    isCached: result?.cached ?? plan.decision === "stand",
    duration: result?.duration ?? null,
    dependsOn: plan.dependsOn,
    unitsRun: result?.filesVerified ?? plan.unitsToRun,
    unitsCached: result?.cacheHits ?? plan.unitsCached,
    cachedSince: plan.cachedSince,
    findings: result?.findings ?? 0,
    why: result?.why ?? null,
    command: result?.command.join(" ").slice(0, 600) ?? "",
    description: result?.description ?? "",
  };
}

/** The chain of checks that took longest; for a running run, so far. */
function criticalPathOf(checks: readonly CheckView[]): readonly string[] {
  const path = findCriticalPath(
    checks.map((check) => ({
      check: check.check,
      status: "passed",
      duration: check.duration ?? 0,
      cached: check.isCached,
      unitsRun: check.unitsRun,
      unitsStood: check.unitsCached,
      exitCode: null,
      retryCount: 0,
      fingerprint: null,
      dependsOn: check.dependsOn,
      ...(check.startedAfter === null ? {} : { startedAfter: check.startedAfter }),
    })),
  );
  return path.checks;
}

function sum<T>(items: readonly T[], figure: (item: T) => number): number {
  return items.reduce((total, item) => total + figure(item), 0);
}

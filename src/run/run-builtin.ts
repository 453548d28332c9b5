import { setImmediate as turn } from "node:timers/promises";
import type { PlannedBuiltin } from "../plan/plan.ts";
import type { Redact } from "../secrets/redact.ts";
import type { Check } from "../vocabulary/check/check.ts";
import type { RepoPath } from "../vocabulary/tree/path.ts";
import type { Finding } from "../vocabulary/verdict/finding.ts";
import type { Ending, StopReason } from "../vocabulary/verdict/result.ts";
import { formatFindings } from "./output/findings.ts";
import type { Attempt, CheckContext } from "./run-check.ts";

/** Reads one file with a built-in verifier. This is the second executor: it starts no process. */
export type BuiltinExecutor = (check: Check, file: RepoPath) => Promise<readonly Finding[]>;

/** A file can contain a secret, and findings quote files. */
function redactFinding(finding: Finding, redact: Redact): Finding {
  const { message, suggestion, context } = finding;
  return {
    ...finding,
    message: redact(message),
    ...(suggestion === undefined ? {} : { suggestion: redact(suggestion) }),
    ...(context === undefined ? {} : { context: redact(context) }),
  };
}

/** Milliseconds after which it yields. */
const TURN = 20;

/** Runs a built-in verifier on its files. Each file has its own verdict, independent of the others. */
export async function runBuiltin(
  check: Check,
  planned: PlannedBuiltin,
  context: Pick<CheckContext, "slots" | "stop" | "emit" | "noteStart" | "record" | "failed" | "redact"> & {
    readonly verify: BuiltinExecutor;
  },
): Promise<readonly Attempt[]> {
  const { stop } = context;
  const attempt = await context.slots(async (): Promise<Attempt> => {
    const since = Date.now();
    const began = performance.now();
    if (!stop.aborted) context.emit({ type: "check-started", check: check.name, at: since });
    const start = await context.noteStart(check);
    const byFile = new Map<RepoPath, readonly Finding[]>();
    let turned = began;
    for (const file of planned.files) {
      if (performance.now() - turned > TURN) {
        await turn();
        turned = performance.now();
      }
      if (stop.aborted) break;
      const found = await context.verify(check, file);
      byFile.set(
        file,
        found.map((finding) => redactFinding(finding, context.redact)),
      );
    }
    const findings = [...byFile.values()].flat();
    const ending: Ending = stop.aborted
      ? { type: "stopped", why: stop.reason as StopReason, started: byFile.size > 0 }
      : { type: "exited", code: findings.length === 0 ? 0 : 1 };
    if (findings.length > 0) context.failed(check);
    const duration = performance.now() - began;
    const printed = { stdout: formatFindings(findings), stderr: "" };
    const outcome = { ending, ...printed, startedAt: since, duration, trace: null };
    const covered = new Map(
      [...byFile].flatMap(([file, found]) =>
        found.some(({ code }) => code === "unreadable")
          ? []
          : [[file, found.length === 0 ? ("passed" as const) : ("failed" as const)] as const],
      ),
    );
    const tries = { retries: 0, traces: null, elsewhere: [], failedTries: [] };
    return { command: planned, outcome, ...tries, since, findings, byTarget: byFile, covered, start };
  });
  context.record(check, attempt);
  return [attempt];
}

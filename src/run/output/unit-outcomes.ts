import type { Finding } from "../../vocabulary/verdict/finding.ts";
import type { Target } from "../../vocabulary/verdict/unit.ts";
import type { Attempt } from "../run-check.ts";
import { boundText } from "./bounded-output.ts";
import { formatFindings } from "./findings.ts";

/** What a command says about one of its targets. */
export interface UnitOutcome {
  readonly target: Target;
  readonly status: "passed" | "failed";
  /** Null if no command was started. */
  readonly exitCode: number | null;
  readonly findings: readonly Finding[];
  readonly stdout: string;
  readonly stderr: string;
}

/** Characters of each stream that are kept with a verdict. */
const KEPT = 64 * 1024;

/**
 * The targets whose outcome is certain after a command that ended by itself. With status 0, all of them. If it failed
 * on many files, it is not known which file failed, unless the output says so.
 */
export function unitOutcomes(attempt: Attempt): readonly UnitOutcome[] {
  const { command, outcome, findings, byTarget, covered } = attempt;
  const { ending } = outcome;
  if (ending.type !== "exited") return [];
  if ("builtin" in command) {
    return [...covered].map(([target, own]) => {
      const found = byTarget.get(target) ?? [];
      const stdout = boundText(formatFindings(found), KEPT);
      return { target, status: own, exitCode: null, findings: found, stdout, stderr: "" };
    });
  }
  const exitCode = ending.code;
  const status = exitCode === 0 ? "passed" : "failed";
  const [first, ...others] = command.files;
  if (first === undefined || others.length === 0) {
    const streams = { stdout: boundText(outcome.stdout, KEPT), stderr: boundText(outcome.stderr, KEPT) };
    return [{ target: first ?? "", status, exitCode, findings, ...streams }];
  }
  const silent = { stdout: "", stderr: "" };
  if (status === "failed") {
    return [...covered].map(([target, own]) => ({
      target,
      status: own,
      exitCode: own === "passed" ? 0 : exitCode,
      findings: byTarget.get(target) ?? [],
      ...silent,
    }));
  }
  const owned = new Set([...byTarget.values()].flat());
  const rest = findings.filter((finding) => !owned.has(finding));
  return command.files.map((target, index) => ({
    target,
    status,
    exitCode,
    // A finding that belongs to no target is stored with the first, so that it is reported again.
    findings: [...(byTarget.get(target) ?? []), ...(index === 0 ? rest : [])],
    ...silent,
  }));
}

import type { VerificationResult } from "../../src/index.ts";
import type { Ended } from "../rig/rig.ts";

/** What a run says about a tree: all of it that does not depend on how it came to know. */
export interface Answer {
  readonly status: number | null;
  readonly checks: readonly string[];
  readonly findings: readonly string[];
}

/** Beside the verdicts, what it took to reach them, and what was said. */
export interface Reading {
  readonly answer: Answer;
  /** Units that were run. */
  readonly work: number;
  readonly warnings: readonly string[];
}

/** What a run that printed JSON says. */
export function readEnded({ status, stdout, stderr }: Ended): Reading {
  let result: VerificationResult;
  try {
    result = JSON.parse(stdout) as VerificationResult;
  } catch {
    throw new Error(`No JSON on standard output, status ${status}: ${stdout}\n${stderr}`);
  }
  return {
    answer: {
      status,
      checks: result.results.map(({ check, status: each, exitCode }) => `${check} ${each} ${exitCode}`),
      findings: result.findings
        .map(({ check, file, line, message }) => `${check} ${file}:${line} ${message}`)
        .sort(),
    },
    work: result.filesVerified,
    warnings: result.warnings,
  };
}

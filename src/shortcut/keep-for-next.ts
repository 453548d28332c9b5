import type { Assessment } from "../verify/assess.ts";
import { lookAtKept } from "../verify/record/record-observed.ts";
import type { RecordedRun } from "../verify/record/record-run.ts";
import {
  answerAssessed,
  type AssessedRun,
  type RunContext,
  type RunOptions,
} from "../verify/run-assessed.ts";
import { listSurroundings, keepLastRun, type Noted } from "./keep-last-run.ts";
import { keepUnits } from "./keep-units.ts";
import { predictNextRun } from "./predict-next-run.ts";

export interface AfterRun extends RunOptions {
  readonly env: NodeJS.ProcessEnv;
  /** What was looked at before anything ran. */
  readonly noted: Noted;
  readonly context: RunContext;
  readonly ran: AssessedRun;
  readonly recorded: RecordedRun;
}

/** Keeps what the next run can start from: the answer, if nothing is left to do, and the units with valid verdicts. */
export async function keepForNext(
  assessment: Assessment,
  { noted, context, ran: { kept: stored, edition }, recorded, ...options }: AfterRun,
): Promise<void> {
  if (edition === null) return;
  const next = predictNextRun(assessment, { kept: stored, ...recorded });
  // The result of the next run, in which nothing would be left to run.
  const quiet = { ...context, emit: () => {}, warnings: next?.warnings ?? [] };
  const result = next && (await answerAssessed(next, options, quiet));
  const seen = await lookAtKept(assessment, stored, options.env);
  if (seen === null) return;
  const world = listSurroundings(assessment, { ...noted, paths: [...noted.paths, seen] });
  if (world === null) return;
  const request = { request: options.request, edition };
  const kept = next && result && keepLastRun(next, world, { ...request, result });
  keepUnits(assessment, { world, edition: kept ?? edition, stored });
}

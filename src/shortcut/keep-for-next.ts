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
import { type KeepOptions, keepUnits } from "./keep-units.ts";
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
export async function keepForNext(assessment: Assessment, after: AfterRun): Promise<void> {
  const { edition, kept: stored } = after.ran;
  if (edition === null) return;
  const kept = await keepAnswer(assessment, { ...after, edition });
  if (kept !== null) keepUnits(assessment, { ...kept, stored });
}

/**
 * Keeps the answer of the next run, if nothing would be left to do in it. Apart from the units, because what that run would
 * find is as large as they are. Null if something has changed since.
 */
async function keepAnswer(
  assessment: Assessment,
  {
    noted,
    context,
    ran: { kept: stored },
    recorded,
    edition,
    ...options
  }: AfterRun & { readonly edition: string },
): Promise<Pick<KeepOptions, "world" | "edition"> | null> {
  const next = predictNextRun(assessment, { kept: stored, ...recorded });
  // The result of the next run, in which nothing would be left to run.
  const quiet = { ...context, emit: () => {}, warnings: next?.warnings ?? [] };
  const result = next && (await answerAssessed(next, options, quiet));
  const seen = await lookAtKept(assessment, stored, options.env);
  if (seen === null) return null;
  const world = listSurroundings(assessment, { ...noted, paths: [...noted.paths, seen] });
  if (world === null) return null;
  const request = { request: options.request, edition };
  const kept = next && result && keepLastRun(next, world, { ...request, result });
  return { world, edition: kept ?? edition };
}

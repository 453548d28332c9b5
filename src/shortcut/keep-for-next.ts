import type { Assessment } from "../verify/assess.ts";
import { lookAtKept } from "../verify/record/record-observed.ts";
import type { Remembered } from "../verify/record/record-run.ts";
import { runAssessed, type RunContext, type VerifyOptions } from "../verify/run-assessed.ts";
import { describeWorld, keepStandingRun, type Testimony } from "./keep-last-run.ts";
import { keepUnits } from "./keep-units.ts";
import { settle } from "./predict-next-run.ts";

export interface AfterRun extends VerifyOptions {
  readonly env: NodeJS.ProcessEnv;
  /** What was looked at before anything ran. */
  readonly testimony: Testimony;
  readonly context: RunContext;
  readonly remembered: Remembered;
}

/** Keeps what the next run can start from: the answer, if nothing is left to do, and the units whose verdicts stand. */
export async function keepForNext(
  assessment: Assessment,
  { testimony, context, remembered, ...options }: AfterRun,
): Promise<void> {
  const { mark } = context.standing;
  if (mark === null) return;
  const settled = settle(assessment, { kept: context.kept, ...remembered });
  // What the next run would say; nothing is left to run.
  const quiet = { ...context, emit: () => {}, warnings: settled?.warnings ?? [] };
  const result = settled && (await runAssessed(settled, options, quiet));
  const seen = await lookAtKept(assessment, context.kept, options.env);
  if (seen === null) return;
  const world = describeWorld(assessment, { ...testimony, sightings: [...testimony.sightings, seen] });
  if (world === null) return;
  const request = { request: options.request, mark };
  const kept = settled && result && keepStandingRun(settled, world, { ...request, result });
  keepUnits(assessment, { world, mark: kept ?? mark, stored: context.kept });
}

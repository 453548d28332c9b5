import type { Pushed } from "../shared/push.ts";
import { fail, succeed } from "../values/succeed.ts";
import { assess, type WholeAssessment } from "../verify/assess.ts";
import type { AssessOptions } from "../verify/assess/assess-options.ts";
import { closeStore } from "../verify/repository-store.ts";
import { createRunId } from "../verify/run-id.ts";
import type { TakenOver } from "../verify/shared/pull-shared.ts";
import { pushShared } from "../verify/shared/push-shared.ts";
import type { Result } from "../vocabulary/failure.ts";

/** What was exchanged, and why there is not more. */
export type Exchange<T> = Partial<T> & { readonly problem: string | null };

/** Takes over what other machines have verified for this tree. Runs nothing. */
export async function pullCache(options: AssessOptions): Promise<Result<Exchange<TakenOver>>> {
  return withShared<TakenOver>({ ...options, pull: true }, async ({ taken }) => ({
    ...(taken ?? { verdicts: 0, bundles: 0, requests: 0, bytes: 0, isTroubled: false, warnings: [] }),
    problem: taken?.warnings[0] ?? null,
  }));
}

/** Shares everything that was verified here and is valid for this tree. Runs nothing. */
export async function pushCache(options: AssessOptions): Promise<Result<Exchange<Pushed>>> {
  return withShared<Pushed>(options, async (assessment) => {
    const pushed = await pushShared(assessment, { runId: createRunId(new Date()), fresh: null });
    return "why" in pushed ? { problem: pushed.why } : { ...pushed, problem: pushed.trouble };
  });
}

async function withShared<T>(
  options: AssessOptions,
  work: (assessment: WholeAssessment) => Promise<Exchange<T>>,
): Promise<Result<Exchange<T>>> {
  const assessed = await assess(options);
  if (!assessed.ok) return assessed;
  const { shared, store } = assessed.value;
  try {
    if (shared === null)
      return fail({
        kind: "usage",
        message: "No shared cache is declared.",
        expected: "cache: { remote: { url } } in the configuration, here and on the base branch",
      });
    if ("problem" in shared) return succeed({ problem: shared.problem } as Exchange<T>);
    return succeed(await work(assessed.value));
  } finally {
    closeStore(store, options.onEvent);
  }
}

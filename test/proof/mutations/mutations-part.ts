import type { Part, PartResult } from "../part.ts";
import { findBlind } from "./find-blind.ts";
import { MUTATIONS, type Mutation } from "./mutations.ts";
import { Scratch } from "./scratch.ts";

/** Takes out each guard in turn and sees which test notices. */
export const mutationsPart: Part = {
  name: "mutations",
  run: async ({ replay, steps = MUTATIONS.length, progress }) => {
    const chosen = MUTATIONS.filter(({ guard }) => replay === undefined || guard === replay).slice(0, steps);
    return runMutations(chosen, progress);
  },
};

export function runMutations(
  mutations: readonly Mutation[],
  progress: (text: string) => void,
  project = process.cwd(),
): PartResult {
  const blind = findBlind(mutations, project);
  if (blind.length > 0) return report(mutations, blind);
  const scratch = new Scratch(project);
  const failures: string[] = [];
  try {
    // A test that fails anyway catches nothing.
    const whole = scratch.test([...new Set(mutations.map(({ caughtBy }) => caughtBy.file))]);
    progress(`${whole.passed.length} tests pass while every guard is there`);
    if (whole.failed.length > 0)
      failures.push(`These tests fail while every guard is there: ${whole.failed.join(", ")}`);
    for (const mutation of mutations) {
      const [caught] = scratch.without(
        mutation,
        () => scratch.test([mutation.caughtBy.file], mutation.caughtBy.test).failed,
      );
      progress(
        `${caught === undefined ? "NOT CAUGHT" : "caught"}: ${mutation.guard}\n    by ${caught ?? "nothing"}`,
      );
      if (caught === undefined)
        failures.push(
          `No test noticed that this guard was taken out: ${mutation.guard}\nnpm run prove -- mutations --replay ${JSON.stringify(mutation.guard)}`,
        );
    }
  } finally {
    scratch.remove();
  }
  return report(mutations, failures);
}

function report({ length }: readonly Mutation[], failures: readonly string[]): PartResult {
  return {
    figures: [
      { what: "guards taken out", value: length },
      { what: "not noticed by the named test", value: failures.length, must: { equal: 0 } },
    ],
    failures,
  };
}

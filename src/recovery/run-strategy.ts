import { isPass } from "../checks/is-pass.ts";
import { type CommandOutcome, createLocalExecutor } from "../run/executor.ts";
import { explainEnding } from "../wording/explain.ts";
import type { RecoveryStep } from "./plan-recovery.ts";
import type { StrategyEnd } from "./recovery-loop.ts";

/** How many characters of a strategy's output are kept, from the end. */
const KEPT = 4000;

/**
 * Runs the commands of a strategy one after the other, like those of checks; stops after one that does not end by
 * itself.
 */
export function createStrategyRunner(options: {
  readonly root: string;
  readonly env: NodeJS.ProcessEnv;
  readonly signal?: AbortSignal;
}): (step: RecoveryStep) => Promise<StrategyEnd> {
  const { root, env, signal = new AbortController().signal } = options;
  const executor = createLocalExecutor({ root, env });
  return async ({ commands }) => {
    const outcomes: CommandOutcome[] = [];
    for (const command of commands) {
      const outcome = await executor(command, signal);
      outcomes.push(outcome);
      if (outcome.ending.type !== "exited") break;
    }
    // A command that did not end by itself is the last one; otherwise the first that was unsuccessful counts.
    const last = outcomes.at(-1);
    const worst =
      last?.ending.type === "exited" ? (outcomes.find((each) => !isPass(each.ending)) ?? last) : last;
    return {
      type: worst === undefined ? "done" : typeOf(worst),
      ended: worst === undefined ? "" : explainEnding(worst.ending),
      output: outcomes
        .flatMap(({ stdout, stderr }) => [stdout, stderr])
        .join("")
        .trim()
        .slice(-KEPT),
      duration: outcomes.reduce((total, { duration }) => total + duration, 0),
    };
  };
}

function typeOf({ ending }: Pick<CommandOutcome, "ending">): StrategyEnd["type"] {
  if (ending.type === "stopped") return "interrupted";
  if (ending.type !== "exited") return "broken";
  return ending.code === 0 ? "done" : "unsuccessful";
}

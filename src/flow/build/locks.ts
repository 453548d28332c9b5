import { dirname } from "node:path";
import { type Lock, type LockRefusal, takeLock, tryLock } from "../../system/own/lock.ts";
import { fail, succeed } from "../../values/succeed.ts";
import type { Failure, Result } from "../../vocabulary/failure.ts";
import type { FlowContext } from "./context.ts";
import { prepareStateDirectory, removeLitter } from "./state.ts";

/** Changes items and the backlog while nobody else can. */
export async function withItems<T>(context: FlowContext, work: () => T): Promise<Result<T>> {
  const { root: base, statePath, backlogPath } = context.config;
  prepareStateDirectory(context.config);
  const lock = await takeLock({ base, path: dirname(statePath) }, "items");
  if (!("release" in lock)) return fail(refused(lock, "The items are locked"));
  try {
    removeLitter({ base, path: backlogPath });
    return succeed(work());
  } finally {
    lock.release();
  }
}

/** Held as long as a command advances a workflow. Another command is refused, it does not wait. */
export function lockWorkflow({ config }: FlowContext): Result<Lock> {
  prepareStateDirectory(config);
  const lock = tryLock({ base: config.root, path: dirname(config.statePath) }, "workflow");
  return "release" in lock ? succeed(lock) : fail(refused(lock, "A workflow is being run"));
}

function refused(refusal: LockRefusal, message: string): Failure {
  if (refusal.type === "impossible") {
    const reason = `A lock cannot be created here (${refusal.reason}).`;
    return { kind: "usage", message: reason, expected: "a directory that can be written" };
  }
  const { pid, host } = refusal;
  return {
    kind: "usage",
    message: `${message} by process ${pid} on ${host}.`,
    hint: "Wait until it ends, or stop it; its results are kept.",
  };
}

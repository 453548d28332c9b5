import { existsSync } from "node:fs";
import { redactLines } from "../../secrets/redact-lines.ts";
import { createRedact } from "../../secrets/redact.ts";
import { findExecutable, searchPath } from "../../system/process/find-executable.ts";
import { startProcessGroup } from "../../system/process/process-group.ts";
import type { Item, Phase } from "../../vocabulary/flow/workflow.ts";
import type { FlowContext } from "../build/context.ts";
import type { ActiveWorkflow } from "../build/state.ts";

export type CommandEnd =
  | { readonly type: "passed" }
  | { readonly type: "failed"; readonly why: string }
  | { readonly type: "interrupted" };

const GRACE_MS = 2000;

/** Runs a phase's command in the repository root. Only a command that ended by itself with status 0 has passed. */
export async function runCommand(
  context: FlowContext,
  phase: Phase,
  { item, active }: { readonly item: Item; readonly active: ActiveWorkflow },
): Promise<CommandEnd> {
  const { config, declared, signal } = context;
  const { command, args } = phase.run ?? { command: "", args: [] };
  if (signal.aborted) return { type: "interrupted" };
  const env = { ...context.env, ...phaseVariables(phase, item, active) };
  const path = searchPath({ cwd: config.root, root: config.root, env });
  const executable = findExecutable(command, { cwd: config.root, path });
  if (executable.type === "missing") return { type: "failed", why: `the command ${command} was not found` };
  if (executable.type === "not-executable") return { type: "failed", why: `${command} is not executable` };
  const redact = createRedact({ env, isPath: existsSync });
  const tell = (text: string): void => context.emit({ type: "phase-output", chunk: Buffer.from(text) });
  const [stdout, stderr] = [redactLines(redact, tell), redactLines(redact, tell)];
  const group = startProcessGroup({
    command: executable.path,
    args,
    cwd: config.root,
    env: { ...env, PATH: path },
    onStdout: stdout.add,
    onStderr: stderr.add,
  });
  const onAbort = (): void => group.end(GRACE_MS);
  signal.addEventListener("abort", onAbort, { once: true });
  const end = await group.ended;
  declared.expire();
  stdout.end();
  stderr.end();
  signal.removeEventListener("abort", onAbort);
  if (signal.aborted) return { type: "interrupted" };
  if (end.type === "exited")
    return end.code === 0
      ? { type: "passed" }
      : { type: "failed", why: `its command exited with ${end.code}` };
  if (end.type === "signalled") return { type: "failed", why: `its command was ended by ${end.signal}` };
  return { type: "failed", why: `its command could not be started (${end.error.code ?? end.error.message})` };
}

function phaseVariables(phase: Phase, item: Item, active: ActiveWorkflow): NodeJS.ProcessEnv {
  const options = Object.entries(active.options).map(([name, value]) => [
    `VERIFICATION_OPTION_${name.toUpperCase().replaceAll("-", "_")}`,
    value,
  ]);
  return {
    VERIFICATION_PHASE: phase.key,
    VERIFICATION_ITEM: item.slug,
    VERIFICATION_ITEM_DIR: item.dir,
    VERIFICATION_WORKFLOW: active.type,
    ...Object.fromEntries(options),
  };
}

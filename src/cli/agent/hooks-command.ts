import { hookStatus, installHook, uninstallHook } from "../../hooks/hooks.ts";
import { renderHook } from "../../report/features/hooks-text.ts";
import { safeJson } from "../../report/print/safe-text.ts";
import type { Result } from "../../vocabulary/failure.ts";
import { HOOK_NAMES, type HookName, type HookOptions, type HookOutcome } from "../../vocabulary/flow/hook.ts";
import { EXIT } from "../exit-status.ts";
import type { HookAction, HookFlags } from "../programs/hooks-program.ts";
import { refuse } from "../refuse.ts";
import type { Terminal } from "../terminal.ts";

const ACTIONS: Readonly<Record<HookAction, (options: HookOptions) => Promise<Result<HookOutcome>>>> = {
  install: installHook,
  uninstall: uninstallHook,
  status: hookStatus,
};

/** Installs, uninstalls or shows a git hook. Fails if something is left to do by hand. */
export async function hooksCommand(
  action: HookAction,
  words: readonly string[],
  { flags, terminal }: { readonly flags: HookFlags; readonly terminal: Terminal },
): Promise<number> {
  const isDry = flags.dryRun === true;
  const { cwd, env } = terminal;
  const outcomes: HookOutcome[] = [];
  for (const hook of chooseHooks(action, flags)) {
    const done = await ACTIONS[action]({ cwd, env, hook, options: words, dryRun: isDry });
    if (!done.ok) return refuse(done.failures, flags, terminal);
    outcomes.push(done.value);
  }
  if (flags.json === true) terminal.out(safeJson({ schemaVersion: 1, dryRun: isDry, hooks: outcomes }, 2));
  else
    for (const outcome of outcomes)
      terminal.out(renderHook(outcome, { isDry, paint: terminal.paintOut, program: terminal.program }));
  return outcomes.some(({ state }) => state === "by-hand") ? EXIT.failed : EXIT.ok;
}

/** The status covers all hooks, unless one is named. */
function chooseHooks(action: HookAction, { hook }: HookFlags): readonly HookName[] {
  return hook === undefined ? (action === "status" ? HOOK_NAMES : ["pre-push"]) : [hook];
}

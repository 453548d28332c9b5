import { EXIT } from "./exit-status.ts";
import type { HOOK_ACTIONS, HookFlags } from "./program.ts";
import type { Terminal } from "./terminal.ts";

export async function hooksCommand(
  _action: (typeof HOOK_ACTIONS)[number],
  _flags: HookFlags,
  _terminal: Terminal,
): Promise<number> {
  return EXIT.internal;
}

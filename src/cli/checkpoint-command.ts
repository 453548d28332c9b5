import { checkpoint } from "../checkpoint.ts";
import { renderCheckpoint } from "../report/checkpoint-text.ts";
import { EXIT } from "./exit-status.ts";
import type { InspectFlags } from "./program.ts";
import { refuse } from "./refuse.ts";
import { tellWarnings } from "./tell-warnings.ts";
import type { Terminal } from "./terminal.ts";

/** Tags the commit if it is clean and verified; otherwise says what is missing, and fails. */
export async function checkpointCommand(
  name: string,
  flags: InspectFlags,
  terminal: Terminal,
): Promise<number> {
  const set = await checkpoint(name, {
    cwd: terminal.cwd,
    env: terminal.env,
    onEvent: tellWarnings(terminal),
    profiles: flags.profile,
    ...(flags.config === undefined ? {} : { configFile: flags.config }),
  });
  if (!set.ok) return refuse(set.failures, flags, terminal);
  terminal.out(
    flags.json === true
      ? `${JSON.stringify(set.value, null, 2)}\n`
      : renderCheckpoint(set.value, terminal.paintOut),
  );
  return set.value.success ? EXIT.ok : EXIT.failed;
}

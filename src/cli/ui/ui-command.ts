import { safe } from "../../report/print/safe-text.ts";
import { openInBrowser } from "../../system/process/open-in-browser.ts";
import { serve } from "../../ui/serve.ts";
import { EXIT } from "../exit-status.ts";
import { onSignals } from "../on-signals.ts";
import { refuse } from "../refuse.ts";
import type { Terminal } from "../terminal.ts";
import type { UiFlags } from "../programs/ui-program.ts";

/** `verification ui`: serves the dashboard until it is stopped, which counts as success. */
export async function uiCommand(flags: UiFlags, terminal: Terminal): Promise<number> {
  const { cwd, env, program } = terminal;
  const [, script = ""] = process.argv;
  const served = await serve(
    {
      options: {
        cwd,
        env,
        profiles: flags.profile,
        ...(flags.config === undefined ? {} : { configFile: flags.config }),
      },
      cwd,
      env,
      program,
      command: [process.execPath, script],
      canRun: flags.allowRun === true,
    },
    flags.port ?? 0,
  );
  if (!served.ok) return refuse(served.failures, {}, terminal);
  const dashboard = served.value;
  const ended = new Promise<void>((resolve) => {
    const ignoreSignals = onSignals(() => {
      ignoreSignals();
      resolve();
    }, terminal.gone);
  });
  terminal.out(safe`${dashboard.address}\n`);
  const mode =
    flags.allowRun === true ? "It may start runs." : "It is read-only; --allow-run lets it start runs.";
  terminal.err.write(safe`The dashboard runs at this address until Ctrl-C. ${mode}\n`);
  if (flags.open && !openInBrowser(dashboard.openOnce(), env))
    terminal.err.write(safe`No browser was found: open the address yourself.\n`);
  await ended;
  await dashboard.close();
  return EXIT.ok;
}

import { init } from "../../config/init/init.ts";
import { asTyped } from "../../report/as-typed.ts";
import { plural } from "../../report/format.ts";
import { joinParts, safe, safeLines } from "../../report/print/safe-text.ts";
import { EXIT } from "../exit-status.ts";
import { refuse } from "../refuse.ts";
import type { Terminal } from "../terminal.ts";

/** How many checks to name; the printed configuration has all of them. */
const SHOWN = 20;

/** Writes the configuration, shows it, and says what to do next. */
export async function initCommand(flags: { readonly force?: true }, terminal: Terminal): Promise<number> {
  const { cwd, env, program } = terminal;
  const written = await init({ cwd, env, program, force: flags.force === true });
  if (!written.ok) return refuse(written.failures, {}, terminal);
  const { file, text, checks } = written.value;
  const more = checks.length > SHOWN ? safe` and ${checks.length - SHOWN} more` : "";
  terminal.out(safeLines(text));
  terminal.err.write(
    safe`\nWrote ${file} with ${plural(checks.length, "check")}: ${joinParts(checks.slice(0, SHOWN), ", ")}${more}.\n${asTyped("Run `verification` to run them.", terminal.program)}\n`,
  );
  return EXIT.ok;
}

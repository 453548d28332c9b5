import { type Audit, audit, isClean } from "../../audit/audit.ts";
import { renderAudit } from "../../report/features/audit-text.ts";
import { safe } from "../../report/print/safe-text.ts";
import { answer } from "../answer.ts";
import { EXIT } from "../exit-status.ts";
import { onSignals } from "../on-signals.ts";
import { readOptions } from "../options/read-options.ts";
import type { AuditFlags } from "../programs/audit-program.ts";
import { tellWarnings } from "../tell-warnings.ts";
import type { Terminal } from "../terminal.ts";

/** Shows what checks read that is not predicted. Units that no run has watched run under a trace. */
export async function auditCommand(
  paths: readonly string[],
  flags: AuditFlags,
  terminal: Terminal,
): Promise<number> {
  const warn = tellWarnings(terminal);
  const interrupt = new AbortController();
  const ignoreSignals = onSignals(() => interrupt.abort(), terminal.gone);
  const result = await audit({
    ...readOptions(flags, terminal),
    paths,
    checks: flags.check,
    fix: flags.fix === true,
    signal: interrupt.signal,
    ...(flags.limit === undefined ? {} : { limit: flags.limit }),
    ...(flags.timeout === undefined ? {} : { timeout: flags.timeout }),
    onEvent: (event) => {
      warn(event);
      if (event.type === "check-started") terminal.err.write(safe`tracing ${event.check}\n`);
    },
  }).finally(ignoreSignals);
  const isVerbose = flags.verbose === true;
  return answer(result, (value, paint, program) => renderAudit(value, { paint, program, isVerbose }), {
    flags,
    terminal,
    statusOf,
  });
}

function statusOf({ interrupted, checks }: Audit): number {
  if (interrupted) return EXIT.interrupted;
  if (checks.some((check) => check.status !== "not-run" && !isClean(check))) return EXIT.failed;
  return checks.some(({ status }) => status === "not-run") ? EXIT.usage : EXIT.ok;
}

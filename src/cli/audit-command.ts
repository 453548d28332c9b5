import { audit, isClean, type Audit } from "../audit/audit.ts";
import { renderAudit } from "../report/audit-text.ts";
import { plainLine } from "../report/plain.ts";
import { EXIT } from "./exit-status.ts";
import type { AuditFlags } from "./program.ts";
import { refuse } from "./refuse.ts";
import type { Terminal } from "./terminal.ts";

/** Runs checks under a trace and says what they read that nobody declared. */
export async function auditCommand(
  paths: readonly string[],
  flags: AuditFlags,
  terminal: Terminal,
): Promise<number> {
  const interrupt = new AbortController();
  const onSignal = (): void => interrupt.abort({ type: "interrupted" });
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
  for (const name of signals) process.on(name, onSignal);
  const result = await audit({
    cwd: terminal.cwd,
    env: terminal.env,
    paths,
    checks: flags.check,
    profiles: flags.profile,
    fix: flags.fix === true,
    signal: interrupt.signal,
    ...(flags.config === undefined ? {} : { configFile: flags.config }),
    ...(flags.limit === undefined ? {} : { limit: flags.limit }),
    ...(flags.timeout === undefined ? {} : { timeout: flags.timeout }),
    onEvent: (event) => {
      if (event.type === "check-started") terminal.err.write(`tracing ${plainLine(event.check)}\n`);
    },
  }).finally(() => {
    for (const name of signals) process.off(name, onSignal);
  });
  if (!result.ok) return refuse(result.failures, flags, terminal);
  const isVerbose = flags.verbose === true;
  terminal.out(
    flags.json === true
      ? `${JSON.stringify(result.value, null, 2)}\n`
      : renderAudit(result.value, { paint: terminal.paintOut, isVerbose }),
  );
  return exitStatus(result.value);
}

function exitStatus({ interrupted, checks }: Audit): number {
  if (interrupted) return EXIT.interrupted;
  if (checks.some((check) => check.status !== "not-run" && !isClean(check))) return EXIT.failed;
  return checks.some(({ status }) => status === "not-run") ? EXIT.usage : EXIT.ok;
}

import { existsSync } from "node:fs";
import { verifyAndRecover } from "../../recovery/recover.ts";
import { renderReport } from "../../report/formats.ts";
import { safe, safeJson } from "../../report/print/safe-text.ts";
import { renderPlan } from "../../report/run/plan-text.ts";
import { createProgress } from "../../report/run/progress.ts";
import { createRedact } from "../../secrets/redact.ts";
import { fail, succeed } from "../../values/succeed.ts";
import type { AskedGit } from "../../shortcut/answer-from-last-run.ts";
import { plan } from "../../verify.ts";
import type { RunOptions } from "../../verify/run-assessed.ts";
import type { Failure, Result } from "../../vocabulary/failure.ts";
import type { VerificationEvent } from "../../vocabulary/run/event.ts";
import type { Report } from "../../vocabulary/run/report.ts";
import type { RequestedMode } from "../../vocabulary/run/verification-result.ts";
import { nearest } from "../../wording/nearest.ts";
import { endInterrupted } from "../end-interrupted.ts";
import { EXIT } from "../exit-status.ts";
import { onSignals } from "../on-signals.ts";
import {
  chooseReports,
  readReports,
  refuseReports,
  showsProgress,
  unknownFormat,
} from "../options/choose-reports.ts";
import { COMMANDS } from "../options/command-names.ts";
import { type DefaultFormat, FORMAT_VARIABLE, readDefaultFormat } from "../options/default-format.ts";
import type { VerifyFlags } from "../program.ts";
import { type RefusalFlags, refuse } from "../refuse.ts";
import type { CommandRequest } from "../shortcut/answer-command.ts";
import { tellWarnings } from "../tell-warnings.ts";
import type { Terminal } from "../terminal.ts";
import { exitStatus, writeReports } from "./write-report.ts";

export interface VerifyContext {
  readonly terminal: Terminal;
  readonly argv: readonly string[];
  /** For a shard, or a merge of shards: what to run, in addition to the flags. */
  readonly part?: Partial<RunOptions>;
  /** What git was asked while the last run was looked at. */
  readonly asked?: AskedGit | undefined;
}

/** The default command: verifies, shows what happens, and reports. */
export async function verifyCommand(
  paths: readonly string[],
  flags: VerifyFlags,
  { terminal, argv, part, asked }: VerifyContext,
): Promise<number> {
  const options = readFlags(paths, flags, terminal);
  if (!options.ok) return refuse(options.failures, flags, terminal);
  const { standard } = options.value;
  const refusal = refusalFlags(flags, standard);
  if (flags.dryRun === true) return dryRun(options.value.verify, flags, terminal);

  const interrupt = new AbortController();
  let isRunning = false;
  const background: Promise<void>[] = [];
  let wanted = options.value.reports ?? [];
  const progress = createProgress({ stream: terminal.err, paint: terminal.paintErr, live: terminal.isLive });
  const onSignal = (): void => {
    if (isRunning) return interrupt.abort();
    // Nothing was started yet, so there is nothing to end.
    progress.close();
    endInterrupted(refusal, terminal);
  };
  const ignoreSignals = onSignals(onSignal);
  try {
    const result = await verifyAndRecover({
      ...options.value.verify,
      ...(part ?? requestOf({ argv, flags }, options.value)),
      ...comparing(terminal),
      takeScan: giveOnce(asked),
      signal: interrupt.signal,
      inBackground: (work) => void background.push(work),
      refuse: (declared) =>
        refuseReports(chooseReports(options.value.reports, declared, { ...flags, standard }), terminal.cwd),
      onEvent: (event) => {
        if (event.type === "run-started") {
          wanted = chooseReports(options.value.reports, event.reports, { ...flags, standard });
          isRunning = true;
        }
        if (isAlwaysShown(event) || showsProgress(wanted, { flags, terminal })) progress.onEvent(event);
      },
    }).finally(() => progress.close());
    if (!result.ok) return refuse(result.failures.map(suggestCommand), refusal, terminal);
    const written = await writeReports(result.value, wanted, { flags, terminal, render: renderReport });
    await Promise.all(background);
    return written.ok ? exitStatus(result.value) : refuse(written.failures, {}, terminal);
  } finally {
    ignoreSignals();
  }
}

/** Only the first look at the tree can use it: what happens later is not in it. */
function giveOnce(asked: AskedGit | undefined): RunOptions["takeScan"] {
  let left = asked;
  return (root) => {
    const taken = left?.root === root ? left.scan : undefined;
    left = undefined;
    return taken;
  };
}

/** For debugging and tests: compares what was taken over from the last run. */
function comparing({ env, err }: Terminal): Pick<RunOptions, "onCompared"> {
  const wish = env["VERIFICATION_COMPARE"] ?? "";
  if (wish === "") return {};
  return {
    onCompared: (taken) => {
      if (wish === "tell") err.write(safe`compared: ${taken} units were taken over from the last run\n`);
    },
  };
}

/** What went wrong with the run itself, and what was done to files. */
function isAlwaysShown({ type }: VerificationEvent): boolean {
  return type === "warning" || type === "recovery-started" || type === "recovery-finished";
}

/** What the command line asks for; null if the answer depends on more than the files. */
function requestOf(
  { argv, flags }: Pick<CommandRequest, "argv" | "flags">,
  { reports, standard, verify: asked }: ReadFlags,
): { readonly request?: CommandRequest } {
  // A commit changes who last changed a line.
  const dependsOnMore =
    asked.mode === "full" || asked.skipCache === true || asked.baseline !== undefined || asked.blame === true;
  const redact = createRedact({ env: asked.env ?? process.env, isPath: existsSync });
  // It is recorded as typed.
  const tellsSecret = argv.some((word) => redact(word) !== word);
  if (dependsOnMore || tellsSecret) return {};
  const { cwd = "", paths = [] } = asked;
  return { request: { argv, cwd, paths, flags, standard, reports } };
}

/** A path that does not exist may be a mistyped command. */
function suggestCommand(failure: Failure): Failure {
  if (failure.hint !== undefined) return failure;
  const command = failure.kind === "path-missing" ? nearest(failure.value ?? "", COMMANDS) : undefined;
  return command === undefined ? failure : { ...failure, hint: `Did you mean \`verification ${command}\`?` };
}

export interface ReadFlags {
  readonly verify: RunOptions;
  /** Null if the configuration decides. */
  readonly reports: readonly Report[] | null;
  /** The format if neither the command line nor the configuration names one. */
  readonly standard: DefaultFormat;
}

/** An agent that did not ask for a format gets its verdict even if there is no result. */
function refusalFlags(flags: VerifyFlags, { format }: DefaultFormat): RefusalFlags {
  return flags.format.length > 0 || flags.json === true ? flags : { ...flags, format: [format] };
}

/** What the options of the default command mean. */
export function readFlags(
  paths: readonly string[],
  flags: VerifyFlags,
  terminal: Terminal,
): Result<ReadFlags> {
  const modes = new Set<RequestedMode>([
    ...(flags.mode === undefined ? [] : [flags.mode]),
    ...(flags.auto === true ? ["auto" as const] : []),
    ...(flags.incremental === true ? ["incremental" as const] : []),
    ...(flags.full === true || flags.force === true ? ["full" as const] : []),
  ]);
  const [mode = "auto", other] = modes;
  if (other !== undefined) {
    return fail({
      kind: "usage",
      message: `Both ${mode} and ${other} were given.`,
      expected: "one mode",
    });
  }
  const standard = readDefaultFormat(terminal);
  if (standard === null) {
    const given = terminal.env[FORMAT_VARIABLE] ?? "";
    return unknownFormat(`${FORMAT_VARIABLE}=${given}`, given);
  }
  const reports = readReports(flags, { cwd: terminal.cwd, standard });
  if (!reports.ok) return reports;
  const options: RunOptions = {
    cwd: terminal.cwd,
    env: terminal.env,
    paths,
    mode,
    checks: flags.check,
    tags: flags.tag,
    categories: flags.category,
    skills: flags.skill,
    triggers: flags.trigger,
    profiles: flags.profile,
    ...(flags.skipCache === undefined ? {} : { skipCache: flags.skipCache }),
    ...(flags.verifyCache === undefined ? {} : { verifyCache: flags.verifyCache }),
    ...(flags.trace === undefined ? {} : { trace: flags.trace }),
    ...(flags.baseline === undefined ? {} : { baseline: flags.baseline }),
    ...(flags.reason === undefined ? {} : { reason: flags.reason }),
    ...(flags.config === undefined ? {} : { configFile: flags.config }),
    ...(flags.newOnly === undefined ? {} : { newOnly: flags.newOnly }),
    ...(flags.blame === undefined ? {} : { blame: flags.blame }),
    ...(flags.concurrency === undefined ? {} : { concurrency: flags.concurrency }),
    ...(flags.workers === undefined ? {} : { workers: flags.workers }),
    ...(flags.timeout === undefined ? {} : { timeout: flags.timeout }),
    ...(flags.failFast === undefined ? {} : { failFast: flags.failFast }),
    ...(flags.recover === undefined ? {} : { recover: flags.recover }),
  };
  return succeed({ verify: options, reports: reports.value, standard });
}

async function dryRun(options: RunOptions, flags: VerifyFlags, terminal: Terminal): Promise<number> {
  const built = await plan({ ...options, ...comparing(terminal), onEvent: tellWarnings(terminal) });
  if (!built.ok) return refuse(built.failures, flags, terminal);
  const asJson = flags.json === true || flags.format.includes("json");
  terminal.out(asJson ? safeJson(built.value, 2) : renderPlan(built.value, terminal.paintOut));
  return EXIT.ok;
}

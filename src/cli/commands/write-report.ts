import { resolve } from "node:path";
import { resultAsTyped } from "../../report/as-typed.ts";
import type { RenderReport } from "../../report/formats.ts";
import { withoutColour } from "../../report/print/paint.ts";
import { safeLines } from "../../report/print/safe-text.ts";
import type { RenderOptions } from "../../report/render-options.ts";
import { findRepository } from "../../shortcut/answer-from-last-run.ts";
import { fail, succeed } from "../../values/succeed.ts";
import type { Failure, Result } from "../../vocabulary/failure.ts";
import { DEFAULT_TOKENS, type Format, type Report } from "../../vocabulary/run/report.ts";
import type { VerificationResult } from "../../vocabulary/run/verification-result.ts";
import { attemptWrite } from "../attempt-write.ts";
import { EXIT } from "../exit-status.ts";
import type { VerifyFlags } from "../program.ts";
import type { Terminal } from "../terminal.ts";

/** Reports for programs are the same wherever they are made. */
const FOR_PROGRAMS: ReadonlySet<Format> = new Set<Format>(["json", "sarif", "junit"]);

export interface WriteContext {
  readonly flags: VerifyFlags;
  readonly terminal: Terminal;
  readonly render: RenderReport;
}

/** Writes every requested report. If none goes to standard output, the text report does. */
export async function writeReports(
  result: VerificationResult,
  reports: readonly Report[],
  { flags, terminal, render }: WriteContext,
): Promise<Result<null>> {
  const repository = findRepository(terminal.cwd);
  const root = repository ?? terminal.cwd;
  const optionsWith = (more: Pick<RenderOptions, "paint" | "isCompact">): RenderOptions => ({
    ...more,
    verbose: flags.verbose === true,
    quiet: flags.quiet === true,
    again: repeatedFlags(flags),
    // Found out only for a report that has a command in it.
    get program() {
      return terminal.program;
    },
    maxTokens: flags.maxTokens ?? DEFAULT_TOKENS,
    isAtRoot: repository === terminal.cwd,
  });
  const isCompact = flags.watch === true;
  const spelled = resultAsTyped(result, terminal);
  const resultFor = (format: Format): VerificationResult => (FOR_PROGRAMS.has(format) ? result : spelled);
  const printed = reports.filter(({ path }) => path === null);
  const failures: Failure[] = [];
  for (const { format } of printed.length === 0 ? [{ format: "text" as const }] : printed)
    terminal.out(
      safeLines(
        await render(format, resultFor(format), optionsWith({ paint: terminal.paintOut, isCompact })),
      ),
    );
  for (const { format, path } of reports) {
    if (path === null) continue;
    const text = await render(
      format,
      resultFor(format),
      optionsWith({ paint: withoutColour, isCompact: false }),
    );
    failures.push(...attemptWrite("report", { root, path, makesDirectories: true }, String(text)));
  }
  const summary = terminal.env["GITHUB_STEP_SUMMARY"] ?? "";
  if (summary !== "" && reports.some(({ format }) => format === "github")) {
    const text = await render("markdown", spelled, optionsWith({ paint: withoutColour, isCompact }));
    failures.push(
      ...attemptWrite(
        "report",
        { root, path: resolve(terminal.cwd, summary), isAppended: true },
        String(text),
      ),
    );
  }
  return failures.length === 0 ? succeed(null) : fail(...failures);
}

export function exitStatus(result: VerificationResult): number {
  if (result.stoppedBy === "interrupted") return EXIT.interrupted;
  if (result.success) return EXIT.ok;
  return result.failed > 0 || result.stoppedBy !== null ? EXIT.failed : EXIT.usage;
}

function repeatedFlags(flags: VerifyFlags): readonly string[] {
  return [
    ...(flags.newOnly === true ? ["--new-only"] : []),
    ...(flags.config === undefined ? [] : ["--config", flags.config]),
    ...flags.profile.flatMap((name) => ["--profile", name]),
    ...flags.skill.flatMap((name) => ["--skill", name]),
    ...flags.trigger.flatMap((name) => ["--trigger", name]),
  ];
}

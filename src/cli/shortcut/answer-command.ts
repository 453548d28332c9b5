import type { RenderReport } from "../../report/formats.ts";
import { createProgress } from "../../report/run/progress.ts";
import { answerFromLastRun, type LastRunOptions } from "../../shortcut/answer-from-last-run.ts";
import type { Report } from "../../vocabulary/run/report.ts";
import { exitStatus, writeReports } from "../commands/write-report.ts";
import { chooseReports, showsProgress } from "../options/choose-reports.ts";
import { type DefaultFormat, readDefaultFormat } from "../options/default-format.ts";
import type { VerifyFlags } from "../program.ts";
import { refuse } from "../refuse.ts";
import type { Terminal } from "../terminal.ts";

/** The request to the default command, with its parsed flags. Plain JSON. */
export interface CommandRequest {
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly paths: readonly string[];
  readonly flags: VerifyFlags;
  /** The default format: different for a person and for an agent. */
  readonly standard: DefaultFormat;
  /** Null if the configuration decides. */
  readonly reports: readonly Report[] | null;
}

/** What is loaded only on demand, and who learns what git was asked. */
export interface AnswerEdges extends Pick<LastRunOptions, "canTrace" | "isRun" | "onAsked"> {
  readonly render: RenderReport;
}

/** Answers the command line from the last run that had nothing to do; null if that run cannot answer it. */
export async function answerCommand(
  argv: readonly string[],
  terminal: Terminal,
  { render, ...edges }: AnswerEdges,
): Promise<number | null> {
  const { cwd, env } = terminal;
  const standard = readDefaultFormat(terminal);
  if (standard === null) return null;
  const key = JSON.stringify([argv, cwd, standard]);
  const isSame = (request: unknown): boolean => {
    const earlier = request as CommandRequest;
    return JSON.stringify([earlier.argv, earlier.cwd, earlier.standard]) === key;
  };
  const answered = await answerFromLastRun({ cwd, env, isSame, ...edges });
  if (answered === null) return null;
  const { flags, reports } = answered.request as CommandRequest;
  const { result } = answered;
  const progress = createProgress({ stream: terminal.err, paint: terminal.paintErr, live: terminal.isLive });
  for (const message of result.warnings) progress.onEvent({ type: "warning", message });
  const wanted = chooseReports(reports, answered.reports, { ...flags, standard });
  if (showsProgress(wanted, { flags, terminal }))
    for (const each of result.results) progress.onEvent({ type: "check-finished", result: each });
  progress.close();
  const written = await writeReports(result, wanted, { flags, terminal, render });
  return written.ok ? exitStatus(result) : refuse(written.failures, {}, terminal);
}

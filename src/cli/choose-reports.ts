import { statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { findRepository } from "../recall.ts";
import { refuseNamed } from "../system/named-file.ts";
import { fail, succeed, type Result } from "../vocabulary/failure.ts";
import { nearest } from "../vocabulary/nearest.ts";
import { FORMATS, formatOf, sharesOutput, type Format, type Report } from "../vocabulary/report.ts";
import type { VerifyFlags } from "./program.ts";
import type { Terminal } from "./terminal.ts";

type ReportFlags = Pick<VerifyFlags, "format" | "json" | "reportPath" | "maxTokens">;

/**
 * The reports that the command line asks for: `--format` once or several times, each with `=path` or without;
 * null where it says nothing, and the configuration decides. `--json` is about standard output alone.
 */
export function readReports(flags: ReportFlags, cwd: string): Result<readonly Report[] | null> {
  const reports: Report[] = [];
  for (const given of flags.format) {
    const at = given.indexOf("=");
    const name = at === -1 ? given : given.slice(0, at);
    const path = at === -1 ? null : given.slice(at + 1);
    const format = FORMATS.find((each) => each === name);
    if (format === undefined || path === "") return unknownFormat(given, name);
    reports.push({ format, path: path === null ? null : resolve(cwd, path) });
  }
  if (flags.maxTokens !== undefined && reports.every(({ format }) => format !== "agent")) {
    const message = "--max-tokens is about --format agent, which was not asked for.";
    return fail({
      kind: "usage",
      message,
      value: String(flags.maxTokens),
      expected: "--format agent with it",
    });
  }
  const placed =
    flags.reportPath === undefined ? reports : placeReport(reports, resolve(cwd, flags.reportPath));
  for (const { path } of placed) {
    const why = path === null ? null : whyNotWritten(path, cwd);
    const expected = "a file in a directory that exists";
    if (why !== null) return fail({ kind: "usage", message: why, value: String(path), expected });
  }
  const printed: readonly Report[] =
    flags.json === true ? [...placed, { format: "json", path: null }] : placed;
  if (!sharesOutput(printed)) {
    const message = "Several reports would go to standard output.";
    return fail({ kind: "usage", message, expected: "--format <format>=<file> for all of them but one" });
  }
  return succeed(placed.length === 0 ? null : placed);
}

/** What is reported in the end: the rest of what the configuration says yields to the command line. */
export function chooseReports(
  asked: readonly Report[] | null,
  declared: readonly Report[],
  flags: Pick<VerifyFlags, "json">,
): readonly Report[] {
  const reports = asked ?? declared;
  if (flags.json !== true) return reports;
  return [...reports.filter(({ path }) => path !== null), { format: "json", path: null }];
}

/** Whether progress is told line by line: not to an agent, who would pay for every line; a person at a terminal sees it. */
export function showsProgress(
  reports: readonly Report[],
  {
    flags,
    terminal,
  }: { readonly flags: Pick<VerifyFlags, "quiet">; readonly terminal: Pick<Terminal, "isLive"> },
): boolean {
  const isForAgent = reports.some(({ format, path }) => format === "agent" && path === null);
  return flags.quiet !== true && (terminal.isLive || !isForAgent);
}

/** `--report-path` is for the first document that has no path; the text for people stays where it is. */
function placeReport(reports: readonly Report[], path: string): readonly Report[] {
  const unplaced = reports.filter((report) => report.path === null);
  const moved = unplaced.find(({ format }) => format !== "text") ?? unplaced[0];
  if (moved === undefined) return [...reports, { format: formatOf(path) ?? ("text" satisfies Format), path }];
  return reports.map((report) => (report === moved ? { ...report, path } : report));
}

/** Known before anything runs for it. */
function whyNotWritten(path: string, cwd: string): string | null {
  const refused = refuseNamed({ root: findRepository(cwd) ?? cwd, path });
  if (refused !== null) return `The report cannot be written there (${refused}).`;
  const kindOf = (at: string): "directory" | "other" | null => {
    try {
      return statSync(at).isDirectory() ? "directory" : "other";
    } catch {
      return null;
    }
  };
  const isFine = kindOf(dirname(path)) === "directory" && kindOf(path) !== "directory";
  return isFine ? null : "The report cannot be written there.";
}

function unknownFormat(value: string, name: string): Result<never> {
  const close = nearest(name, FORMATS);
  return fail({
    kind: "usage",
    message: "There is no such report.",
    value: `--format ${value}`,
    expected: `one of ${FORMATS.join(", ")}, with =<file> or without`,
    ...(close === undefined || close === name ? {} : { hint: `Did you mean ${close}?` }),
  });
}

import { resolve } from "node:path";
import { formatOf, sharesOutput } from "../../config/report-formats.ts";
import { findRepository } from "../../shortcut/answer-from-last-run.ts";
import { whyNotWritten } from "../../system/files/named-file.ts";
import { fail, succeed } from "../../values/succeed.ts";
import type { Failure, Result } from "../../vocabulary/failure.ts";
import { type Format, FORMATS, type Report } from "../../vocabulary/run/report.ts";
import { nearest } from "../../wording/nearest.ts";
import type { VerifyFlags } from "../program.ts";
import type { Terminal } from "../terminal.ts";
import type { DefaultFormat } from "./default-format.ts";

type ReportFlags = Pick<VerifyFlags, "format" | "json" | "reportPath" | "maxTokens">;

/**
 * The reports that the command line asks for: `--format`, repeated, with or without `=path`; null if the
 * configuration decides. `--json` only concerns standard output.
 */
export function readReports(
  flags: ReportFlags,
  { cwd, standard }: { readonly cwd: string; readonly standard: DefaultFormat },
): Result<readonly Report[] | null> {
  const reports: Report[] = [];
  for (const given of flags.format) {
    const at = given.indexOf("=");
    const name = at === -1 ? given : given.slice(0, at);
    const path = at === -1 ? null : given.slice(at + 1);
    const format = FORMATS.find((each) => each === name);
    if (format === undefined || path === "") return unknownFormat(`--format ${given}`, name);
    reports.push({ format, path: path === null ? null : resolve(cwd, path) });
  }
  const formats = reports.length === 0 ? [standard] : reports;
  if (flags.maxTokens !== undefined && formats.every(({ format }) => format !== "agent")) {
    const message = "--max-tokens needs --format agent.";
    return fail({
      kind: "usage",
      message,
      value: String(flags.maxTokens),
      expected: "--format agent too",
    });
  }
  const placed =
    flags.reportPath === undefined ? reports : placeReport(reports, resolve(cwd, flags.reportPath));
  const refused = refuseReports(placed, cwd);
  if (refused !== null) return fail(refused);
  const printed: readonly Report[] =
    flags.json === true ? [...placed, { format: "json", path: null }] : placed;
  if (!sharesOutput(printed)) {
    const message = "Several reports would go to standard output.";
    return fail({ kind: "usage", message, expected: "--format <format>=<file> for all but one of them" });
  }
  return succeed(placed.length === 0 ? null : placed);
}

/**
 * The reports to write: the command line overrides the configuration. If neither sends anything but text to
 * standard output, the default format goes there.
 */
export function chooseReports(
  asked: readonly Report[] | null,
  declared: readonly Report[],
  { json, standard }: Pick<VerifyFlags, "json"> & { readonly standard: DefaultFormat },
): readonly Report[] {
  const reports = asked ?? declared;
  const written = reports.filter(({ path }) => path !== null);
  if (json === true) return [...written, { format: "json", path: null }];
  const printed = reports.filter(({ path }) => path === null);
  const isOpen = printed.every(({ format }) => format === "text") || standard.isGiven;
  // A user who asks for text gets it.
  const isAsked = asked !== null && printed.length > 0;
  return isAsked || !isOpen ? reports : [...written, { format: standard.format, path: null }];
}

/**
 * Whether to print progress line by line: not for an agent, which pays for every line; a person at a terminal
 * sees it.
 */
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

/** `--report-path` is for the first document without a path; the text report stays where it is. */
function placeReport(reports: readonly Report[], path: string): readonly Report[] {
  const unplaced = reports.filter((report) => report.path === null);
  const moved = unplaced.find(({ format }) => format !== "text") ?? unplaced[0];
  if (moved === undefined) return [...reports, { format: formatOf(path) ?? ("text" satisfies Format), path }];
  return reports.map((report) => (report === moved ? { ...report, path } : report));
}

/** Why reports cannot be written. Checked before anything runs; creates nothing. */
export function refuseReports(reports: readonly Report[], cwd: string): Failure | null {
  for (const { path } of reports) {
    const why = path === null ? null : whyNotWritten(path, findRepository(cwd) ?? cwd);
    const expected = "a writable file; missing directories are created";
    if (why !== null)
      return {
        kind: "usage",
        message: `The report cannot be written there (${why}).`,
        value: String(path),
        expected,
      };
  }
  return null;
}

export function unknownFormat(value: string, name: string): Result<never> {
  const close = nearest(name, FORMATS);
  return fail({
    kind: "usage",
    message: "There is no such format.",
    value,
    expected: `one of ${FORMATS.join(", ")}${value.startsWith("--") ? ", with =<file> or without" : ""}`,
    ...(close === undefined || close === name ? {} : { hint: `Did you mean ${close}?` }),
  });
}

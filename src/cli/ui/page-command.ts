import { resolve } from "node:path";
import { safe, safeLines } from "../../report/print/safe-text.ts";
import { findRepository } from "../../shortcut/answer-from-last-run.ts";
import { renderStaticPage } from "../../ui/files/page-files.ts";
import { gatherStaticData } from "../../ui/static-data.ts";
import { attemptWrite } from "../attempt-write.ts";
import { EXIT } from "../exit-status.ts";
import type { HistoryFlags } from "../programs/history-program.ts";
import { refuse } from "../refuse.ts";
import type { Terminal } from "../terminal.ts";
import { MOMENTS, parseMoment } from "../../history/moment.ts";

const LIMIT = 1000;

/** `history --format html` and `metrics --format html`: the views of the past as one file. */
export async function pageCommand(
  question: "history" | "metrics",
  flags: HistoryFlags,
  terminal: Terminal,
): Promise<number> {
  const { cwd, env, program } = terminal;
  const since = flags.since === undefined ? 0 : parseMoment(flags.since, Date.now());
  if (since === null)
    return refuse(
      [{ kind: "usage", message: "This is not a time.", value: flags.since ?? "", expected: MOMENTS }],
      {},
      terminal,
    );
  const [check = null, other] = flags.check ?? [];
  if (other !== undefined)
    return refuse(
      [
        {
          kind: "usage",
          message: "A page shows one check, or all of them.",
          value: other,
          expected: "one --check",
        },
      ],
      {},
      terminal,
    );
  const { profile: profiles = [], config } = flags;
  const options = { cwd, env, profiles, ...(config === undefined ? {} : { configFile: config }) };
  const data = await gatherStaticData(
    { options, cwd, env, program, command: [], canRun: false },
    { start: question === "history" ? "history" : "trends", limit: flags.limit ?? LIMIT, check, since },
  );
  if (!data.ok) return refuse(data.failures, {}, terminal);
  const page = renderStaticPage(data.value);
  if (flags.reportPath === undefined) {
    terminal.out(safeLines(page));
    return EXIT.ok;
  }
  const root = findRepository(cwd) ?? cwd;
  const failures = attemptWrite(
    "report",
    { root, path: resolve(cwd, flags.reportPath), makesDirectories: true },
    page,
  );
  if (failures.length > 0) return refuse(failures, {}, terminal);
  terminal.err.write(safe`Written to ${flags.reportPath}.\n`);
  return EXIT.ok;
}

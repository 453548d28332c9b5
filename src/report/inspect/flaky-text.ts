import type { FlakyChecks, FlakyProof } from "../../history/flaky.ts";
import { formatAge } from "../age.ts";
import { clipList, plural, hashPrefix } from "../format.ts";
import { joinLines, joinParts, type Part, safe, type SafeText } from "../print/safe-text.ts";
import { type Cell, renderTable } from "../print/table.ts";
import { type HistoryTextOptions, noRuns, shortCommit } from "./history-text.ts";

/** How many entries of each list are shown; the rest is counted. */
const SHOWN = 10;

/** Each check that is proved flaky, with the executions that prove it. */
export function renderFlaky({ checks, executions }: FlakyChecks, options: HistoryTextOptions): SafeText {
  if (executions === 0) return noRuns(options.program, "Nothing was executed");
  if (checks.length === 0)
    return safe`No check is proved flaky: among ${plural(executions, "execution")}, none with the same fingerprint had a different result.\n`;
  const { paint } = options;
  const blocks = checks.map(({ check, units }) =>
    joinLines([
      safe`${paint("yellow", "~")} ${paint("bold", check)} is flaky: with the same fingerprint it passed and failed.`,
      ...clipList(
        units.map((unit) => renderProof(unit, options)),
        { most: SHOWN, indent: "  ", hint: "--json shows all" },
      ),
    ]),
  );
  return safe`${joinParts([...blocks, ADVICE], "\n\n")}\n`;
}

const ADVICE =
  "Its result depends on chance, on the time, or on an input that is not declared (`inputs`, `env`).";

function renderProof(unit: FlakyProof, { paint, now }: HistoryTextOptions): SafeText {
  const { executions, failed, passed } = unit;
  const rows = executions
    .slice(0, SHOWN)
    .map(({ status, runId, at, tried, commit }): readonly Cell[] => [
      status === "passed" ? { text: "✓ passed", format: "green" } : { text: "✗ failed", format: "red" },
      runId,
      { text: formatAge(at, now), format: "dim" },
      shortCommit({ commit }),
      tried === null ? "" : String(tried),
    ]);
  const titles = ["verdict", "run", "when", "commit", "try"].map((title) => ({ title }));
  const table = renderTable(titles, rows, paint);
  const hidden = executions.length - rows.length;
  return joinLines([
    safe`  ${describeTarget(unit)}: ${failed} of ${failed + passed} executions failed ${paint("dim", safe`(fingerprint ${hashPrefix(unit.fingerprint)})`)}`,
    ...table.map((line) => safe`    ${line}`),
    ...(hidden > 0 ? [safe`    ... and ${hidden} more (--json shows all)`] : []),
  ]);
}

function describeTarget({ target, batch }: FlakyProof): Part {
  if (batch !== null)
    return safe`${plural(batch.files, "file")} in one command (${batch.first}, ...), which one is not known`;
  return target === "" ? "the whole project" : target;
}

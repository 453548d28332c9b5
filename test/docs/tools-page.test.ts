import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { PACKAGE_ROOT } from "../rig/package-root.ts";
import { UNPROVED } from "../maze/proofs/all.ts";
import { toolRows, type Row } from "./tool-rows.ts";

const PAGE = readFileSync(join(PACKAGE_ROOT, "docs/tools.md"), "utf8");

/** The rows of the table below a heading, without what is above them. */
function tableBelow(heading: string): readonly Row[] {
  const section = PAGE.split(`\n## ${heading}\n`)[1]?.split("\n## ")[0] ?? "";
  const lines = section.split("\n").filter((line) => line.startsWith("|"));
  return lines.slice(2).map((line) =>
    line
      .slice(1, -1)
      .split("|")
      .map((cell) => cell.trim()),
  );
}

it("docs/tools.md says of every tool what the table says", () => {
  expect(tableBelow("Tools")).toEqual(toolRows().tools);
});

it("docs/tools.md says what several tools read", () => {
  expect(tableBelow("Settings that several tools read")).toEqual(toolRows().shared);
});

it("docs/tools.md says which rows are not proved, and why", () => {
  const rows = Object.entries(UNPROVED).map(([tool, why]) => [`\`${tool}\``, why]);
  expect(tableBelow("Proof")).toEqual(rows);
});

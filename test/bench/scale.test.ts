import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const SCRIPT = join(import.meta.dirname, "../../bench/scale.mjs");
const SMALL = [
  "--files",
  "2000",
  "--packages",
  "20",
  "--developers",
  "10",
  "--runs-per-day",
  "200",
  "--days",
  "1",
];

function simulate(...args: readonly string[]): string {
  return execFileSync(process.execPath, [SCRIPT, ...SMALL, ...args], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
}

/** The column of each way of keeping results. */
function column(table: string, name: string): Readonly<Record<string, number>> {
  const [head = [], , ...rows] = table
    .split("\n")
    .filter((line) => line.startsWith("|"))
    .map((line) => line.split("|").map((cell) => cell.trim()));
  const at = head.indexOf(name);
  return Object.fromEntries(rows.map((row) => [row[1] ?? "", Number.parseFloat(row[at] ?? "")]));
}

describe("the simulation of a team", () => {
  it("says the same for the same seed, and something else for another", () => {
    expect(simulate()).toBe(simulate());
    expect(simulate("--seed", "2")).not.toBe(simulate());
  });

  it("runs most where nothing is shared, and less by file than by package", () => {
    const ran = column(simulate(), "ran a day");
    expect(ran["by file, shared"]).toBeLessThan(ran["by package, shared"] ?? 0);
    expect(ran["by package, shared"]).toBeLessThan(ran["by file, one machine"] ?? 0);
  });

  it("finds more elsewhere where fewer files are edited", () => {
    const found = (edits: string): number =>
      column(simulate("--edits-per-run", edits), "of what had changed")["by file, shared"] ?? 0;
    expect(found("1")).toBeGreaterThan(found("20"));
  });
});

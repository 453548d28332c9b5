import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "..");
const text = readFileSync(join(ROOT, "SECURITY.md"), "utf8");

/** The threats, with the tests that are named for each. */
const rows = text
  .slice(text.indexOf("## Threats"))
  .split("\n")
  .filter((line) => /^\| (?!threat|-)/.test(line))
  .map((line) => line.split("|").map((cell) => cell.trim()))
  .map(([, threat = "", , shownBy = ""]) => ({ threat, tests: shownBy.split("<br>") }));

describe("SECURITY.md", () => {
  it("SECURITY.md lists threats", () => {
    expect(rows.length).toBeGreaterThan(20);
  });

  it.each(rows)("names tests that there are: $threat", ({ tests }) => {
    for (const test of tests) {
      const [, file = "", name = ""] = /^`(.+?\.test\.ts)`: (.+)$/.exec(test) ?? [];
      expect([test, file]).not.toEqual([test, ""]);
      expect(readFileSync(join(ROOT, "test", file), "utf8")).toContain(`"${name}"`);
    }
  });
});

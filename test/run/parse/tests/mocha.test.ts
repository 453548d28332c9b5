import { describe, expect, it } from "vitest";
import type { Locate } from "../../../../src/run/parse/locate.ts";
import type { Printed } from "../../../../src/run/parse/parser.ts";
import { parseMocha } from "../../../../src/run/parse/tests/mocha.ts";
import type { RepoPath } from "../../../../src/vocabulary/tree/path.ts";

const FILES = new Set(["test/a.js", "test/b.js"]);
const locate: Locate = (printed) => (FILES.has(printed) ? { path: printed as RepoPath, exists: true } : null);

async function parsed(report: unknown, stderr: readonly string[] = []) {
  const printed = { stdout: [], stderr, texts: [], documents: [report], locate, targets: [] } as Printed;
  return parseMocha(printed);
}

const passed = (file: string) => ({ title: "t", fullTitle: "s t", file, err: {} });
const failed = (file?: string) => ({
  title: "t",
  fullTitle: "s t",
  file,
  err: { message: "no", stack: "Error: no" },
});
const report = (passes: readonly object[], failures: readonly object[]) => ({
  stats: { suites: 1, tests: passes.length + failures.length, failures: failures.length },
  passes,
  failures,
});

describe("the JSON of mocha", () => {
  it("says of each file what came of it", async () => {
    const read = await parsed(report([passed("test/a.js"), passed("test/b.js")], [failed("test/b.js")]));
    expect(read?.covered).toEqual([
      { file: "test/a.js", status: "passed" },
      { file: "test/b.js", status: "failed" },
    ]);
    expect(read?.status).toBe(1);
    expect(read?.problems).toMatchObject([{ message: "s t: no", file: "test/b.js", owner: "test/b.js" }]);
  });

  it.each([
    [
      "something failed that is in no file",
      report([passed("test/a.js")], [failed("test/b.js"), failed()]),
      [],
    ],
    [
      "an error was caught by nobody",
      report([passed("test/a.js")], [failed("test/b.js")]),
      ["Uncaught Error: x"],
    ],
    [
      "the failures are not all there",
      { ...report([passed("test/a.js")], [failed("test/b.js")]), stats: { suites: 1, failures: 2 } },
      [],
    ],
  ])("believes no file that passed where %s", async (_, document, stderr) => {
    expect((await parsed(document, stderr))?.covered).toEqual([{ file: "test/b.js", status: "failed" }]);
  });

  it.each([null, {}, { passes: [], failures: [] }, { stats: {}, passes: [], failures: [] }, []])(
    "%j is not the JSON of mocha",
    async (document) => expect(await parsed(document)).toBeNull(),
  );
});

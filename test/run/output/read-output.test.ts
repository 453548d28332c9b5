import { describe, expect, it } from "vitest";
import type { PlannedCommand } from "../../../src/plan/plan.ts";
import { NO_START } from "../../../src/run/doubt/watch-tree.ts";
import type { CommandOutcome } from "../../../src/run/executor.ts";
import { mergeFindings } from "../../../src/run/output/merge-findings.ts";
import { type ReadOutput, readOutput } from "../../../src/run/output/read-output.ts";
import { unitOutcomes } from "../../../src/run/output/unit-outcomes.ts";
import type { Check } from "../../../src/vocabulary/check/check.ts";
import type { VerificationEvent } from "../../../src/vocabulary/run/event.ts";
import type { RepoPath } from "../../../src/vocabulary/tree/path.ts";
import type { Ending } from "../../../src/vocabulary/verdict/result.ts";
import { cutMarker } from "../../../src/wording/cut-marker.ts";
import { SPECIMEN } from "../../tools/specimen.mjs";
import { captured } from "../parse/reading.ts";

interface Said extends Partial<Pick<CommandOutcome, "stdout" | "stderr">> {
  readonly exitCode?: number;
  readonly ending?: Ending;
  readonly files?: readonly string[];
  readonly parse?: Check["parse"];
}

const check = { name: "lint", category: "quality", parse: "auto" } as Check;

async function readSaid(
  said: Said,
): Promise<ReadOutput & { warnings: readonly string[]; stored: readonly string[] }> {
  const events: VerificationEvent[] = [];
  const files = (said.files ?? []) as RepoPath[];
  const command: PlannedCommand = {
    command: "tool",
    args: [],
    cwd: ".",
    env: {},
    timeout: 0,
    files,
    trace: null,
  };
  const outcome: CommandOutcome = {
    ending: said.ending ?? { type: "exited", code: said.exitCode ?? 1 },
    stdout: said.stdout ?? "",
    stderr: said.stderr ?? "",
    startedAt: 0,
    duration: 1,
    trace: null,
  };
  const output = await readOutput(
    { ...check, parse: said.parse ?? "auto" },
    { command, outcome },
    {
      emit: (event) => events.push(event),
      redact: (text) => text,
      sources: {
        roots: ["/repo"],
        isFile: (path) => Object.hasOwn(SPECIMEN, path),
        readLines: (path) => SPECIMEN[path]?.split("\n") ?? null,
      },
    },
  );
  const attempt = {
    command,
    outcome,
    retries: 0,
    traces: null,
    elsewhere: [],
    failedTries: [],
    since: 0,
    start: NO_START,
    ...output,
  };
  const stored = unitOutcomes(attempt).map(
    ({ target, status, exitCode, findings }) => `${target} ${status} ${exitCode} ${findings.length}`,
  );
  return {
    ...output,
    warnings: events.flatMap((event) => (event.type === "warning" ? [event.message] : [])),
    stored,
  };
}

const eslint = captured("eslint-json");
const FILES = ["src/lint.js", "src/clean.js", "src/warned.js", "src/ignored.js", "src/broken.js"];

describe("findings", () => {
  it("have a place, a code, a suggestion, the source around them, and what the tool said", async () => {
    const { findings } = await readSaid({ ...eslint, files: FILES });
    expect(findings[2]).toMatchObject({
      check: "lint",
      severity: "error",
      file: "src/lint.js",
      line: 2,
      column: 7,
      code: "no-unused-vars",
      suggestion: "Remove unused variable 'unused'.",
      context: [
        "  1 | export function compare(a, b) {",
        "> 2 |   var unused = 1;",
        "    |       ^",
        "  3 |   if (a == b) {",
        "  4 |     debugger;",
      ].join("\n"),
    });
    expect(findings[2]?.raw).toContain('"messageId":"unusedVar"');
  });

  it("keep their ids when lines move, and differ where the same is said twice", async () => {
    const at = (line: number): string => `src/lint.js:${line}:1: error: odd\n`;
    // Beyond the end of the file there is no text that would tell one line from another.
    const before = await readSaid({ stderr: at(200) + at(400) });
    const after = await readSaid({ stderr: at(300) + at(500) });
    const idsOf = (read: ReadOutput): readonly string[] => mergeFindings(read.findings).map(({ id }) => id);
    expect(new Set(idsOf(before)).size).toBe(2);
    expect(idsOf(after)).toEqual(idsOf(before));
  });

  it("do not depend on where the repository stands", async () => {
    const { findings } = await readSaid(captured("vitest-json"));
    expect(findings[0]?.message).toContain("imported from test/broken.test.js");
  });

  it("come with the raw output where a part of it was left out, also where a parser of the user reads it", async () => {
    const stdout = `src/lint.js:1:1: error: odd\n${cutMarker(9)}rest\n`;
    const own = { check: "lint", category: "quality", severity: "error", id: "own", message: "odd" } as const;
    for (const parse of ["auto", "gcc", () => [own]] as const) {
      const { findings } = await readSaid({ stdout, parse });
      expect(findings.map(({ message }) => message)).toEqual([
        "odd",
        "lint: exit code 1, and a part of its output was left out",
      ]);
      expect((await readSaid({ stdout, parse: "gcc", exitCode: 0 })).findings).toHaveLength(1);
    }
  });

  it("come with the raw output where one of them says only that something failed", async () => {
    const { findings } = await readSaid(captured("node-junit"));
    expect(findings[0]?.message).toMatch(/: test failed$/);
    expect(findings.at(-1)).toMatchObject({ message: "lint: exit code 1", severity: "error" });
    expect((await readSaid(captured("node-tap"))).findings.map(({ message }) => message)).not.toContain(
      "lint: exit code 1",
    );
  });

  it("are counted, not listed, when they are a flood", async () => {
    const { findings } = await readSaid({ stdout: "src/lint.js:1:1: error: odd\n".repeat(5000) });
    expect(findings).toHaveLength(2000);
    expect(findings.at(-1)).toMatchObject({
      severity: "error",
      message: "3001 more findings are not listed.",
    });
  });
});

describe("the raw output", () => {
  it("is the finding where nothing is recognised", async () => {
    const { findings, warnings } = await readSaid({ stderr: "it broke\n" });
    expect(findings).toMatchObject([{ severity: "error", message: "lint: exit code 1", raw: "it broke" }]);
    expect(warnings).toEqual([]);
  });

  it("is a finding beside warnings that do not explain the failure", async () => {
    const { findings } = await readSaid({ ...captured("eslint-json-warnings"), exitCode: 1 });
    expect(findings.map(({ severity, message }) => `${severity} ${message}`)).toEqual([
      "warning Expected '===' and instead saw '=='.",
      "error lint: exit code 1",
    ]);
  });

  it("is used, with a warning, where a named format is not what was printed", async () => {
    const { findings, warnings } = await readSaid({ stdout: "[{", parse: "eslint" });
    expect(findings).toMatchObject([{ message: "lint: exit code 1", raw: "[{" }]);
    expect(warnings).toEqual([
      'The output of "lint" is not in the format eslint, so its raw output is used.',
    ]);
  });

  it("is used, with a warning, where a parser breaks", async () => {
    const parse = { pattern: { regexp: "^(a+)+$", message: 1 } };
    const { findings, warnings } = await readSaid({ stdout: `${"a".repeat(4000)}b`, parse });
    expect(findings).toHaveLength(1);
    expect(findings[0]?.message).toBe("lint: exit code 1");
    expect(warnings[0]).toMatch(/^The parser of "lint" failed, so its raw output is used: .*timed out/);
  });

  it("is a finding beside what a command said before its time was up", async () => {
    const ending = { type: "timed-out", limit: 1000 } as const;
    const { findings } = await readSaid({ ...captured("tsc-plain"), ending });
    expect(findings.map(({ message }) => message).at(-1)).toBe("lint: timed out after 1 s");
    expect(findings).toHaveLength(3);
  });

  it("is nothing where the check asks for none", async () => {
    expect((await readSaid({ ...eslint, parse: "none" })).findings).toEqual([]);
  });
});

describe("a command that passed", () => {
  it("a command that passed keeps its warnings", async () => {
    const { findings } = await readSaid(captured("eslint-json-warnings"));
    expect(findings).toMatchObject([{ severity: "warning", file: "src/warned.js" }]);
  });

  it("has no errors, though its text may look like some", async () => {
    expect((await readSaid({ ...captured("tsc-plain"), exitCode: 0 })).findings).toEqual([]);
  });

  it("is a pass for each of its files, with the warnings of each", async () => {
    const { stored } = await readSaid({
      ...captured("eslint-json-warnings"),
      files: ["src/warned.js", "src/clean.js"],
    });
    expect(stored).toEqual(["src/warned.js passed 0 1", "src/clean.js passed 0 0"]);
  });
});

describe("a failed batch", () => {
  it("a failed batch of ESLint tells apart what failed and what is clean, and is silent on what was warned about or ignored", async () => {
    const { stored } = await readSaid({ ...eslint, files: FILES });
    expect(stored).toEqual(["src/broken.js failed 1 1", "src/clean.js passed 0 0", "src/lint.js failed 1 4"]);
  });

  it("a failed batch of oxlint tells files apart where it looked at as many as it was given", async () => {
    const oxlint = captured("oxlint-json");
    const files = ["src/lint.js", "src/clean.js", "src/warned.js"];
    expect((await readSaid({ ...oxlint, files })).stored).toEqual([
      "src/lint.js failed 1 3",
      "src/clean.js passed 0 0",
      "src/warned.js failed 1 1",
    ]);
    expect((await readSaid({ ...oxlint, files: [...files, "src/ignored.js"] })).stored).toEqual([]);
  });

  it("a failed batch of Jest tells test files apart, and is silent on one whose tests were skipped", async () => {
    const files = ["sum", "clean", "broken", "skipped"].map((name) => `jest/${name}.test.cjs`);
    expect((await readSaid({ ...captured("jest-json"), files })).stored).toEqual([
      "jest/sum.test.cjs failed 1 1",
      "jest/clean.test.cjs passed 0 0",
      "jest/broken.test.cjs failed 1 1",
    ]);
  });

  it("a failed batch of Vitest believes no pass where errors that no test caught would not have been shown", async () => {
    const files = ["test/sum.test.js", "test/clean.test.js", "test/unhandled.test.js"];
    const { stored } = await readSaid({ ...captured("vitest-json-unhandled"), files });
    expect(stored).toEqual(["test/sum.test.js failed 1 1"]);
  });

  it.each([
    ["was ended by a signal", { ending: { type: "signalled", signal: "SIGKILL" } }],
    ["ran out of time", { ending: { type: "timed-out", limit: 1 } }],
    ["crashed", { exitCode: 2 }],
    ["printed more than is kept", { stderr: "\n[... 1,000 bytes left out ...]\n" }],
    ["broke off in the middle", { stdout: eslint.stdout.slice(0, -200) }],
    ["is not about these files", { files: ["a.js", "b.js"] }],
  ] as const)("covers nothing where the command %s", async (_, change) => {
    expect((await readSaid({ ...eslint, files: FILES, ...change })).stored).toEqual([]);
  });

  it("covers nothing where an error belongs to no file that failed", async () => {
    const report = JSON.parse(eslint.stdout) as { filePath: string }[];
    const stdout = JSON.stringify(
      report.map((entry) => ({
        ...entry,
        filePath: entry.filePath.replace("/repo/src/lint.js", "/elsewhere/lint.js"),
      })),
    );
    expect((await readSaid({ ...eslint, stdout, files: FILES })).stored).toEqual([]);
  });
});

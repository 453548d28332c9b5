import { Ajv } from "ajv";
import { XMLParser, XMLValidator } from "fast-xml-parser";
import type { Log } from "sarif";
import { describe, expect, it } from "vitest";
import { renderGithub } from "../../src/report/machine/github.ts";
import { renderJunit } from "../../src/report/machine/junit.ts";
import { renderMarkdown } from "../../src/report/machine/markdown.ts";
import { renderSarif } from "../../src/report/machine/sarif.ts";
import { failedCheck, HOSTILE, sampleCheck, sampleFinding, sampleResult } from "./sample-result.ts";
import { SARIF_SCHEMA } from "./sarif-schema.ts";

const hostile = sampleFinding({
  message: HOSTILE,
  file: `src/${HOSTILE}.ts`,
  code: HOSTILE,
  suggestion: HOSTILE,
});
const located = sampleFinding();
const warning = sampleFinding({
  id: "b".repeat(24),
  severity: "warning",
  message: "Prefer const.",
  line: 3,
  state: "old",
});
const raw = sampleFinding({ id: "c".repeat(24), check: "build", message: "build: exit code 2" });
const { file: _file, line: _line, column: _column, code: _code, ...unplaced } = raw;

describe("SARIF", () => {
  const read = (...args: Parameters<typeof sampleResult>): Log => {
    const log = JSON.parse(String(renderSarif(sampleResult(...args)))) as Log;
    const validate = new Ajv({ strict: true, allErrors: true }).compile(SARIF_SCHEMA);
    validate(log);
    expect(validate.errors ?? []).toEqual([]);
    return log;
  };

  it("has a relative place, a stable rule and the finding's id as a fingerprint", () => {
    const [run] = read([failedCheck([located, warning])]).runs;
    expect(run?.results?.[0]).toMatchObject({
      ruleId: "lint/no-unused-vars",
      level: "error",
      partialFingerprints: { "findingId/v1": located.id },
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: "src/cart.ts", uriBaseId: "%SRCROOT%" },
            region: { startLine: 12, startColumn: 7 },
          },
        },
      ],
    });
    expect(run?.results?.map(({ level }) => level)).toEqual(["error", "warning"]);
    expect(run?.tool.driver.rules?.[run?.results?.[0]?.ruleIndex ?? -1]?.id).toBe("lint/no-unused-vars");
  });

  it("says what is new only where there is something to compare with", () => {
    const findingsBaseline = { commitHash: null, timestamp: "2026-11-14T16:20:00.000Z" };
    const states = (log: Log): unknown => log.runs[0]?.results?.map(({ baselineState }) => baselineState);
    expect(states(read([failedCheck([located, warning])]))).toEqual([undefined, undefined]);
    expect(states(read([failedCheck([located, warning])], { findingsBaseline }))).toEqual([
      "new",
      "unchanged",
    ]);
  });

  it("notes what is found in no file as said about the run", () => {
    const [run] = read([failedCheck([unplaced, sampleFinding({ file: "/etc/passwd" })])]).runs;
    expect(run?.results).toEqual([]);
    expect(run?.invocations?.[0]?.toolExecutionNotifications).toHaveLength(2);
  });

  it("stays valid whatever a tool says, and where nothing is found", () => {
    const [run] = read([
      failedCheck([hostile, sampleFinding({ message: "", file: "a b/\uDC80#?.ts", line: 0 })]),
    ]).runs;
    expect(run?.results?.[1]?.locations?.[0]?.physicalLocation?.artifactLocation?.uri).toBe(
      "a%20b/%EF%BF%BD%23%3F.ts",
    );
    expect(read([sampleCheck()]).runs[0]?.results).toEqual([]);
  });
});

describe("JUnit", () => {
  const read = (...args: Parameters<typeof sampleResult>) => {
    const xml = renderJunit(sampleResult(...args));
    expect(XMLValidator.validate(xml)).toBe(true);
    const parser = new XMLParser({
      ignoreAttributes: false,
      attributeNamePrefix: "",
      parseAttributeValue: false,
      isArray: (name) => ["testsuite", "testcase"].includes(name),
    });
    return parser.parse(xml).testsuites;
  };

  it("has a suite for each check and a case for each error", () => {
    const suites = read([
      failedCheck([located, warning], { stdout: "12:7 error" }),
      sampleCheck({ check: "types" }),
      sampleCheck({ check: "build", status: "skipped", passed: false, why: "lint did not pass" }),
    ]);
    expect(suites).toMatchObject({ tests: "3", failures: "1", skipped: "1" });
    const [lint, types, build] = suites.testsuite;
    expect(lint).toMatchObject({ name: "lint", tests: "1", failures: "1", "system-out": "12:7 error" });
    expect(lint.testcase[0].failure).toMatchObject({ message: located.message, type: "no-unused-vars" });
    expect(types.testcase).toEqual([{ name: "types", classname: "types", time: "1.200" }]);
    expect(build.testcase[0].skipped.message).toBe("lint did not pass");
  });

  it("tells a failure without a place as the failure of the check", () => {
    const [suite] = read([failedCheck([unplaced])]).testsuite;
    expect(suite.testcase[0].failure.message).toBe("exit code 1");
  });

  it("JUnit skips what is tolerated", () => {
    const suites = read([failedCheck([{ ...located, state: "old" }])], {
      tolerated: ["lint"],
      success: true,
    });
    expect(suites).toMatchObject({ failures: "0", skipped: "1" });
  });

  it("stays one well-formed document whatever a tool says", () => {
    const [suite] = read([failedCheck([hostile], { stdout: HOSTILE, why: HOSTILE })]).testsuite;
    expect(suite.testcase).toHaveLength(1);
    expect(suite["system-out"]).toContain("<script>");
  });
});

describe("annotations of GitHub", () => {
  it("annotations of GitHub have their place, escaped", () => {
    const finding = sampleFinding({ file: "a,b:c%.ts", message: "50 % of\nit", code: "x" });
    const [line] = String(renderGithub(sampleResult([failedCheck([finding])]))).split("\n");
    expect(line).toBe("::error file=a%2Cb%3Ac%25.ts,line=12,col=7,title=lint x::50 %25 of%0Ait");
  });

  it("tell what is new and in a changed file first, and no more than GitHub shows", () => {
    const old = Array.from({ length: 9 }, (_, index) => sampleFinding({ line: index + 1, state: "old" }));
    const fresh = sampleFinding({ file: "z.ts" });
    const changed = sampleFinding({ file: "zz.ts" });
    const result = sampleResult([failedCheck([...old, fresh, changed])]);
    const text = String(renderGithub({ ...result, changes: { ...result.changes, addedFiles: ["zz.ts"] } }));
    const lines = text.split("\n").filter((line) => line.startsWith("::error"));
    expect(lines).toHaveLength(10);
    expect(lines[0]).toContain("file=zz.ts");
    expect(lines[1]).toContain("file=z.ts");
    expect(text).toContain("1 finding more");
  });

  it("tell a failure without a place, and warn of what is tolerated", () => {
    expect(String(renderGithub(sampleResult([failedCheck([unplaced], { check: "build" })])))).toContain(
      "::error title=build failed::exit code 1",
    );
    const tolerated = sampleResult([failedCheck([{ ...located, state: "old" }])], { tolerated: ["lint"] });
    expect(String(renderGithub(tolerated))).toMatch(/^::warning file=src\/cart\.ts/);
  });

  it("are one line each whatever a tool says", () => {
    const text = String(renderGithub(sampleResult([failedCheck([hostile], { why: HOSTILE })])));
    expect(text.split("\n").filter((line) => line.includes("::"))).toHaveLength(1);
    expect(text).not.toContain("\u001B");
  });
});

describe("Markdown", () => {
  it("shows the verdict, the checks and what was found", () => {
    const text = renderMarkdown(sampleResult([failedCheck([located]), sampleCheck({ check: "types" })]));
    expect(text).toContain("### ❌ 1 check failed");
    expect(text).toContain("| ❌ | ` lint ` | ` exit code 1 ` | 1.2 s |");
    expect(text).toContain(
      "- **new** error ` src/cart.ts:12:7 ` ` 'total' is assigned a value but never used. `",
    );
  });

  it("keeps what a tool says within code", () => {
    const text = renderMarkdown(
      sampleResult([failedCheck([{ ...hostile, context: "```\n</details>" }], { why: HOSTILE })]),
    );
    const outside = text.replaceAll(/(`+)[^`][\s\S]*?[^`]\1(?!`)/g, "");
    expect(outside).not.toMatch(/script|@everyone|img|owned/);
    expect(outside.match(/<\/?details/g)).toHaveLength(2);
  });

  it("Markdown fits into a comment", () => {
    const findings = Array.from({ length: 500 }, () =>
      sampleFinding({ message: "m".repeat(5000), context: "c".repeat(5000) }),
    );
    const text = renderMarkdown(sampleResult([failedCheck(findings)]));
    expect(text.length).toBeLessThan(65_536);
    expect(text).toContain("1 check failed");
  });
});

describe("the reason that was given for a run", () => {
  const withReason = sampleResult([failedCheck([located])], { reason: HOSTILE });
  const plainReason = sampleResult([failedCheck([located])], { reason: "a new compiler" });

  it("the reason that was given for a run is in every format", () => {
    expect(renderMarkdown(plainReason)).toContain("\n\nReason: ` a new compiler `\n\n");
    expect(renderJunit(plainReason)).toContain(
      '<properties><property name="reason" value="a new compiler"/></properties><testcase ',
    );
    const { runs } = JSON.parse(String(renderSarif(plainReason))) as Log;
    expect(runs[0]?.properties).toEqual({ reason: "a new compiler" });
    expect(String(renderGithub(plainReason))).toContain("\nreason: a new compiler\n");
  });

  it("does no harm, and leaves no trace where there is none", () => {
    expect(XMLValidator.validate(renderJunit(withReason))).toBe(true);
    expect(String(renderGithub(withReason))).not.toMatch(/^::error::owned/m);
    for (const render of [renderMarkdown, renderJunit, renderSarif, renderGithub])
      expect(String(render(sampleResult([failedCheck([located])])))).not.toMatch(/reason/i);
  });
});

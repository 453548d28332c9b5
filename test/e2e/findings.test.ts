import { describe, expect, it } from "vitest";
import { Rig, shell } from "../rig/rig.ts";

describe("what can go wrong with a check", () => {
  it("time-out: it has failed, and says after how long, beside what it had found", async () => {
    const rig = new Rig();
    rig.write("a.ts", "let a: string = 1;\n");
    rig.checks(
      shell("slow", "echo 'a.ts(1,5): error TS2322: no'; exec sleep 60", { timeout: 300 }),
      shell("other", "true"),
    );
    const { status, result } = await rig.json();
    expect(status).toBe(1);
    expect(result.results[0]).toMatchObject({
      status: "failed",
      exitCode: null,
      why: "timed out after 300 ms",
    });
    expect(result.findings.map(({ message }) => message)).toEqual(["no", "slow: timed out after 300 ms"]);
    expect(result.results[1]?.status).toBe("passed");
  });

  it("a check that is not there: the run is refused with the name that was meant, since it would prove nothing", async () => {
    const rig = new Rig();
    rig.checks(shell("lint", "true"));
    const { status, stderr } = await rig.verification(["--check", "lnit"]);
    expect(status).toBe(2);
    expect(stderr).toContain('Did you mean "lint"?');
  });

  it("a command that is not there: its check has failed and says what to do, and the others run", async () => {
    const rig = new Rig();
    rig.checks({ name: "lint", command: "no-such-tool" }, shell("other", "true"));
    const { status, result } = await rig.json();
    expect(status).toBe(1);
    expect(result.results.map((each) => each.status)).toEqual(["failed", "passed"]);
    expect(result.findings).toMatchObject([{ check: "lint", severity: "error" }]);
    expect(result.findings[0]?.message).toMatch(/no-such-tool was not found.*Install it/);
  });

  it("output that cannot be parsed: the raw output is the finding, with a warning", async () => {
    const rig = new Rig();
    rig.checks(shell("lint", "echo '[{\"filePath\"'; exit 1", { parse: "eslint" }));
    const { status, result } = await rig.json();
    expect(status).toBe(1);
    expect(result.warnings).toEqual([
      'The output of "lint" is not in the format eslint, so its raw output is used.',
    ]);
    expect(result.findings).toMatchObject([{ message: "lint: exit code 1", raw: '[{"filePath"' }]);
  });

  it("what several commands of a check have to say is said once", async () => {
    const rig = new Rig();
    rig.write("a.txt", "");
    rig.write("b.txt", "");
    const args = ["-c", "echo '['; exit 1", "sh", "{files}"];
    rig.checks(shell("lint", "", { args, parse: "eslint", files: ["*.txt"], batch: 1 }));
    const { result } = await rig.json();
    expect(result).toMatchObject({
      filesVerified: 2,
      warnings: [expect.stringContaining("not in the format")],
    });
  });

  it("an error of the command: it has failed, with what it printed", async () => {
    const rig = new Rig();
    rig.checks(shell("build", "echo partly; echo broken >&2; exit 7", { type: "build" }));
    const { result } = await rig.json();
    expect(result.results[0]).toMatchObject({ exitCode: 7, stdout: "partly\n", stderr: "broken\n" });
    expect(result.findings).toMatchObject([{ message: "build: exit code 7: broken", raw: "broken" }]);
  });
});

describe("findings", () => {
  const rigWithScript = (script: string): Rig => {
    const rig = new Rig();
    rig.write("src/a.js", "one\ntwo\nthree\n");
    rig.write("src/b.js", "one\n");
    rig.checks(shell("lint", script, { type: "lint" }));
    return rig;
  };

  it("are shown to people in place of the output that they were read from", async () => {
    const rig = rigWithScript("cat printed; exit 1");
    rig.write("printed", "src/a.js:2:1: error: odd [no-odd]\n{ a lot more }\n");
    const { stdout } = await rig.verification();
    expect(stdout).toContain("src/a.js:2:1 error odd no-odd");
    expect(stdout).not.toContain("a lot more");
    expect((await rig.verification(["--verbose"])).stdout).toContain("a lot more");
  });

  it("findings that are warnings do not fail a check, and are told again when its verdict stands", async () => {
    const rig = rigWithScript("echo 'src/a.js:2:1: warning: odd'");
    const first = await rig.json();
    expect(first.status).toBe(0);
    expect(first.result.findings).toMatchObject([{ severity: "warning", file: "src/a.js", line: 2 }]);
    const second = await rig.json();
    expect(second.result.results[0]?.cached).toBe(true);
    const known = first.result.findings.map((finding) => ({ ...finding, state: "old" }));
    expect(second.result.findings).toEqual(known);
  });

  it("findings of a batch that passed stay with their files", async () => {
    const rig = rigWithScript("true");
    const script = 'for f in "$@"; do echo "$f:1:1: warning: odd"; done';
    rig.checks({
      name: "lint",
      type: "lint",
      command: "sh",
      args: ["-c", script, "sh", "{files}"],
      files: ["src/*"],
      follow: "none",
    });
    expect((await rig.json()).result.findings).toHaveLength(2);
    rig.write("src/b.js", "changed\n");
    const { result } = await rig.json();
    expect(result.results[0]).toMatchObject({ filesVerified: 1, cacheHits: 1 });
    expect(result.findings.map(({ file }) => file).sort()).toEqual(["src/a.js", "src/b.js"]);
  });

  it("can be read with a problem matcher", async () => {
    const rig = new Rig();
    rig.write("src/a.js", "one\n");
    const pattern = { regexp: "^<(.+?)> line (\\d+): (.*)$", file: 1, line: 2, message: 3 };
    rig.checks(shell("lint", "echo '<src/a.js> line 1: odd'; exit 1", { parse: { pattern } }));
    expect((await rig.json()).result.findings).toMatchObject([
      { file: "src/a.js", line: 1, message: "odd", context: "> 1 | one\n  2 |" },
    ]);
  });
});

describe("a mistake in parse", () => {
  it.each([
    ["parse: eslnt", "3:12", 'Did you mean "eslint"?'],
    ["parse: { pattern: { regexp: '(' } }", "3:33", "a regular expression of JavaScript"],
    ["parse: { pattern: { regexp: a, mesage: 1 } }", "3:36", 'Did you mean "message"?'],
    ["parse: { patern: { regexp: a } }", "3:12", "checks[0].parse.pattern is missing"],
  ])("is answered with its place and what was meant: %s", async (line, place, said) => {
    const rig = new Rig();
    rig.write(".verification.yml", `checks:\n  - name: lint\n    ${line}\n    command: "true"\n`);
    const { status, stderr } = await rig.verification();
    expect(status).toBe(2);
    expect(stderr).toContain(`.verification.yml:${place}`);
    expect(stderr).toContain(said);
  });
});

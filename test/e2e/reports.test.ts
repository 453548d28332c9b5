import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { Rig, shell } from "../rig/rig.ts";

const FAILING = shell("lint", "echo 'a.txt:1:2: error: it is bad'; exit 1", { type: "lint" });

function rigWithReports(): Rig {
  const rig = new Rig();
  rig.write(".gitignore", "out.*\n.verification-baseline.json\n");
  rig.write("a.txt", "bad\n");
  rig.checks(FAILING);
  rig.commitAll();
  return rig;
}

const SEVERAL = ["sarif=out.sarif", "junit=out.xml", "html=out.html", "markdown=out.md", "json=out.json"];

function readReports(rig: Rig): Readonly<Record<string, string>> {
  return Object.fromEntries(
    ["sarif", "xml", "html", "md", "json"].map((ending) => [
      ending,
      readFileSync(join(rig.root, `out.${ending}`), "utf8"),
    ]),
  );
}

describe("several reports at once", () => {
  it("are each written to their file, with the text for people on standard output", async () => {
    const rig = rigWithReports();
    const args = ["text", ...SEVERAL].flatMap((format) => ["--format", format]);
    // The files that the first run makes are ignored, and nothing refers to them: the next answers come from memory.
    for (let run = 0; run < 3; run++) {
      const { status, stdout } = await rig.verification(args);
      expect(status).toBe(1);
      expect(stdout).toContain("1 failed");
      const { sarif, xml, html, md, json } = readReports(rig);
      expect(JSON.parse(sarif ?? "").runs[0].results).toHaveLength(1);
      expect(xml).toContain('<failure message="it is bad"');
      expect(html).toMatch(/^<!doctype html>[\s\S]*it is bad[\s\S]*<\/html>\n$/);
      expect(md).toContain("### ❌ 1 check failed");
      expect(JSON.parse(json ?? "")).toMatchObject({ success: false });
      expect(existsSync(join(rig.root, ".verification-cache/runs.jsonl"))).toBe(run > 0);
    }
  });

  it("can be declared, and the command line goes before them", async () => {
    const rig = rigWithReports();
    rig.config({
      checks: [FAILING],
      report: [{ format: "sarif", path: "out.sarif" }, { path: "out.xml" }, { format: "markdown" }],
    });
    expect((await rig.verification()).stdout).toContain("### ❌");
    expect(readFileSync(join(rig.root, "out.xml"), "utf8")).toContain("<testsuites");
    expect(existsSync(join(rig.root, "out.sarif"))).toBe(true);
    expect((await rig.verification(["--format", "github"])).stdout).toMatch(
      /^::error file=a.txt,line=1,col=2/,
    );
    expect((await rig.json([])).result.success).toBe(false);
  });

  it("go to standard output or to --report-path, by the ending of its name", async () => {
    const rig = rigWithReports();
    expect(JSON.parse((await rig.verification(["--format", "sarif"])).stdout)).toMatchObject({
      version: "2.1.0",
    });
    const { stdout } = await rig.verification(["--format", "junit", "--report-path", "out.1"]);
    expect(stdout).toContain("1 failed");
    expect(readFileSync(join(rig.root, "out.1"), "utf8")).toContain("<testsuites");
    await rig.verification(["--report-path", "out.html"]);
    expect(readFileSync(join(rig.root, "out.html"), "utf8")).toContain("<!doctype html>");
  });

  it.each([
    [["--format", "sarif", "--format", "junit"], "Several reports would go to standard output"],
    [["--format", "sarif", "--json"], "Several reports would go to standard output"],
    [["--format", "serif"], "Did you mean sarif?"],
    [["--format", "sarif="], "one of text, json"],
    [["--format", "sarif=.verification.yml/out"], "cannot be written there"],
  ])("are refused where that cannot be: %s", async (args, message) => {
    const { status, stderr } = await rigWithReports().verification(args);
    expect(status).toBe(2);
    expect(stderr).toContain(message);
  });

  it("are refused in the configuration where several would go to standard output", async () => {
    const rig = rigWithReports();
    rig.config({ checks: [FAILING], report: [{ format: "sarif" }, { format: "json" }] });
    const { status, stderr } = await rig.verification();
    expect(status).toBe(2);
    expect(stderr).toMatch(/\.verification\.yml:\d+:\d+: Several reports/);
  });
});

describe("on GitHub", () => {
  it("annotations go with the text, and the summary of the job is added to", async () => {
    const rig = rigWithReports();
    rig.write("out.summary", "before\n");
    const env = { GITHUB_STEP_SUMMARY: join(rig.root, "out.summary") };
    const { stdout } = await rig.verification(["--format", "text", "--format", "github"], { env });
    expect(stdout).toContain("run again:");
    expect(stdout).toContain("::error file=a.txt");
    expect(readFileSync(join(rig.root, "out.summary"), "utf8")).toMatch(/^before\n### ❌/);
  });
});

describe("a secret in the command of a check", () => {
  it("is given to the command and told to nobody", async () => {
    const rig = rigWithReports();
    const secret = "correct-horse-battery";
    rig.checks({
      name: "leak",
      command: "sh",
      args: ["-c", 'test "$1" = "$GITHUB_TOKEN"', "sh", "{{ github.token }}"],
    });
    const { status, stdout } = await rig.verification(["--json"], { env: { GITHUB_TOKEN: secret } });
    expect(status).toBe(0);
    expect(stdout).toContain("[redacted]");
    expect(stdout).not.toContain(secret);
  });
});

describe("a secret that a check prints", () => {
  it("is neither shown nor written nor stored", async () => {
    const rig = rigWithReports();
    const secret = "correct-horse-battery";
    rig.checks(
      shell("leak", 'echo "a.txt:1:1: error: $DEPLOY_TOKEN"; exit 1', {
        type: "lint",
        env: ["DEPLOY_TOKEN"],
      }),
    );
    const args = SEVERAL.flatMap((format) => ["--format", format]);
    const { stdout, stderr } = await rig.verification(args, { env: { DEPLOY_TOKEN: secret } });
    const reports = readReports(rig);
    for (const text of [stdout, stderr, ...Object.values(reports)]) expect(text).not.toContain(secret);
    expect(reports["json"]).toContain("[redacted]");
    const stored = [rig.storeDirectory, join(rig.root, ".verification-cache")].flatMap((directory) =>
      readdirSync(directory).map((name) => readFileSync(join(directory, name), "latin1")),
    );
    expect(stored.join("")).toContain("[redacted]");
    expect(stored.join("")).not.toContain(secret);
  });
});

describe("where a report goes", () => {
  it("directories are made, for the command line and the configuration", async () => {
    const rig = new Rig();
    rig.config({ checks: [shell("good", "true")], report: { path: "made/by/config.html" } });
    expect((await rig.verification()).status).toBe(0);
    expect(readFileSync(join(rig.root, "made/by/config.html"), "utf8")).toContain("<html");
    expect((await rig.verification(["--format", "json=new/r.json"])).status).toBe(0);
    expect(JSON.parse(readFileSync(join(rig.root, "new/r.json"), "utf8"))).toMatchObject({ success: true });
  });

  it.each([
    ["a file stands where a directory would have to be", "a.txt/r.html"],
    ["it is a directory", "somewhere"],
  ])("one that cannot be written is known before anything runs: %s", async (_, path) => {
    const rig = new Rig();
    rig.write("a.txt", "one\n");
    rig.write("somewhere/b.txt", "two\n");
    const check = shell("good", "echo ran >> ../ran");
    rig.config({ checks: [check], report: { format: "html", path } });
    for (const args of [[], ["--format", `html=${path}`]]) {
      const { status, stderr } = await rig.verification(args);
      expect(status).toBe(2);
      expect(stderr).toContain("The report cannot be written there");
    }
    expect(existsSync(join(rig.root, "../ran"))).toBe(false);
    // What the command line asks for takes the place of what the configuration says.
    expect((await rig.verification(["--format", "text"])).status).toBe(0);
  });
});

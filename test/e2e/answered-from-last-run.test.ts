import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { VerificationResult } from "../../src/index.ts";
import { fileCheck, rigWith } from "../rig/incremental.ts";
import { OWN_BASELINE, shell, type Rig, type RunOptions } from "../rig/rig.ts";

/** How many runs were answered from memory since the database was last opened. */
function recalled(rig: Rig): number {
  const file = join(rig.root, ".verification-cache/runs.jsonl");
  return existsSync(file) ? readFileSync(file, "utf8").split("\n").length - 1 : 0;
}

/** Runs once, and says whether the run was answered from memory. */
async function isRecalled(
  rig: Rig,
  args: readonly string[] = [],
  options: RunOptions = {},
): Promise<boolean> {
  const before = recalled(rig);
  const { status } = await rig.verification(args, options);
  expect(status).toBe(0);
  return recalled(rig) > before;
}

/** Writes nothing, so that a run leaves the world as it was. */
const QUIET = ["-c", '! grep -l BAD "$@"', "sh", "{files}"];

function repository(): Rig {
  const rig = rigWith(
    fileCheck({ args: QUIET, inputs: ["ignored/input.txt"], env: ["DECLARED"] }),
    shell("whole", "cat src/a.ts", { type: "test" }),
  );
  rig.write("src/a.ts", 'import { b } from "./b.js";\nimport "some-package";\nexport const a = b;\n');
  rig.write("src/b.ts", "export const b = 1;\n");
  rig.write("src/c.ts", 'import "../ignored/made.js";\nimport "../ignored/not-yet.js";\n');
  rig.write("tsconfig.json", '{ "compilerOptions": { "paths": { "@x/*": ["./ignored/*", "./src/*"] } } }');
  rig.write("src/d.ts", 'import "@x/mapped";\n');
  rig.write("src/mapped.ts", "export {};\n");
  rig.write("ignored/made.ts", "export {};\n");
  rig.write("ignored/input.txt", "one\n");
  rig.git("add", "-A");
  rig.git("commit", "-q", "-m", "all");
  return rig;
}

describe("a run with nothing to do", () => {
  it("is answered from memory at once after a run that did everything", async () => {
    const rig = repository();
    expect(await isRecalled(rig)).toBe(false);
    expect(await isRecalled(rig)).toBe(true);
    expect(await isRecalled(rig)).toBe(true);
  });

  it("is answered from memory although names came beside the tree that no import can lead to", async () => {
    const rig = repository();
    rig.write(".git/info/exclude", ".turbo/\n");
    await rig.verification();
    rig.write(".turbo/turbo-lint.log", "done\n");
    rig.write(".turbo/cache/index.js", "done\n");
    expect(await isRecalled(rig)).toBe(true);
    rmSync(join(rig.root, ".turbo"), { recursive: true });
    expect(await isRecalled(rig)).toBe(true);
    rig.write(".turbo/deep/down/not-yet.js", "export {};\n");
    expect(await isRecalled(rig)).toBe(false);
  });

  it("says what a run that looks at everything says", async () => {
    const rig = repository();
    await rig.verification();
    const quick = await rig.json();
    expect(recalled(rig)).toBe(0);
    const again = await rig.json();
    expect(recalled(rig)).toBe(1);
    rmSync(join(rig.root, ".verification-cache/last-run.sealed"));
    const slow = await rig.json();
    const timeless = ({ result }: { result: VerificationResult }) => ({
      ...result,
      runId: "",
      startedAt: "",
      duration: 0,
      results: result.results.map((each) => ({ ...each, timestamp: 0 })),
    });
    expect(timeless(again)).toEqual(timeless(slow));
    expect(timeless(quick)).toEqual(timeless(slow));
    expect(again.result.runId).not.toBe(slow.result.runId);
    expect(again.result).toMatchObject({
      success: true,
      mode: "incremental",
      filesVerified: 0,
      cacheHits: 6,
    });
  });

  it("is kept in history like any other", async () => {
    const rig = repository();
    for (let run = 0; run < 4; run += 1) await rig.verification();
    expect(recalled(rig)).toBe(3);
    const { stdout } = await rig.verification(["cache", "stats", "--json"]);
    expect(JSON.parse(stdout)).toMatchObject({ runs: 4, hits: 18 });
    expect(recalled(rig)).toBe(0);
  });

  it("shows a stored failure again", async () => {
    const rig = rigWith(fileCheck({ args: QUIET }));
    rig.write("src/a.ts", "BAD\n");
    const first = await rig.verification();
    const second = await rig.verification();
    expect([first.status, second.status]).toEqual([1, 1]);
    expect(recalled(rig)).toBe(1);
    expect(second.stdout).toContain("files failed");
  });

  it("is not remembered where something would run again", async () => {
    const rig = rigWith(shell("fails", "exit 1", { type: "test" }), shell("passes", "exit 0"));
    for (let run = 0; run < 3; run += 1) expect((await rig.verification()).status).toBe(1);
    expect(recalled(rig)).toBe(0);
  });

  it("writes the report where the configuration wants it", async () => {
    const rig = rigWith();
    rig.config({
      checks: [shell("passes", "exit 0")],
      report: { format: "json", path: "ignored/report.json" },
    });
    mkdirSync(join(rig.root, "ignored"));
    await rig.verification();
    rmSync(join(rig.root, "ignored/report.json"));
    expect(await isRecalled(rig)).toBe(true);
    expect(JSON.parse(readFileSync(join(rig.root, "ignored/report.json"), "utf8"))).toMatchObject({
      success: true,
    });
  });
});

const world: Readonly<Record<string, (rig: Rig) => RunOptions | void>> = {
  "a file of the tree": (rig) => rig.write("src/b.ts", "export const b = 2;\n"),
  "a new file": (rig) => rig.write("src/new.ts", "export {};\n"),
  "a deleted file": (rig) => rmSync(join(rig.root, "src/b.ts")),
  "an executable bit": (rig) => chmodSync(join(rig.root, "src/b.ts"), 0o755),
  "a commit": (rig) => void rig.git("commit", "-q", "--allow-empty", "-m", "empty"),
  "another branch": (rig) => void rig.git("checkout", "-q", "-b", "other"),
  "a declared variable": () => ({ env: { DECLARED: "set" } }),
  "a variable that tools read": () => ({ env: { NODE_OPTIONS: "--no-warnings" } }),
  "a declared input that git ignores": (rig) => rig.write("ignored/input.txt", "two\n"),
  "a generated file that is imported": (rig) => rig.write("ignored/made.ts", "export default 1;\n"),
  "a generated file that an import waits for": (rig) => rig.write("ignored/not-yet.ts", "export {};\n"),
  "a package that an import waits for": (rig) =>
    rig.write("node_modules/some-package/package.json", '{ "name": "some-package", "main": "x.js" }'),
  "a generated file that a mapped name finds first": (rig) => rig.write("ignored/mapped.ts", "export {};\n"),
  "an ignored file of rules for git": (rig) => rig.write("ignored/.gitignore", "*\n"),
  "a configuration above the repository": (rig) => writeFileSync(join(rig.root, "../tsconfig.json"), "{}"),
  "what is installed": (rig) => rig.write("node_modules/.package-lock.json", "{}"),
  "a command in front of the one on PATH": (rig) => {
    rig.write("node_modules/.bin/sh", '#!/bin/sh\nexec /bin/sh "$@"\n');
    chmodSync(join(rig.root, "node_modules/.bin/sh"), 0o755);
  },
  "the configuration": (rig) => rig.checks(fileCheck(), shell("whole", "cat src/b.ts")),
  "a second configuration": (rig) => rig.write(".verification.yaml", "checks: []\n"),
  "the last verified state": (rig) => rmSync(join(rig.root, OWN_BASELINE)),
  "the state that people share": (rig) => rig.write(".verification-baseline.json", "{}"),
  "the stored verdicts": (rig) => rmSync(join(rig.root, ".verification-cache"), { recursive: true }),
  "settings of git": (rig) => void rig.git("config", "core.autocrlf", "input"),
  "a link to somewhere else": (rig) => symlinkSync("/etc/hostname", join(rig.root, "src/link.ts")),
};

describe("a run is not answered from memory after a change of", () => {
  it.each(Object.keys(world))("a run is not answered from memory after a change of %s", async (what) => {
    const rig = repository();
    await rig.verification();
    expect(await isRecalled(rig)).toBe(true);
    const options = world[what]?.(rig) ?? {};
    const before = recalled(rig);
    await rig.verification([], options);
    expect(recalled(rig)).not.toBe(before + 1);
  });

  it("a run is not answered from memory after a change of an untracked file, also to the same size at the same time", async () => {
    const rig = repository();
    rig.write("src/new.ts", "export const n = 1;\n");
    await rig.verification();
    expect(await isRecalled(rig)).toBe(true);
    writeFileSync(join(rig.root, "src/new.ts"), "export const n = 2;\n");
    expect(await isRecalled(rig)).toBe(false);
    writeFileSync(join(rig.root, "src/new.ts"), "export const n = 1;\n");
    expect(await isRecalled(rig)).toBe(false);
    expect(await isRecalled(rig)).toBe(true);
  });

  it("a run is not answered from memory after a change of the question", async () => {
    const rig = repository();
    await rig.verification();
    expect(await isRecalled(rig, ["--check", "files"])).toBe(false);
    expect(await isRecalled(rig, ["--check", "files"])).toBe(true);
    expect(await isRecalled(rig, ["src"])).toBe(false);
    expect(await isRecalled(rig, [], { cwd: join(rig.root, "src") })).toBe(false);
    for (const flag of ["--full", "--force", "--skip-cache", "--baseline=HEAD"]) {
      const twice = [await isRecalled(rig, [flag]), await isRecalled(rig, [flag])];
      expect([flag, ...twice]).toEqual([flag, false, false]);
    }
  });
});

describe("a red run", () => {
  it("takes back what was remembered, also when it was forced", async () => {
    const rig = rigWith(shell("t", 'test ! -e "$(printf %s "$HOME")/red"', { type: "test" }));
    rig.commitAll();
    await rig.verification();
    expect(await isRecalled(rig)).toBe(true);
    rig.write("../home/red", "");
    expect((await rig.verification(["--force"])).status).toBe(1);
    expect((await rig.verification()).status).toBe(1);
  });
});

describe("a run that ends after another has found a failure", () => {
  it("does not bring back what that one took away", async () => {
    const rig = rigWith();
    rig.checks(
      { name: "slow", type: "lint", ...rig.controlled("slow"), files: ["s.txt"] },
      shell("outer", 'test ! -e "$(printf ign)ored/red"', { type: "test", files: ["o.txt"] }),
    );
    rig.write("s.txt", "1");
    rig.write("o.txt", "1");
    const first = rig.verification();
    (await rig.started("slow")).exit(0);
    expect((await first).status).toBe(0);
    rig.write("s.txt", "2");
    const long = rig.start([]).ended;
    const slow = await rig.started("slow");
    rig.write("ignored/red", "");
    expect((await rig.verification(["--force", "--check", "outer"])).status).toBe(1);
    slow.exit(0);
    expect((await long).status).toBe(0);
    expect((await rig.verification()).status).toBe(1);
  });
});

describe("what is remembered", () => {
  it("is not used when it is damaged", async () => {
    const rig = repository();
    await rig.verification();
    const file = join(rig.root, ".verification-cache/last-run.sealed");
    const text = readFileSync(file, "utf8");
    writeFileSync(file, text.replace('"passed":true', '"passed":null'));
    expect(await isRecalled(rig)).toBe(false);
  });

  it("holds no value of a variable", async () => {
    const rig = repository();
    await rig.verification([], { env: { DECLARED: "very-secret-value" } });
    const text = readFileSync(join(rig.root, ".verification-cache/last-run.sealed"), "utf8");
    expect(text).toContain("DECLARED");
    expect(text).not.toContain("very-secret-value");
  });
});

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { Rig, shell } from "../rig/rig.ts";

describe("the fields of a check", () => {
  it("choose it by tag and category, several of a kind widening the choice", async () => {
    const rig = new Rig();
    rig.checks(
      shell("a", "true", { tags: ["quick"], category: "quality" }),
      shell("b", "true", { tags: ["slow"], category: "security" }),
      shell("c", "true", { tags: ["quick", "net"], category: "security" }),
    );
    const ran = async (...args: string[]): Promise<string[]> =>
      (await rig.json(args)).result.results
        .filter(({ status }) => status === "passed")
        .map(({ check }) => check);
    expect(await ran("--tag", "quick")).toEqual(["a", "c"]);
    expect(await ran("--tag", "slow", "--tag", "net")).toEqual(["b", "c"]);
    expect(await ran("--category", "security")).toEqual(["b", "c"]);
    expect(await ran("--tag", "quick", "--category", "security")).toEqual(["c"]);
  });

  it("set its working directory and environment", async () => {
    const rig = new Rig();
    rig.write("packages/a/file", "");
    rig.checks(
      shell("here", 'pwd; echo "$MODE $COUNT"', { cwd: "packages/a/", env: { MODE: "test", COUNT: 3 } }),
    );
    expect((await rig.json()).result.results[0]?.stdout).toBe(`${rig.root}/packages/a\ntest 3\n`);
  });

  it("split a command that is written as one line, without a shell", async () => {
    const rig = new Rig();
    rig.checks({
      name: "words",
      command: `node -p "process.argv.slice(1)" 'two words' $HOME`.replace("$HOME", "*"),
      args: ["x;y"],
    });
    expect((await rig.json()).result.results[0]?.stdout).toBe("[ 'two words', '*', 'x;y' ]\n");
  });

  it("let a working directory be made by a dependency", async () => {
    const rig = new Rig();
    rig.checks(shell("make", "mkdir out"), shell("use", "pwd", { cwd: "out", dependsOn: ["make"] }));
    expect((await rig.json()).result.results[1]?.stdout).toBe(`${rig.root}/out\n`);
  });
});

describe("template values", () => {
  it("say where checks work that do not say so themselves", async () => {
    const rig = new Rig();
    rig.write("deep/er/file", "");
    rig.config({
      workDir: "deep",
      checks: [
        shell("there", "pwd"),
        shell("own", "pwd", { cwd: "deep/er" }),
        shell("root", "pwd", { cwd: "." }),
      ],
    });
    const { result } = await rig.json();
    expect(result.results.map(({ stdout }) => stdout)).toEqual(
      ["deep", "deep/er", "."].map((directory) => `${join(rig.root, directory)}\n`),
    );
  });

  it("are put in as whole strings that no shell looks at", async () => {
    const rig = new Rig();
    rig.config({
      checkpointDir: "points",
      checks: [
        {
          name: "args",
          command: "node",
          args: [
            "-p",
            "JSON.stringify([...process.argv.slice(1), process.env.FROM])",
            "{{workDir}}",
            "--at={{ checkpointDir }}",
            "{{ task }}",
            "{{ github.ref_name }}",
            "{{.Names}}",
          ],
          env: { FROM: "{{ github.sha }}" },
        },
      ],
    });
    const env = {
      VERIFICATION_TASK: "fix $(touch pwned) 'it'; ls",
      GITHUB_REF_NAME: "a b",
      GITHUB_SHA: "abc",
    };
    const { result } = await rig.json([], { env });
    expect(JSON.parse(result.results[0]?.stdout ?? "")).toEqual([
      rig.root,
      `--at=${rig.root}/points`,
      env.VERIFICATION_TASK,
      "a b",
      "{{.Names}}",
      "abc",
    ]);
  });

  it("give the whole GitHub context without its token", async () => {
    const rig = new Rig();
    rig.checks({ name: "github", command: "echo", args: ["{{ github }}"] });
    const { result } = await rig.json([], { env: { GITHUB_SHA: "abc", GITHUB_TOKEN: "secret" } });
    expect(result.results[0]?.stdout).toBe('{"sha":"abc"}\n');
  });

  it("template values without a value fail the check that needs them, and no other", async () => {
    const rig = new Rig();
    rig.checks({ name: "needs", command: "echo", args: ["{{ github.sha }}"] }, shell("other", "true"));
    const { status, result } = await rig.json();
    expect(status).toBe(1);
    expect(result.results[0]).toMatchObject({
      status: "failed",
      why: "{{ github.sha }} has no value: GITHUB_SHA is not set.",
    });
    expect(result.results[1]?.status).toBe("passed");
  });
});

describe("{files}", () => {
  const print = { command: "node", args: ["-p", "process.argv.slice(1).join('|')", "--", "{files}"] };

  it("becomes the target files, each an argument of its own, whatever they are called", async () => {
    const rig = new Rig();
    const plain = ["a b.txt", "q'uo\"te.txt", "new\nline.txt", "ünï.txt"];
    const special = [
      "-dash.txt",
      "@list.txt",
      "!not.txt",
      "~.txt",
      "a=b.txt",
      "$HOME.txt",
      "{files}.txt",
      "$&.txt",
    ];
    for (const name of [...plain, ...special]) rig.write(name, "");
    rig.write("other.md", "");
    rig.checks({ name: "print", ...print, files: ["*.txt"] });
    const { result } = await rig.json();
    expect(result.results[0]?.stdout.trimEnd().split("|").sort()).toEqual(
      [...plain, ...special.map((name) => `./${name}`)].sort(),
    );
    expect(result.results[0]?.filesVerified).toBe(12);
  });

  it("keeps to globs, to what git does not ignore, and to the paths of the command line", async () => {
    const rig = new Rig();
    for (const file of ["src/a.ts", "src/b.test.ts", "lib/c.ts", "dist/d.ts", ".hidden/e.ts"])
      rig.write(file, "");
    rig.write(".gitignore", "dist\n");
    rig.checks({ name: "print", ...print, files: ["**/*.ts", "!**/*.test.ts"] });
    const files = async (...args: string[]): Promise<string | undefined> =>
      (await rig.json([...args, "--force"])).result.results[0]?.stdout.trimEnd();
    expect(await files()).toBe("./.hidden/e.ts|lib/c.ts|src/a.ts");
    expect(await files("src")).toBe("src/a.ts");
    expect(await files("src/a.ts", "lib/")).toBe("lib/c.ts|src/a.ts");
    expect(await files("src/b.test.ts")).toBe("");
  });

  it("takes everything but what is excluded when only exclusions are given", async () => {
    const rig = new Rig();
    for (const file of ["a.ts", "docs/b.md"]) rig.write(file, "");
    rig.checks({ name: "print", ...print, files: ["!docs/**", "!.*"] });
    expect((await rig.json()).result.results[0]?.stdout.trimEnd()).toBe("a.ts");
  });

  it("is relative to the working directory of the check, and repeats an argument that holds it", async () => {
    const rig = new Rig();
    rig.write("pkg/src/a.ts", "");
    rig.write("pkg/src/b.ts", "");
    rig.checks({
      name: "print",
      command: "node",
      args: ["-p", "process.argv.slice(1).join('|')", "--", "--file={files}"],
      cwd: "pkg",
      files: ["pkg/**/*.ts"],
    });
    expect((await rig.json()).result.results[0]?.stdout).toBe("--file=src/a.ts|--file=src/b.ts\n");
  });

  it("is spread over several commands where the system's limit asks for it", async () => {
    const rig = new Rig();
    const long = "x".repeat(200);
    for (let index = 0; index < 2500; index++) writeFileSync(join(rig.root, `${long}-${index}.txt`), "");
    rig.checks({ name: "count", command: "sh", args: ["-c", "echo $#", "sh", "{files}"], files: ["*.txt"] });
    const { result } = await rig.json();
    const counts = result.results[0]?.stdout.trim().split("\n").map(Number) ?? [];
    expect(counts.length).toBeGreaterThan(1);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(2500);
    expect(result.results[0]?.filesVerified).toBe(2500);
  });

  it("fails the check when one of several commands fails", async () => {
    const rig = new Rig();
    const long = "x".repeat(200);
    for (let index = 0; index < 1500; index++) writeFileSync(join(rig.root, `${long}-${index}.txt`), "");
    rig.checks({
      name: "one",
      command: "sh",
      args: ["-c", 'for f; do case "$f" in *-700.txt) exit 4;; esac; done', "sh", "{files}"],
      files: ["*.txt"],
    });
    expect((await rig.json()).result.results[0]).toMatchObject({ status: "failed", exitCode: 4 });
  });

  it("{files} without any file skips the check, and a run that verified nothing exits with 2", async () => {
    const rig = new Rig();
    rig.checks({ name: "print", ...print, files: ["*.none"] });
    const { status, result } = await rig.json();
    expect(status).toBe(2);
    expect(result.results[0]).toMatchObject({ status: "skipped", skippedReason: "no-files" });
    expect(result.success).toBe(false);
  });

  it("refuses a name that is not UTF-8 rather than pass another name", async () => {
    const rig = new Rig();
    writeFileSync(
      Buffer.concat([Buffer.from(`${rig.root}/`), Buffer.from([0x66, 0xff]), Buffer.from(".txt")]),
      "",
    );
    rig.checks({ name: "print", ...print, files: ["*.txt"] });
    const { status, result } = await rig.json();
    expect(status).toBe(1);
    expect(result.results[0]?.why).toMatch(/\\udcff.txt" is not valid UTF-8/);
  });
});

describe("--dry-run", () => {
  it("prints the plan and starts nothing", async () => {
    const rig = new Rig();
    rig.write("a.ts", "");
    rig.checks(shell("touch", "touch ran"), {
      name: "lint",
      command: "eslint",
      args: ["{files}"],
      files: ["*.ts"],
      dependsOn: ["touch"],
    });
    const { status, stdout } = await rig.verification(["--dry-run", "--json"]);
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      schemaVersion: 1,
      checks: [
        { check: "touch", decision: "run", dependsOn: [] },
        {
          check: "lint",
          decision: "run",
          dependsOn: ["touch"],
          commands: [{ command: "eslint", args: ["a.ts"], files: ["a.ts"] }],
        },
      ],
    });
    const text = await rig.verification(["--dry-run"]);
    expect(text.stdout).toContain("$ eslint a.ts");
    expect(rig.git("status", "--porcelain")).not.toContain("ran");
  });
});

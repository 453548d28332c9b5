import { execFileSync } from "node:child_process";
import { chmodSync, lstatSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { FlowRig } from "../rig/flow.ts";
import { fileCheck, rigWith } from "../rig/incremental.ts";
import { PACKAGE_ROOT } from "../rig/package-root.ts";
import { Rig, shell } from "../rig/rig.ts";
import { Outside, TRAPS } from "../rig/traps.ts";

const isLink = (path: string): string => `${path} is a link, which is not followed: remove it`;
const BIN = join(PACKAGE_ROOT, "bin/verification");
const good = shell("good", "true");

function isStillLink(rig: Rig, path: string): boolean {
  return lstatSync(join(rig.root, path)).isSymbolicLink();
}

describe.each(Object.entries(TRAPS))("a committed link to %s", (_, to) => {
  it("is not followed in place of the baseline: the run goes on without it, and says so once", async () => {
    const rig = rigWith(good);
    const outside = new Outside(rig);
    outside.link(".verification-baseline.json", to);
    for (let run = 0; run < 3; run++) {
      const { status, stderr } = await rig.verification();
      expect([status, stderr.split(isLink(".verification-baseline.json")).length - 1]).toEqual([0, 1]);
    }
    expect((await rig.verification(["status"])).status).toBe(0);
    expect(outside.touched).toEqual([]);
    expect(isStillLink(rig, ".verification-baseline.json")).toBe(true);
  });

  it("is refused in place of a report, and nothing runs for it", async () => {
    const rig = rigWith(shell("good", "echo ran >> .ran"));
    const outside = new Outside(rig);
    outside.link("out.html", to);
    for (const args of [
      ["--report-path", "out.html"],
      ["--format", "json=out.html"],
    ]) {
      const { status, stderr } = await rig.verification(args);
      expect([status, stderr]).toEqual([2, expect.stringContaining(isLink("out.html"))]);
    }
    expect(() => readFileSync(join(rig.root, ".ran"))).toThrow("ENOENT");
    expect(outside.touched).toEqual([]);
  });

  it("is refused in place of a report that the configuration names", async () => {
    const rig = rigWith();
    rig.config({ checks: [good], report: { path: "out.html" } });
    const outside = new Outside(rig);
    outside.link("out.html", to);
    for (let run = 0; run < 3; run++) {
      const { status, stderr } = await rig.verification();
      expect([status, stderr]).toEqual([2, expect.stringContaining(isLink("out.html"))]);
    }
    expect(outside.touched).toEqual([]);
  });

  it("is not followed in place of the summary of a job", async () => {
    const rig = rigWith(good);
    const outside = new Outside(rig);
    outside.link("summary.md", to);
    const { status, stderr } = await rig.verification(["--format", "github"], {
      env: { GITHUB_STEP_SUMMARY: join(rig.root, "summary.md") },
    });
    expect([status, stderr]).toEqual([2, expect.stringContaining(isLink("summary.md"))]);
    expect(outside.touched).toEqual([]);
  });

  it("is not followed in place of a receipt", async () => {
    const rig = rigWith(good);
    const outside = new Outside(rig);
    rig.write(".gitignore", `.verification-cache/\n.verification-baseline.json\n/receipt\n/dir\n`);
    outside.link(".verification/receipt", to);
    expect((await rig.verification()).status).toBe(0);
    const { status, stderr } = await rig.verification(["receipt", "--output", ".verification/receipt"]);
    expect([status, stderr]).toEqual([2, expect.stringContaining(isLink(".verification/receipt"))]);
    expect(outside.touched).toEqual([]);
  });

  it("is not followed in place of the backlog", async () => {
    const rig = new FlowRig();
    const outside = new Outside(rig);
    outside.link("BACKLOG.md", to);
    for (const verb of [["add", "Pay by card"], ["list"], ["build", "pay", "--yes"]]) {
      const { status, stderr } = await rig.flow(...verb);
      expect([status, stderr]).toEqual([2, expect.stringContaining(isLink("BACKLOG.md"))]);
    }
    expect(outside.touched).toEqual([]);
    expect(isStillLink(rig, "BACKLOG.md")).toBe(true);
  });

  it.each([
    [".verification/state.json", ".verification/state.json"],
    [".verification", ".verification"],
    ["docs/requirements", "docs/requirements"],
    ["docs", "docs"],
  ])("is not followed in place of %s", async (place, named) => {
    const rig = new FlowRig();
    const outside = new Outside(rig);
    outside.link(place, to);
    for (const verb of [
      ["add", "Pay by card"],
      ["build", "Pay by card", "--yes"],
      ["done", "x"],
      ["abort"],
    ]) {
      const { status, stderr } = await rig.flow(...verb);
      expect([status, stderr]).toEqual([2, expect.stringContaining(isLink(named))]);
    }
    expect(outside.touched).toEqual([]);
    expect(isStillLink(rig, place)).toBe(true);
  });

  it("is not followed in place of an item's record", async () => {
    const rig = new FlowRig();
    rig.item("pay", null);
    const outside = new Outside(rig, '{ "slug": "pay", "phases_completed": [] }\n');
    outside.link("docs/requirements/pay/meta.json", to);
    const { status, stderr } = await rig.flow("build", "pay", "--yes");
    expect([status, stderr]).toEqual([2, expect.stringContaining(isLink("docs/requirements/pay/meta.json"))]);
    expect((await rig.flow("analyze", "pay")).status).toBe(2);
    const shown = await rig.flow("show", "pay");
    expect([shown.status, shown.stdout + shown.stderr]).toEqual([
      0,
      expect.stringContaining("meta.json of pay cannot be read"),
    ]);
    expect(rig.ran()).toEqual([]);
    expect(outside.touched).toEqual([]);
    expect(isStillLink(rig, "docs/requirements/pay/meta.json")).toBe(true);
  });

  it("is not followed in place of an item", async () => {
    const rig = new FlowRig();
    const outside = new Outside(rig);
    outside.link("docs/requirements/pay-by-card", to);
    expect((await rig.flow("add", "Pay by card")).status).toBe(0);
    expect(rig.meta("pay-by-card-2")).toMatchObject({ slug: "pay-by-card-2" });
    expect(outside.touched).toEqual([]);
  });

  it("is not followed in place of a lock", async () => {
    const rig = new FlowRig();
    const outside = new Outside(rig, '{ "pid": 1, "host": "elsewhere", "born": "" }\n');
    outside.link(".verification/items.lock.1", to);
    const { status, stderr } = await rig.flow("add", "Pay by card");
    expect([status, stderr]).toEqual([2, expect.stringContaining(isLink(".verification/items.lock.1"))]);
    expect(outside.touched).toEqual([]);
  });

  it.each([".husky", ".husky/pre-push"])("is not followed in place of %s", async (place) => {
    const rig = rigWith(good);
    rig.write(".husky/pre-commit", "true\n");
    const outside = new Outside(rig);
    outside.link(place, to);
    for (const verb of ["install", "uninstall", "status"]) await rig.verification(["hooks", verb]);
    const { status, stdout } = await rig.verification(["hooks", "install"]);
    expect([status, stdout]).toEqual([1, expect.stringMatching(/is a link|not a regular file/)]);
    expect(outside.touched).toEqual([]);
    expect(isStillLink(rig, place)).toBe(true);
  });

  it("is not followed in place of the directory of hooks that git is told to use", async () => {
    const rig = rigWith(good);
    const outside = new Outside(rig);
    outside.link("scripts/hooks", to);
    rig.git("config", "core.hooksPath", "scripts/hooks");
    const { status, stdout } = await rig.verification(["hooks", "install"]);
    expect([status, stdout]).toEqual([1, expect.stringContaining(isLink("scripts/hooks"))]);
    expect(outside.touched).toEqual([]);
  });
});

describe("a committed link", () => {
  it.each(["victim", "new", "none/new", "directory"])(
    "a committed link in place of the configuration, to %s: init leaves it, also with --force",
    async (to) => {
      const rig = new Rig();
      rig.write("package.json", '{ "scripts": { "test": "true" } }');
      const outside = new Outside(rig, "version: 1\nchecks: []\n");
      outside.link(".verification.yml", to);
      for (const args of [["init"], ["init", "--force"]])
        expect((await rig.verification(args)).status).toBe(2);
      expect(outside.touched).toEqual([]);
      expect(isStillLink(rig, ".verification.yml")).toBe(true);
    },
  );

  it("a committed link in place of the configuration is named by init --force", async () => {
    const rig = new Rig();
    rig.write("package.json", '{ "scripts": { "test": "true" } }');
    const outside = new Outside(rig, "version: 1\nchecks: []\n");
    outside.link(".verification.yml", "victim");
    const { stderr } = await rig.verification(["init", "--force"]);
    expect(stderr).toContain(isLink(".verification.yml"));
  });

  it("a committed link in place of lefthook's configuration is not written through", async () => {
    const rig = rigWith(good);
    const outside = new Outside(rig, "pre-commit:\n  commands: {}\n");
    outside.link("lefthook.yml", "victim");
    const { status, stderr } = await rig.verification(["hooks", "install"]);
    expect([status, stderr]).toEqual([2, expect.stringContaining(isLink("lefthook.yml"))]);
    expect(outside.touched).toEqual([]);
  });

  it("a committed link on the way to a report is not followed, at any depth", async () => {
    const rig = rigWith(good);
    const outside = new Outside(rig);
    outside.link("build/out", "directory");
    for (const path of ["build/out/report.html", "build/out/nested/report.html", "build/out/kept"]) {
      const { status, stderr } = await rig.verification(["--report-path", path]);
      expect([status, stderr]).toEqual([2, expect.stringContaining(isLink("build/out"))]);
    }
    const alias = join(dirname(rig.root), "alias");
    symlinkSync(rig.root, alias);
    const { status } = await rig.verification(["--report-path", join(alias, "build/out/report.html")]);
    expect(status).toBe(2);
    expect(outside.touched).toEqual([]);
  });

  it("a committed link on the way to a receipt is not followed, and no directory is made behind it", async () => {
    const rig = rigWith(good);
    const outside = new Outside(rig);
    outside.link(".verification", "directory");
    expect((await rig.verification()).status).toBe(0);
    const { status, stderr } = await rig.verification(["receipt", "-o", ".verification/deep/receipt"]);
    expect([status, stderr]).toEqual([2, expect.stringContaining(isLink(".verification"))]);
    expect(outside.touched).toEqual([]);
  });

  it("a committed link in place of the configuration: audit --fix says what to write, and does not write it", async () => {
    const rig = new Rig();
    rig.write("src/a.txt", "1\n");
    rig.write("data/a.txt", "1\n");
    // What a script of the repository names is known without a trace; this one is elsewhere.
    rig.write("../read.sh", '#!/bin/sh\ncat data/a.txt "$1"\n');
    chmodSync(join(rig.root, "../read.sh"), 0o755);
    const check = {
      name: "read",
      command: "../read.sh",
      args: ["{files}"],
      files: ["src/*"],
      follow: "none",
    };
    const outside = new Outside(rig, `${JSON.stringify({ checks: [check] }, null, 2)}\n`);
    outside.link(".verification.json", "victim");
    const { status, stdout } = await rig.verification(["audit", "--fix"]);
    expect([status, stdout]).toEqual([1, expect.stringContaining(isLink(".verification.json"))]);
    expect(outside.touched).toEqual([]);
  });

  it("a committed link in an older commit, in place of a package: replay puts nothing behind it", async () => {
    const rig = rigWith(fileCheck());
    rig.write("src/a.txt", "1");
    const outside = new Outside(rig);
    for (const name of ["one", "two"]) {
      rig.write(`packages/${name}/package.json`, `{ "name": "${name}" }`);
      rig.write(`packages/${name}/node_modules/dep/package.json`, '{ "name": "dep" }');
    }
    rig.write(".gitignore", "node_modules\n.ran\n.verification*\n!.verification.yml\n");
    rig.commitAll("packages");
    rig.git("checkout", "--quiet", "--orphan", "older");
    rig.git("rm", "--quiet", "--cached", "-r", "packages");
    const git = (...args: readonly string[]): string => rig.git(...args).trim();
    writeFileSync(join(rig.root, ".git/target"), join(outside.path, "directory"));
    const link = git("hash-object", "-w", ".git/target");
    rig.git("update-index", "--add", "--cacheinfo", `120000,${link},packages/one`);
    rig.git("commit", "--quiet", "--message", "links");
    const tree = git("rev-parse", "main^{tree}");
    const newer = git("commit-tree", tree, "-p", "HEAD", "-m", "packages");
    rig.git("checkout", "--quiet", "--force", "-B", "main", newer);
    mkdirSync(join(dirname(rig.root), "scratch"));
    const env = { TMPDIR: join(dirname(rig.root), "scratch") };
    const { status, stdout } = await rig.verification(["replay", "HEAD~1", "--json"], { env });
    expect([status, JSON.parse(stdout)]).toMatchObject([0, { commits: [{ packages: "linked" }] }]);
    expect(outside.touched).toEqual([]);
  });
});

describe("what the user names outside of the repository", () => {
  it("is written wherever it leads: a link of theirs, standard output, a directory that is made", async () => {
    const rig = rigWith(good);
    const beside = join(dirname(rig.root), "beside");
    mkdirSync(beside);
    writeFileSync(join(beside, "real.json"), "a longer text than any report is not needed");
    symlinkSync("real.json", join(beside, "linked.json"));
    expect((await rig.verification(["--report-path", join(beside, "linked.json")])).status).toBe(0);
    expect(JSON.parse(readFileSync(join(beside, "real.json"), "utf8"))).toMatchObject({ success: true });
    const piped = `"$0" "$1" --format json=/dev/stdout --quiet | cat`;
    const printed = execFileSync("sh", ["-c", piped, process.execPath, BIN], { cwd: rig.root });
    expect(printed.toString()).toContain('"success": true');
    expect((await rig.verification(["receipt", "-o", join(beside, "new/receipt")])).status).toBe(0);
    expect(readFileSync(join(beside, "new/receipt"), "utf8")).toContain("verification");
    const alias = join(beside, "alias");
    symlinkSync(rig.root, alias);
    expect((await rig.verification(["--report-path", join(alias, "out.json")])).status).toBe(0);
    expect(JSON.parse(readFileSync(join(rig.root, "out.json"), "utf8"))).toMatchObject({ success: true });
  });

  it("can be a directory of hooks that is a link of the user's, in .git", async () => {
    const rig = rigWith(good);
    const beside = join(dirname(rig.root), "hooks");
    mkdirSync(beside);
    rig.git("config", "core.hooksPath", ".git/mine");
    symlinkSync(beside, join(rig.root, ".git/mine"));
    const { status } = await rig.verification(["hooks", "install"]);
    expect(status).toBe(0);
    expect(lstatSync(join(beside, "pre-push")).mode & 0o777).toBe(0o755);
  });
});

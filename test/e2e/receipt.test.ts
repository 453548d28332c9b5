import { chmodSync, cpSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { CheckedReceipt, CheckInput, Receipt } from "../../src/index.ts";
import { fileCheck, ran, rigWith } from "../rig/incremental.ts";
import { Rig, shell, type Ended, type RunOptions } from "../rig/rig.ts";

const isGood = shell("good", "echo good >> .ran; ! grep BAD a.txt", { type: "test", env: ["MODE"] });
const tool: CheckInput = { name: "tool", command: "./tool.sh", files: ["src/**"], follow: "none" };

/** A committed and verified repository with a check of each kind, and one that is disabled. */
async function verifiedRig(...checks: readonly CheckInput[]): Promise<Rig> {
  const rig = rigWith(...(checks.length === 0 ? [isGood, fileCheck()] : checks));
  rig.write("a.txt", "1");
  rig.write("src/x.txt", "1");
  rig.write("src/y.txt", "1");
  rig.write("tool.sh", "#!/bin/sh\nexit 0\n");
  chmodSync(join(rig.root, "tool.sh"), 0o755);
  rig.commitAll();
  expect((await rig.verification()).status).toBe(0);
  ran(rig);
  return rig;
}

/** Writes a receipt beside the repository. */
async function issue(rig: Rig, ...args: readonly string[]): Promise<string> {
  const { status, stdout, stderr } = await rig.verification(["receipt", ...args]);
  expect([status, stderr]).toEqual([0, ""]);
  const file = join(rig.root, `../receipt-${args.length}`);
  writeFileSync(file, stdout);
  return file;
}

function check(
  rig: Rig,
  file: string,
  options: RunOptions & { flags?: readonly string[] } = {},
): Promise<Ended> {
  return rig.verification(["receipt", "--check", file, ...(options.flags ?? [])], options);
}

async function checkJson(rig: Rig, file: string, ...flags: readonly string[]): Promise<CheckedReceipt> {
  return JSON.parse((await check(rig, file, { flags: [...flags, "--json"] })).stdout) as CheckedReceipt;
}

describe("a receipt of a verified tree", () => {
  it("states commit, tree, checks and verdicts, holds while nothing changes, and runs nothing", async () => {
    const rig = await verifiedRig(isGood, fileCheck(), shell("off", "false", { enabled: false }));
    const file = await issue(rig);
    const text = readFileSync(file, "utf8");
    expect(text).toContain(`commit: ${rig.git("rev-parse", "HEAD").trim()}\n`);
    expect(text).toContain(`git-tree: ${rig.git("rev-parse", "HEAD^{tree}").trim()}\n`);
    expect(text).toMatch(/^check: passed 1 [0-9a-f]{32} good\ncheck: passed 2 [0-9a-f]{32} files$/m);
    expect(text).toContain("left-out: disabled off\n");
    const held = await check(rig, file);
    expect([held.status, held.stdout]).toEqual([
      0,
      "✓ the receipt holds: 2 checks passed, confirmed by 3 verdicts here\n  not covered: off (disabled)\n",
    ]);
    expect(await check(rig, "-", { input: `See below.\n${text}` })).toMatchObject({ status: 0 });
    expect(readFileSync(await issue(rig), "utf8")).toBe(text);
    const json = await issue(rig, "--json");
    const { digest, ...receipt } = JSON.parse(readFileSync(json, "utf8")) as Receipt & { digest: string };
    expect(text).toContain(`digest: ${digest}\n`);
    expect(await checkJson(rig, json)).toEqual({
      schemaVersion: 1,
      holds: true,
      receipt,
      differences: [],
      unconfirmed: [],
      contradicted: [],
      confirmedVerdicts: 3,
      trusted: false,
      otherCommit: null,
    });
    expect(ran(rig)).toEqual([]);
  });

  it("stops holding after any edit, says which, and holds again when it is taken back", async () => {
    const rig = await verifiedRig(fileCheck(), tool);
    const file = await issue(rig);
    const edits: readonly (readonly [what: string, edit: () => void])[] = [
      ["M src/x.txt", () => rig.write("src/x.txt", "2")],
      // No check is about this file.
      ["M a.txt", () => rig.write("a.txt", "2")],
      ["A new.txt", () => rig.write("new.txt", "")],
      ["D a.txt", () => rmSync(join(rig.root, "a.txt"))],
      ["M a.txt", () => chmodSync(join(rig.root, "a.txt"), 0o755)],
      ["R src/x.txt → src/z.txt", () => renameSync(join(rig.root, "src/x.txt"), join(rig.root, "src/z.txt"))],
      ["what tool depends on differs", () => rig.write("tool.sh", "#!/bin/sh\nexit 0 # newer\n")],
      ["it does not mention third", () => rig.checks(fileCheck(), tool, shell("third", "true"))],
      ["tool does not take part here", () => rig.checks(fileCheck())],
      ["what files depends on differs", () => rig.checks(fileCheck({ args: ["-c", "true"] }), tool)],
    ];
    for (const [what, edit] of edits) {
      edit();
      const { status, stdout } = await check(rig, file);
      expect([status, stdout]).toEqual([1, expect.stringContaining(what)]);
      rig.git("checkout", "--quiet", ".");
      rig.git("clean", "--quiet", "--force");
    }
    expect((await check(rig, file)).status).toBe(0);
    // Verified again is not the same tree again.
    rig.write("a.txt", "3");
    expect((await rig.verification()).status).toBe(0);
    expect((await check(rig, file)).status).toBe(1);
  });

  it("stops holding when a declared variable, or what is installed, is another", async () => {
    const rig = await verifiedRig();
    const file = await issue(rig);
    const { status, stdout } = await check(rig, file, { env: { MODE: "other" } });
    expect(status).toBe(1);
    expect(stdout).toContain("what good depends on differs: the environment variable MODE changed");
    rig.write("node_modules/.package-lock.json", "{}");
    expect((await check(rig, file)).status).toBe(1);
  });

  it("is about content: it holds for the commit that is made of the uncommitted files", async () => {
    const rig = await verifiedRig();
    rig.write("src/x.txt", "2");
    await rig.verification();
    const file = await issue(rig);
    expect(readFileSync(file, "utf8")).toContain("uncommitted: 1\n");
    const commit = rig.commitAll();
    const { status, stdout } = await check(rig, file);
    expect(status).toBe(0);
    expect(stdout).toContain(`the content is the same; the commit is now ${commit.slice(0, 12)}`);
    // The tree that it is about was no commit's, but it is the one that was last verified.
    rig.write("a.txt", "2");
    expect((await check(rig, file)).stdout).toMatch(/^ {4}M a\.txt$/m);
  });

  it("is written to a file that does not change the tree, and to no other", async () => {
    const rig = await verifiedRig();
    const inTree = await rig.verification(["receipt", "-o", "receipt.txt"]);
    expect([inTree.status, inTree.stderr]).toEqual([2, expect.stringContaining("would change that tree")]);
    expect(existsSync(join(rig.root, "receipt.txt"))).toBe(false);
    rig.write("receipt.txt", (await rig.verification(["receipt"])).stdout);
    const lying = await check(rig, "receipt.txt");
    expect([lying.status, lying.stderr]).toEqual([1, expect.stringContaining("is inside the tree")]);
    rmSync(join(rig.root, "receipt.txt"));
    rig.write("ignored/.keep", "");
    for (const file of ["../receipt.txt", "ignored/receipt.txt", ".git/receipt", ".verification/new/r.txt"]) {
      expect(await rig.verification(["receipt", "-o", file])).toMatchObject({ status: 0, stdout: "" });
      expect((await check(rig, file)).status).toBe(0);
    }
  });

  it("names its profile, and is checked with it", async () => {
    const rig = await verifiedRig();
    rig.config({
      checks: [isGood, fileCheck()],
      profiles: { quick: { checks: { files: { enabled: false } } } },
    });
    await rig.verification(["--profile", "quick"]);
    const file = await issue(rig, "--profile", "quick");
    const { status, stdout } = await check(rig, file);
    expect(status).toBe(0);
    expect(stdout).toContain("with the profile quick");
    expect(stdout).toContain("not covered: files (disabled)");
    const other = await check(rig, await issue(rig), { flags: ["--profile", "quick"] });
    expect([other.status, other.stdout]).toEqual([1, expect.stringContaining("profile none, not quick")]);
  });

  it("is made where there is no git", async () => {
    const rig = new Rig({ git: false });
    rig.checks(shell("good", "true", { files: ["a.txt"] }));
    rig.write("a.txt", "1");
    await rig.verification();
    const { stdout } = await rig.verification(["receipt"]);
    expect(stdout).toContain("commit: none\nuncommitted: 2\n");
    const file = join(rig.root, "../receipt");
    writeFileSync(file, stdout);
    expect((await check(rig, file)).status).toBe(0);
    rig.write("b.txt", "1");
    expect((await check(rig, file)).status).toBe(1);
  });
});

describe("no receipt is made", () => {
  it("no receipt is made of a tree that is not verified: nothing is printed, and it is said what is missing", async () => {
    const rig = await verifiedRig();
    rig.write("src/x.txt", "2");
    const { status, stdout, stderr } = await rig.verification(["receipt"]);
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr).toContain("✗ no receipt: the current tree is not verified.");
    expect(stderr).toContain("files would run: src/x.txt: it changed");
    expect(stderr).toContain("Run `verification`, then ask for the receipt.");
    const json = await rig.verification(["receipt", "--json"]);
    expect(json.status).toBe(1);
    expect(JSON.parse(json.stdout)).toMatchObject({
      success: false,
      unverified: [{ check: "good" }, { check: "files" }],
    });
    const saved = join(rig.root, "../refused");
    writeFileSync(saved, json.stdout);
    expect((await check(rig, saved)).status).toBe(2);
    expect(ran(rig)).toEqual([]);
  });

  it("no receipt is made of a tree of which a check failed, and none of one whose verdicts are never kept", async () => {
    const rig = await verifiedRig();
    rig.write("src/x.txt", "BAD");
    await rig.verification();
    expect((await rig.verification(["receipt"])).stderr).toContain("files failed (src/x.txt)");
    rig.config({ checks: [fileCheck()], incremental: { enabled: false } });
    rig.write("src/x.txt", "1");
    await rig.verification();
    const { status, stderr } = await rig.verification(["receipt"]);
    expect(status).toBe(1);
    expect(stderr).toContain("Verdicts of files are never stored");
    expect(stderr).not.toContain("Run `verification`");
  });
});

describe("a receipt is not believed", () => {
  it("a receipt is not believed where it was altered, or is no receipt at all", async () => {
    const rig = await verifiedRig();
    const file = await issue(rig);
    const text = readFileSync(file, "utf8");
    writeFileSync(file, text.replace(/^check: .*files\n/m, ""));
    const { status, stdout } = await check(rig, file);
    expect([status, stdout]).toEqual([1, expect.stringContaining("its digest does not match its content")]);
    expect(await checkJson(rig, file)).toMatchObject({ holds: false, receipt: null });
    writeFileSync(file, "hello\n");
    expect(await check(rig, file)).toMatchObject({ status: 2, stdout: "" });
    expect((await check(rig, file)).stderr).toContain("This is not a receipt");
    const missing = await check(rig, "nowhere");
    expect([missing.status, missing.stderr]).toEqual([2, expect.stringContaining("does not exist")]);
  });

  it("a receipt is not believed for verdicts that are not known here, unless its word is taken; and never against what is known", async () => {
    const rig = await verifiedRig();
    const file = await issue(rig);
    const elsewhere = join(rig.root, "../elsewhere");
    cpSync(rig.root, elsewhere, { recursive: true });
    for (const directory of [".verification-cache", ".git/verification"])
      rmSync(join(elsewhere, directory), { recursive: true });
    const unknown = await check(rig, file, { cwd: elsewhere });
    expect(unknown.status).toBe(1);
    expect(unknown.stdout).toContain("its verdicts are not confirmed here");
    expect(unknown.stdout).toContain("good would run: not verified yet");
    const trusted = await check(rig, file, { cwd: elsewhere, flags: ["--trust"] });
    expect([trusted.status, trusted.stdout]).toEqual([
      0,
      expect.stringContaining("according to the receipt; not confirmed here: good, files"),
    ]);
    expect((await rig.verification([], { cwd: elsewhere })).status).toBe(0);
    expect((await check(rig, file, { cwd: elsewhere })).status).toBe(0);
    // What it depends on cannot be seen: it failed with the very same fingerprint.
    const flaky = shell("flaky", 'test ! -e "$HOME/fail"', { type: "test" });
    rig.checks(flaky);
    await rig.verification();
    const second = await issue(rig);
    writeFileSync(join(rig.root, "../home/fail"), "");
    await rig.verification(["--force"]);
    const contradicted = await check(rig, second, { flags: ["--trust"] });
    expect([contradicted.status, contradicted.stdout]).toEqual([1, expect.stringContaining("It fails here")]);
  });

  it("a receipt is not believed with --trust or --output where they mean nothing", async () => {
    const rig = await verifiedRig();
    expect((await rig.verification(["receipt", "--trust"])).status).toBe(2);
    expect((await rig.verification(["receipt", "--check", "-", "-o", "x"])).status).toBe(2);
  });
});

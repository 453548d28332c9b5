import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { main } from "../../src/cli/main.ts";
import type { Terminal } from "../../src/cli/terminal.ts";
import { ON_PATH } from "../../src/report/as-typed.ts";
import { withoutColour } from "../../src/report/print/paint.ts";
import type { SafeText } from "../../src/report/print/safe-text.ts";
import { ran, rigWith } from "../rig/incremental.ts";
import { Rig, shell } from "../rig/rig.ts";

const COMMAND = join(import.meta.dirname, "../../bin/verification");
/** Fails inside git's own variables too: a check must not see them. */
const good = shell("good", 'echo good >> .ran; test -z "$GIT_DIR$GIT_INDEX_FILE" && ! grep BAD a.txt');

interface Pushed {
  readonly status: number;
  readonly stderr: string;
}

/** A committed repository that has the command installed, and a remote to push to. */
function rigWithRemote(): Rig {
  const rig = rigWith(good);
  rig.write("a.txt", "1");
  installCommand(rig.root);
  rig.commitAll();
  execFileSync("git", ["init", "--quiet", "--bare", join(rig.root, "../remote.git")]);
  rig.git("remote", "add", "origin", "../remote.git");
  return rig;
}

function installCommand(root: string): void {
  mkdirSync(join(root, "node_modules/.bin"), { recursive: true });
  symlinkSync(COMMAND, join(root, "node_modules/.bin/verification"));
}

function git(rig: Rig, ...args: readonly string[]): Pushed {
  try {
    rig.git(...args);
    return { status: 0, stderr: "" };
  } catch (error) {
    const { status, stderr } = error as Pushed;
    return { status, stderr: String(stderr) };
  }
}

/** The command line in this process: what counts here is what git does with the hook. */
async function hooks(
  rig: Pick<Rig, "root">,
  ...args: readonly string[]
): Promise<{ status: number; stdout: string }> {
  let stdout = "";
  const write = (text: SafeText): void => void (stdout += String(text));
  const terminal = {
    cwd: rig.root,
    env: {},
    out: write,
    err: { write },
    program: ON_PATH,
    paintOut: withoutColour,
    paintErr: withoutColour,
  };
  const status = await main(["hooks", ...args], terminal as unknown as Terminal);
  return { status, stdout };
}

function read(rig: Rig, path: string): string {
  return readFileSync(join(rig.root, path), "utf8");
}

function script(rig: Rig, path: string, text: string, mode = 0o755): void {
  mkdirSync(dirname(join(rig.root, path)), { recursive: true });
  writeFileSync(join(rig.root, path), text);
  chmodSync(join(rig.root, path), mode);
}

describe("the hook before a push", () => {
  it("lets through what is verified, and stops what is not", async () => {
    const rig = rigWithRemote();
    const dry = await hooks(rig, "install", "--dry-run");
    expect(dry).toMatchObject({ status: 0, stdout: expect.stringContaining("would be installed") });
    expect(existsSync(join(rig.root, ".git/hooks/pre-push"))).toBe(false);
    const installed = await rig.verification(["hooks", "install"]);
    expect(installed.stdout).toBe("✓ pre-push was installed in .git/hooks/pre-push\n");
    expect(statSync(join(rig.root, ".git/hooks/pre-push")).mode & 0o111).toBe(0o111);
    expect(await hooks(rig, "install")).toEqual({
      status: 0,
      stdout: "✓ pre-push is in .git/hooks/pre-push already\n",
    });
    expect((await hooks(rig, "status")).stdout).toContain("✓ pre-push verifies");
    expect(git(rig, "push", "--quiet", "origin", "main").status).toBe(0);
    expect(ran(rig)).toEqual(["good"]);
    // What the hook found out stands outside of it, and the other way round.
    expect((await rig.verification()).status).toBe(0);
    rig.git("commit", "--quiet", "--allow-empty", "--message", "more");
    expect(git(rig, "push", "--quiet", "origin", "main").status).toBe(0);
    expect(ran(rig)).toEqual([]);
    const pushed = rig.git("ls-remote", "origin", "main");
    rig.write("a.txt", "BAD");
    rig.commitAll();
    const stopped = git(rig, "push", "--quiet", "origin", "main");
    expect(stopped.status).toBe(1);
    expect(stopped.stderr).toContain("good failed");
    expect(stopped.stderr).toContain("To skip it: git push --no-verify");
    expect(rig.git("ls-remote", "origin", "main")).toBe(pushed);
    rig.write("a.txt", "2");
    expect(git(rig, "push", "--quiet", "--no-verify", "origin", "main").status).toBe(0);
    expect((await hooks(rig, "uninstall")).stdout).toContain("was removed");
    expect(existsSync(join(rig.root, ".git/hooks/pre-push"))).toBe(false);
    expect((await hooks(rig, "uninstall")).status).toBe(0);
  });

  it("verifies the worktree from which is pushed, and says where nothing is installed", async () => {
    const rig = rigWithRemote();
    const tree = join(rig.root, "../tree");
    rig.git("worktree", "add", "--quiet", "-b", "other", tree);
    expect(await hooks({ root: tree }, "install")).toMatchObject({
      status: 0,
      stdout: expect.stringContaining("the hook stops every push until it is. Run `npm install"),
    });
    expect(existsSync(join(rig.root, ".git/hooks/pre-push"))).toBe(true);
    const missing = git(rig, "-C", tree, "push", "--quiet", "origin", "other");
    expect([missing.status, missing.stderr]).toEqual([
      1,
      expect.stringContaining("To install it: npm install --save-dev incremental-verification\n"),
    ]);
    installCommand(tree);
    writeFileSync(join(tree, "a.txt"), "BAD");
    const stopped = git(rig, "-C", tree, "push", "--quiet", "origin", "other");
    expect(stopped.status).toBe(1);
    expect(stopped.stderr).toContain("it verifies the working tree, which differs from what you push");
    expect(git(rig, "push", "--quiet", "origin", "main").status).toBe(0);
    writeFileSync(join(tree, "a.txt"), "2");
    expect(git(rig, "-C", tree, "push", "--quiet", "origin", "other").status).toBe(0);
  });
});

describe("the hook before a commit", () => {
  it("verifies the working tree, also where git commits from another index", async () => {
    const rig = rigWithRemote();
    await hooks(rig, "install", "--hook", "pre-commit", "--", "--check", "good");
    expect(read(rig, ".git/hooks/pre-commit")).toContain('"$command" --check good </dev/null');
    rig.write("a.txt", "BAD");
    expect(git(rig, "commit", "--quiet", "--all", "--message", "x").status).toBe(1);
    expect(git(rig, "commit", "--quiet", "--message", "x", "a.txt").status).toBe(1);
    rig.write("a.txt", "2");
    rig.write("b.txt", "1");
    ran(rig);
    expect(git(rig, "commit", "--quiet", "--all", "--message", "x").status).toBe(0);
    expect(ran(rig)).toEqual(["good"]);
    // Only what is good is staged, but what is verified is the tree.
    rig.write("a.txt", "3");
    rig.git("add", "a.txt");
    rig.write("a.txt", "BAD");
    const stopped = git(rig, "commit", "--quiet", "--message", "x");
    expect(stopped.status).toBe(1);
    expect(stopped.stderr).toContain("it verifies the working tree, which differs from what you commit");
    expect(rig.git("diff", "--cached", "--name-only")).toBe("a.txt\n");
  });
});

describe("a hook that is there already", () => {
  it("goes on as before, after ours, with what git gives it; and is itself again afterwards", async () => {
    const rig = rigWithRemote();
    const own = "#!/usr/bin/env bash\nset -eu\ncat > .ran\nexit 0\n";
    script(rig, ".git/hooks/pre-push", own, 0o750);
    expect((await hooks(rig, "install")).status).toBe(0);
    expect(statSync(join(rig.root, ".git/hooks/pre-push")).mode & 0o777).toBe(0o750);
    const head = rig.git("rev-parse", "HEAD").trim();
    expect(git(rig, "push", "--quiet", "origin", "main").status).toBe(0);
    expect(read(rig, ".ran")).toContain(`refs/heads/main ${head}`);
    rig.write("a.txt", "BAD");
    rig.commitAll();
    expect(git(rig, "push", "--quiet", "origin", "main").status).toBe(1);
    await hooks(rig, "install", "--", "--full");
    expect((await hooks(rig, "status", "--hook", "pre-push")).stdout).toMatch(/^✓ pre-push verifies \(/);
    const edited = read(rig, ".git/hooks/pre-push").replace("is stopped", "was stopped");
    script(rig, ".git/hooks/pre-push", edited, 0o640);
    const status = await hooks(rig, "status", "--hook", "pre-push");
    expect(status.stdout).toContain("lines of another version");
    expect(status.stdout).toContain("Git does not run it");
    expect((await hooks(rig, "uninstall")).status).toBe(0);
    expect(read(rig, ".git/hooks/pre-push")).toBe(own);
  });

  it.each([
    ["does not say what it is", "echo hello\n", 0o755, "not a POSIX shell script"],
    ["is switched off", "#!/bin/sh\n", 0o644, "switched off"],
  ])("is left alone where it %s, and the lines are shown", async (_, text, mode, why) => {
    const rig = rigWithRemote();
    script(rig, ".git/hooks/pre-push", text, mode);
    const { status, stdout } = await hooks(rig, "install");
    expect(status).toBe(1);
    expect(stdout).toContain(why);
    expect(stdout).toContain("    # >>> verification");
    expect(read(rig, ".git/hooks/pre-push")).toBe(text);
  });

  it("is not offered lines that cannot stand there", async () => {
    const rig = rigWithRemote();
    const hook = join(rig.root, ".git/hooks/pre-push");
    const install = async (): Promise<string> => {
      const { status, stdout } = await hooks(rig, "install", "--", "--full");
      expect(status).toBe(1);
      expect(stdout).not.toContain("# >>> verification");
      return stdout;
    };
    script(rig, ".git/hooks/pre-push", "#!/usr/bin/env node\n");
    expect(await install()).toContain("Make it run `npx --no-install verification --full`");
    rmSync(hook);
    mkdirSync(hook);
    expect(await install()).toContain("there is a directory in its place");
    rig.git("config", "core.hooksPath", "/dev/null");
    expect(await install()).toContain("Unset core.hooksPath");
  });

  it("is as good as none where it is empty", async () => {
    const rig = rigWithRemote();
    script(rig, ".git/hooks/pre-push", "");
    expect((await hooks(rig, "install")).status).toBe(0);
    expect(read(rig, ".git/hooks/pre-push")).toMatch(/^#!\/bin\/sh\n# >>> verification/);
  });

  it("is left alone where it is a link, and where other repositories share it", async () => {
    const rig = rigWithRemote();
    script(rig, "scripts/pre-push", "#!/bin/sh\n");
    symlinkSync("../../scripts/pre-push", join(rig.root, ".git/hooks/pre-push"));
    expect((await hooks(rig, "install")).stdout).toContain("not a regular file");
    expect(read(rig, "scripts/pre-push")).toBe("#!/bin/sh\n");
    const shared = join(rig.root, "../shared-hooks");
    rig.git("config", "core.hooksPath", shared);
    const { status, stdout } = await hooks(rig, "install");
    expect([status, stdout]).toEqual([1, expect.stringContaining("other repositories")]);
    expect(existsSync(shared)).toBe(false);
  });
});

describe("a hook goes where hooks are looked after", () => {
  it("a hook goes where hooks are looked after by git: in the directory of core.hooksPath", async () => {
    const rig = rigWithRemote();
    rig.git("config", "core.hooksPath", ".githooks");
    expect((await hooks(rig, "install")).stdout).toContain("installed in .githooks/pre-push");
    rig.write("a.txt", "BAD");
    expect(git(rig, "push", "--quiet", "origin", "main").status).toBe(1);
  });

  it("a hook goes where hooks are looked after by husky: beside what its files do, made where there is none", async () => {
    const rig = rigWithRemote();
    mkdirSync(join(rig.root, ".husky"));
    expect((await hooks(rig, "install")).stdout).toContain("Git does not use .husky yet");
    expect(read(rig, ".husky/pre-push")).toMatch(/^#!\/bin\/sh\n# >>> verification/);
    rig.write(".husky/pre-commit", "npm test\n");
    rig.git("config", "core.hooksPath", ".husky/_");
    const { status, stdout } = await hooks(rig, "install", "--hook", "pre-commit");
    expect([status, stdout]).toEqual([0, "✓ pre-commit was installed in .husky/pre-commit\n"]);
    expect(read(rig, ".husky/pre-commit")).toMatch(/\n# <<< verification\nnpm test\n$/);
    // As husky starts it.
    script(rig, ".husky/_/pre-push", '#!/bin/sh\nsh -e .husky/pre-push "$@"\n');
    rig.write("a.txt", "BAD");
    expect(git(rig, "push", "--quiet", "origin", "main").status).toBe(1);
    rig.write("a.txt", "1");
    expect(git(rig, "push", "--quiet", "origin", "main").status).toBe(0);
  });

  it("a hook goes where hooks are looked after by lefthook, the pre-commit framework and simple-git-hooks: in their files, or by hand", async () => {
    const rig = rigWithRemote();
    rig.write("package.json", JSON.stringify({ "simple-git-hooks": { "pre-commit": "npm test" } }));
    const simple = await hooks(rig, "install");
    expect([simple.status, simple.stdout]).toEqual([
      1,
      expect.stringContaining('"pre-push": "npx --no-install verification"'),
    ]);
    rig.write(".pre-commit-config.yaml", "repos: []\n");
    const framework = await hooks(rig, "install");
    expect([framework.status, framework.stdout]).toEqual([1, expect.stringContaining("stages: [pre-push]")]);
    expect(read(rig, ".pre-commit-config.yaml")).toBe("repos: []\n");
    const own = "# ours\npre-commit:\n    parallel:  true\n";
    rig.write("lefthook.yml", own);
    expect((await hooks(rig, "install")).stdout).toContain("npx lefthook install");
    const written = read(rig, "lefthook.yml");
    expect(written.startsWith(`${own}\npre-push:\n`)).toBe(true);
    expect((await hooks(rig, "install")).stdout).toContain("already");
    expect(read(rig, "lefthook.yml")).toBe(written);
    expect((await hooks(rig, "install", "--hook", "pre-commit")).status).toBe(1);
    expect(read(rig, "lefthook.yml")).toBe(written);
    const { stdout } = await hooks(rig, "status", "--json");
    expect(JSON.parse(stdout)).toMatchObject({
      hooks: [
        { hook: "pre-push", manager: "lefthook", file: "lefthook.yml", state: "present" },
        { hook: "pre-commit", state: "absent" },
      ],
    });
    const removed = await hooks(rig, "uninstall");
    expect(removed).toEqual({ status: 0, stdout: "✓ pre-push was removed from lefthook.yml\n" });
    expect(read(rig, "lefthook.yml")).toBe(own);
  });

  it("a hook goes where hooks are looked after by nobody where there is no repository", async () => {
    const rig = new Rig({ git: false });
    const { status, stdout } = await hooks(rig, "install");
    expect([status, stdout]).toEqual([2, expect.stringContaining("this is not a git repository")]);
    expect(stdout).toContain("git init");
    expect((await rig.verification(["hooks", "install", "--hook", "post-merge"])).status).toBe(2);
  });

  it("a hook goes where hooks are looked after by nobody where git cannot be asked or has no working tree, and the cause is named", async () => {
    const rig = rigWithRemote();
    const bare = await hooks({ root: join(rig.root, "../remote.git") }, "install");
    expect([bare.status, bare.stdout]).toEqual([2, expect.stringContaining("has a working tree")]);
    const without = await rig.start(["hooks", "install"], { env: { PATH: "" } }).ended;
    expect([without.status, without.stderr]).toEqual([2, expect.stringContaining("git is not installed")]);
    for (const { stdout, stderr } of [{ stderr: "", ...bare }, without])
      expect(stdout + stderr).not.toContain("git init");
  });
});

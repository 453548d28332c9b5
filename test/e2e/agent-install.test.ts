import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { digestSkill, isShippedSkill } from "../../src/agent/install/shipped-skill.ts";
import { AGENT_NAMES, type AgentName, type AgentOutcome } from "../../src/vocabulary/flow/agent.ts";
import { stop } from "../rig/agents.ts";
import { PACKAGE_ROOT } from "../rig/package-root.ts";
import { Rig, shell } from "../rig/rig.ts";

const FILES: Readonly<Record<AgentName, { readonly hooks: string; readonly skill: string }>> = {
  claude: { hooks: ".claude/settings.json", skill: ".claude/skills/verification-loop/SKILL.md" },
  codex: { hooks: ".codex/hooks.json", skill: ".agents/skills/verification-loop/SKILL.md" },
  cursor: { hooks: ".cursor/hooks.json", skill: ".cursor/skills/verification-loop/SKILL.md" },
  copilot: { hooks: ".github/hooks/verification.json", skill: ".github/skills/verification-loop/SKILL.md" },
  gemini: { hooks: ".gemini/settings.json", skill: ".gemini/skills/verification-loop/SKILL.md" },
};

/** The same from the user's home. */
const USER_FILES: typeof FILES = {
  ...FILES,
  copilot: { hooks: ".copilot/hooks/verification.json", skill: ".copilot/skills/verification-loop/SKILL.md" },
};

const SHIPPED = readFileSync(join(PACKAGE_ROOT, "skills/verification-loop/SKILL.md"), "utf8");

function read(rig: Rig, file: string): string {
  return readFileSync(join(rig.root, file), "utf8");
}

/** The one command under an event, however deep it stands. */
function commandsIn(value: unknown): readonly string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) =>
    key === "command" && typeof each === "string" && each !== "command" ? [each] : commandsIn(each),
  );
}

describe.each(AGENT_NAMES)("setting up %s", (agent) => {
  const { hooks, skill } = FILES[agent];

  it("writes its hook and the skill where it looks, once, and takes both out again", async () => {
    const rig = new Rig();
    rig.write("a.txt", "a\n");
    rig.commitAll();
    const dry = await rig.verification(["agent", "install", agent, "--dry-run"]);
    expect(dry).toMatchObject({ status: 0, stdout: expect.stringContaining(`${hooks} would be:`) as string });
    expect(rig.git("status", "--short")).toBe("");

    expect((await rig.verification(["agent", "install", agent])).status).toBe(0);
    const [command = "", ...others] = commandsIn(JSON.parse(read(rig, hooks)));
    expect({ command, others }).toEqual({ command: `verification agent hook ${agent}`, others: [] });
    expect(read(rig, skill)).toBe(SHIPPED);

    const before = read(rig, hooks);
    const again = await rig.json(["agent", "install", agent]);
    expect((again.result as unknown as AgentOutcome).files.map(({ state }) => state)).toEqual([
      "unchanged",
      "unchanged",
    ]);
    expect(read(rig, hooks)).toBe(before);
    const status = await rig.json(["agent", "status", agent]);
    expect((status.result as unknown as AgentOutcome).files.map(({ state }) => state)).toEqual([
      "present",
      "present",
    ]);

    expect((await rig.verification(["agent", "uninstall", agent, "--dry-run"])).stdout).toContain(
      "would be gone",
    );
    expect(read(rig, hooks)).toBe(before);
    expect((await rig.verification(["agent", "uninstall", agent])).status).toBe(0);
    expect(readdirSync(rig.root).sort()).toEqual([".git", "a.txt"]);
    const gone = await rig.json(["agent", "status", agent]);
    expect((gone.result as unknown as AgentOutcome).files.map(({ state }) => state)).toEqual([
      "absent",
      "absent",
    ]);
  });

  it("keeps every byte of settings that are there", async () => {
    const rig = new Rig();
    const mine = '{\r\n\t"mine": [1,2 , 3], // yes\r\n\t"hooks": { "Other": [ {"command":"./x"} ] }\r\n}';
    rig.write(hooks, mine);
    rig.write(skill, "mine\n");
    expect((await rig.verification(["agent", "install", agent])).status).toBe(0);
    expect(read(rig, hooks)).toContain(`agent hook ${agent}`);
    expect(
      read(rig, hooks).startsWith(
        '{\r\n\t"mine": [1,2 , 3], // yes\r\n\t"hooks": { "Other": [ {"command":"./x"} ]',
      ),
    ).toBe(true);
    expect(read(rig, skill)).toBe("mine\n");
    expect((await rig.verification(["agent", "uninstall", agent])).status).toBe(0);
    expect(read(rig, hooks)).toBe(mine);
    expect(read(rig, skill)).toBe("mine\n");
  });

  it("leaves settings that are no JSON, and says where they are not", async () => {
    const rig = new Rig();
    const broken = '{\n  "a": 1\n  "b": 2\n}\n';
    rig.write(hooks, broken);
    for (const verb of ["install", "uninstall", "status"]) {
      const { status, stderr } = await rig.verification(["agent", verb, agent]);
      expect({ verb, status }).toEqual({ verb, status: 2 });
      expect(stderr).toContain(`${hooks}:3:3: `);
      expect(stderr).toContain("Nothing was written");
    }
    expect(read(rig, hooks)).toBe(broken);
    expect(existsSync(join(rig.root, skill))).toBe(false);
  });

  it("works in the user's own settings, for repositories that have a configuration and no hook of their own", async () => {
    const rig = new Rig({ trace: "off" });
    const place = USER_FILES[agent];
    expect((await rig.verification(["agent", "install", agent, "--user"])).status).toBe(0);
    const [command = ""] = commandsIn(JSON.parse(readFileSync(join(rig.home, place.hooks), "utf8")));
    expect(command).toBe(`verification agent hook ${agent} --user`);
    expect(readFileSync(join(rig.home, place.skill), "utf8")).toBe(SHIPPED);
    expect(readdirSync(rig.root)).toEqual([".git"]);

    const input = JSON.stringify({ session_id: "s", cwd: rig.root, workspace_roots: [rig.root] });
    const silent = { status: 0, stdout: agent === "claude" ? "" : "{}\n", stderr: "" };
    const call = (): Promise<unknown> => rig.verification(["agent", "hook", agent, "--user"], { input });
    rig.write("package.json", JSON.stringify({ scripts: { test: "exit 1" } }));
    expect(await call()).toEqual(silent);
    rig.checks(shell("test", "exit 1"));
    expect(await call()).not.toEqual(silent);
    rig.write(
      hooks,
      JSON.stringify({ hooks: { [agent]: [{ command: `verification agent hook ${agent}` }] } }),
    );
    expect(await call()).toEqual(silent);

    expect((await rig.verification(["agent", "uninstall", agent, "--user"])).status).toBe(0);
    expect(existsSync(join(rig.home, place.hooks))).toBe(false);
    expect(existsSync(join(rig.home, place.skill))).toBe(false);
  });
});

describe("setting up an agent", () => {
  it("adds a hook after edits where that is asked for, and taking out takes both", async () => {
    const rig = new Rig();
    const before = '{ "permissions": { "allow": [] } }';
    rig.write(".claude/settings.json", before);
    await rig.verification(["agent", "install", "claude"]);
    await rig.verification(["agent", "install", "claude", "--after-edit"]);
    const settings = JSON.parse(read(rig, ".claude/settings.json")) as { readonly hooks: object };
    expect(settings).toMatchObject({ hooks: { PostToolUse: [{ matcher: "Edit|MultiEdit|Write" }] } });
    expect(commandsIn(settings.hooks)).toEqual([
      "verification agent hook claude",
      "verification agent hook claude --after-edit",
    ]);
    await rig.verification(["agent", "uninstall", "claude"]);
    expect(read(rig, ".claude/settings.json")).toBe(before);
    const refused = await rig.verification(["agent", "install", "cursor", "--after-edit"]);
    expect(refused).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("Cursor ignores") as string,
    });
  });

  it("calls the command by its file where it is installed in the repository", async () => {
    const rig = new Rig();
    rig.write("node_modules/.bin/verification", "#!/bin/sh\n");
    for (const agent of AGENT_NAMES) await rig.verification(["agent", "install", agent]);
    const commands = AGENT_NAMES.map((agent) => commandsIn(JSON.parse(read(rig, FILES[agent].hooks)))[0]);
    expect(commands).toEqual([
      '"$CLAUDE_PROJECT_DIR"/node_modules/.bin/verification agent hook claude',
      '"$(git rev-parse --show-toplevel)"/node_modules/.bin/verification agent hook codex',
      "./node_modules/.bin/verification agent hook cursor",
      "./node_modules/.bin/verification agent hook copilot",
      '"$GEMINI_PROJECT_DIR"/node_modules/.bin/verification agent hook gemini',
    ]);
    expect((await rig.verification(["agent", "install", "claude"])).stdout).toContain("already");
  });

  it("takes a skill of another version for its own, and one that somebody has changed for theirs", async () => {
    const rig = new Rig();
    const { skill } = FILES.claude;
    expect(isShippedSkill(SHIPPED)).toBe(true);
    const edited = SHIPPED.replace("# Verification loop", "# Verification loop of last year");
    const earlier = edited.replace(/sha256-[0-9a-f]{16}/, digestSkill(edited));
    const states = async (verb: string): Promise<unknown> =>
      ((await rig.json(["agent", verb, "claude"])).result as unknown as AgentOutcome).files.at(-1)?.state;
    rig.write(skill, earlier);
    expect([await states("status"), await states("install"), read(rig, skill)]).toEqual([
      "present",
      "updated",
      SHIPPED,
    ]);
    rig.write(skill, earlier);
    expect([await states("uninstall"), existsSync(join(rig.root, skill))]).toEqual(["removed", false]);
    rig.write(skill, edited);
    expect([await states("install"), await states("uninstall"), read(rig, skill)]).toEqual([
      "changed",
      "changed",
      edited,
    ]);
  });

  it("tells of a project what is about projects alone", async () => {
    const rig = new Rig();
    const commit = "commit the file";
    expect((await rig.verification(["agent", "install", "copilot"])).stdout).toContain(commit);
    expect((await rig.verification(["agent", "install", "copilot", "--user"])).stdout).not.toContain(commit);
  });

  it("is refused outside a repository, through a link, and of what is not UTF-8", async () => {
    const outside = new Rig({ git: false });
    expect(await outside.verification(["agent", "install", "claude"])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("not a git repository") as string,
    });
    const rig = new Rig();
    const elsewhere = join(rig.home, "elsewhere");
    mkdirSync(elsewhere);
    symlinkSync(elsewhere, join(rig.root, ".claude"));
    expect((await rig.verification(["agent", "install", "claude"])).status).toBe(2);
    expect(readdirSync(elsewhere)).toEqual([]);
    const bytes = Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]);
    mkdirSync(dirname(join(rig.root, ".gemini/x")), { recursive: true });
    writeFileSync(join(rig.root, ".gemini/settings.json"), bytes);
    expect(await rig.verification(["agent", "install", "gemini"])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("not UTF-8") as string,
    });
    expect(readFileSync(join(rig.root, ".gemini/settings.json"))).toEqual(bytes);
    expect((await rig.verification(["agent", "install", "emacs"])).status).toBe(2);
  });

  it("gives a line that its shell can run: a stop that is held up by it", async () => {
    const rig = new Rig();
    rig.checks(shell("test", "exit 1"));
    rig.write("node_modules/.bin/verification", "");
    rig.write(".gitignore", "node_modules\n");
    await rig.verification(["agent", "install", "claude"]);
    const [command = ""] = commandsIn(JSON.parse(read(rig, ".claude/settings.json")));
    writeFileSync(
      join(rig.root, "node_modules/.bin/verification"),
      `#!/bin/sh\nexec "${process.execPath}" "${join(PACKAGE_ROOT, "bin/verification")}" "$@"\n`,
      { mode: 0o755 },
    );
    const { execFileSync } = await import("node:child_process");
    const run = (): string =>
      execFileSync(
        "sh",
        ["-c", `chmod +x node_modules/.bin/verification; ${command}; echo "status $?" >&2`],
        {
          cwd: rig.root,
          env: { HOME: rig.home, PATH: process.env["PATH"], CLAUDE_PROJECT_DIR: rig.root },
          input: JSON.stringify({ session_id: "s", cwd: rig.root, stop_hook_active: false }),
          encoding: "utf8",
          stdio: ["pipe", "pipe", "ignore"],
        },
      );
    expect(run()).toBe("");
    expect((await stop(rig, "claude", { session: "s" })).stderr).toContain("(2 of 3)");
  });
});

import { describe, expect, it } from "vitest";
import { Rig, shell } from "../rig/rig.ts";

function skill(options: {
  name: string;
  triggers?: readonly string[];
  block?: string;
  head?: string;
}): string {
  const { name, triggers = [], block, head = "" } = options;
  const front = `---\nname: ${name}\ntype: quality\nversion: 1.0.0\nauthor: us\ndescription: d\n${head}triggers: [${triggers.join(", ")}]\n---\n`;
  return `${front}\n# ${name}\n\nText.\n${block === undefined ? "" : `\n\`\`\`yaml\n${block}\n\`\`\`\n`}`;
}

describe("skill files", () => {
  it("are chosen by name and by trigger from both directories and from where skills: says", async () => {
    const rig = new Rig();
    rig.config({ skills: ["docs/skills", "more/*.skill.md"], checks: [shell("base", "true")] });
    rig.write(
      ".claude/skills/a/SKILL.md",
      skill({
        name: "a",
        triggers: ["pre_pr_creation"],
        block: "checks:\n  - {name: from-a, command: 'true'}",
      }),
    );
    rig.write(
      ".agents/skills/b.md",
      skill({
        name: "b",
        triggers: ["pre_pr_creation", "quality_check"],
        block: "checks:\n  - {name: from-b, command: 'true'}",
      }),
    );
    rig.write(
      "docs/skills/c.md",
      skill({ name: "c", triggers: ["own_event"], block: "checks:\n  - {name: from-c, command: 'true'}" }),
    );
    rig.write("more/d.skill.md", skill({ name: "d", block: "checks:\n  - {name: from-d, command: 'true'}" }));
    const ran = async (...args: string[]): Promise<string[]> =>
      (await rig.json(args)).result.results
        .filter(({ status }) => status === "passed")
        .map(({ check }) => check);
    expect(await ran()).toEqual(["base"]);
    expect(await ran("--skill", "a")).toEqual(["from-a"]);
    expect(await ran("--trigger", "pre_pr_creation")).toEqual(["from-b", "from-a"]);
    expect(await ran("--trigger", "own_event")).toEqual(["from-c"]);
    expect(await ran("--skill", "d", "--trigger", "quality_check")).toEqual(["from-d", "from-b"]);
  });

  it("can name checks of the configuration, and depend on them", async () => {
    const rig = new Rig();
    rig.checks(shell("build", "true"), shell("lint", "true"), shell("slow", "true"));
    rig.write(
      ".claude/skills/loop.md",
      skill({
        name: "loop",
        block: "checks:\n  - lint\n  - {name: own, command: 'true', dependsOn: [build]}",
      }),
    );
    const { result } = await rig.json(["--skill", "loop"]);
    expect(result.results.filter(({ status }) => status === "passed").map(({ check }) => check)).toEqual([
      "build",
      "lint",
      "own",
    ]);
  });

  it("declare the checks where there is no configuration", async () => {
    const rig = new Rig();
    rig.write(
      ".claude/skills/loop.md",
      skill({ name: "loop", block: "checks:\n  - {name: own, command: 'true'}" }),
    );
    expect((await rig.json()).result.passed).toBe(1);
  });

  it("may share a check, but not declare it differently", async () => {
    const rig = new Rig();
    rig.checks(shell("base", "true"));
    rig.write(
      ".claude/skills/a.md",
      skill({ name: "a", triggers: ["t"], block: "checks:\n  - {name: same, command: 'true'}" }),
    );
    rig.write(
      ".claude/skills/b.md",
      skill({ name: "b", triggers: ["t"], block: "checks:\n  - {name: same, command: 'true'}" }),
    );
    expect((await rig.json(["--trigger", "t"])).result.passed).toBe(1);
    rig.write(
      ".claude/skills/b.md",
      skill({ name: "b", triggers: ["t"], block: "checks:\n  - {name: same, command: 'false'}" }),
    );
    const { status, stderr } = await rig.verification(["--trigger", "t"]);
    expect(status).toBe(2);
    expect(stderr).toContain(".claude/skills/b.md:16:");
    expect(stderr).toContain("declared differently at .claude/skills/a.md:16");
  });

  it.each([
    ["a misspelt key", "checks:\n  - name: x\n    comand: y", ":17:5", 'Did you mean "command"?'],
    ["broken YAML", "checks:\n  - name: [x", ":16:", "YAML syntax"],
    ["an unknown check", "checks:\n  - lnt", ":16:5", 'Did you mean "lint"?'],
    ["an empty list", "checks: []", ":15:9", "at least one"],
  ])("report %s with its line in the Markdown file", async (_, block, place, message) => {
    const rig = new Rig();
    rig.checks(shell("lint", "true"));
    rig.write(".claude/skills/bad.md", skill({ name: "bad", triggers: ["t"], block }));
    for (const args of [
      ["--skill", "bad"],
      ["--trigger", "t"],
    ]) {
      const { status, stderr } = await rig.verification(args);
      expect(stderr).toContain(`.claude/skills/bad.md${place}`);
      expect(stderr).toContain(message);
      expect(status).toBe(2);
    }
  });

  it("skill files without checks are an error when chosen, and no matter otherwise", async () => {
    const rig = new Rig();
    rig.checks(shell("base", "true"));
    rig.write(".claude/skills/prose.md", skill({ name: "prose", triggers: ["t"] }));
    rig.write(".claude/skills/notes.md", "# No front matter\n");
    expect((await rig.verification()).status).toBe(0);
    const { status, stderr } = await rig.verification(["--skill", "prose"]);
    expect(status).toBe(2);
    expect(stderr).toMatch(/prose\.md[^]*declares no checks/);
  });

  it("skill files with broken front matter are named when a skill is looked for", async () => {
    const rig = new Rig();
    rig.checks(shell("base", "true"));
    rig.write(".claude/skills/bad.md", "---\nname: [x\n---\n");
    const { status, stderr } = await rig.verification(["--skill", "bad"]);
    expect(status).toBe(2);
    expect(stderr).toContain(".claude/skills/bad.md:2:9");
  });

  const BROKEN = "checks:\n  - {name: good, command: 'true'}\n  - {name: bad, comand: 'true'}";

  it("skill files that the configuration names are no warning but an error where they are wrong", async () => {
    const rig = new Rig();
    rig.config({ skills: ["docs/*.md"] });
    rig.write("docs/fine.md", skill({ name: "fine", block: "checks:\n  - {name: fine, command: 'true'}" }));
    rig.write("docs/wrong.md", skill({ name: "wrong", block: BROKEN }));
    for (const args of [[], ["--skill", "fine"], ["status"]]) {
      const { status, stderr } = await rig.verification(args);
      expect({ args, status }).toEqual({ args, status: 2 });
      expect(stderr).toMatch(/docs\/wrong\.md:17:17: Unknown key "comand"/);
    }
    // Also beside checks of the configuration, which are run without any skill.
    rig.config({ skills: ["docs/*.md"], checks: [shell("own", "true")] });
    expect(await rig.verification()).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('docs/wrong.md:17:17: Unknown key "comand"') as string,
    });
    rig.write(
      "docs/wrong.md",
      skill({ name: "right", block: "checks:\n  - {name: right, command: 'true'}" }),
    );
    expect((await rig.json()).result.results.map(({ check }) => check)).toEqual(["own"]);
  });

  it("skill files that are all the configuration there is are an error where they are wrong, and others a warning", async () => {
    const rig = new Rig();
    rig.write(".claude/skills/a.md", skill({ name: "a", block: "checks:\n  - {name: a, command: 'true'}" }));
    rig.write(".claude/skills/wrong.md", skill({ name: "wrong", block: BROKEN }));
    const { status, stderr } = await rig.verification();
    expect(status).toBe(2);
    expect(stderr).toContain('.claude/skills/wrong.md:17:17: Unknown key "comand"');
    rig.write(".claude/skills/wrong.md", "---\nname: [x\n---\n");
    const { result } = await rig.json();
    expect(result.passed).toBe(1);
    expect(result.warnings[0]).toMatch(/^\.claude\/skills\/wrong\.md:2:9 is not a usable skill/);
  });

  it("can declare checks in their front matter, with the place of what is wrong there", async () => {
    const rig = new Rig();
    const head = "checks:\n  - {name: in-matter, command: 'true'}\n";
    rig.write(
      ".claude/skills/a.md",
      skill({ name: "a", head, block: "checks:\n  - {name: b, command: 'true'}" }),
    );
    const { result } = await rig.json();
    expect(result.results.map(({ check }) => check)).toEqual(["in-matter", "b"]);
    rig.write(".claude/skills/a.md", skill({ name: "a", head: head.replace("command", "comand") }));
    const { status, stderr } = await rig.verification();
    expect(status).toBe(2);
    expect(stderr).toContain('.claude/skills/a.md:8:23: Unknown key "comand"');
  });

  it("have their own fields under metadata by agentskills.io, or beside the others as before", async () => {
    const rig = new Rig();
    rig.checks(shell("lint", "true"), shell("test", "true"));
    const body = "```yaml\nchecks:\n  - lint\n```\n";
    const passed = async (...args: readonly string[]): Promise<readonly string[]> =>
      (await rig.json(args)).result.results.flatMap(({ status, check }) =>
        status === "passed" ? [check] : [],
      );
    const fields = "license: MIT\ncompatibility: any\nallowed-tools: Bash";
    for (const triggers of ["release other", "release, other", "[other, release]"]) {
      rig.write(
        ".claude/skills/a/SKILL.md",
        `---\nname: a\ndescription: b\n${fields}\nmetadata:\n  version: "1.0"\n  triggers: ${triggers}\n---\n\n${body}`,
      );
      expect(await passed("--trigger", "release")).toEqual(["lint"]);
    }
    rig.write(
      ".claude/skills/a/SKILL.md",
      "---\nname: a\nmetadata:\n  triggers: release\n  checks: [test]\n---\n",
    );
    expect(await passed("--trigger", "release")).toEqual(["test"]);
    rig.write(
      ".claude/skills/a/SKILL.md",
      "---\nname: a\nmetadata:\n  triggers: release\n  checks:\n    - { name: x, comand: y }\n---\n",
    );
    const { status, stderr } = await rig.verification(["--trigger", "release"]);
    expect(status).toBe(2);
    expect(stderr).toContain('.claude/skills/a/SKILL.md:6:18: Unknown key "comand"');
    rig.write(".claude/skills/a/SKILL.md", "---\nname: a\nmetadata: { triggers: 7 }\n---\n");
    expect((await rig.verification(["--trigger", "release"])).stderr).toMatch(/SKILL\.md:3:\d+/);
  });

  it.each([
    [
      "is not closed",
      "---\nname: a\nchecks:\n  - { name: red, command: 'false' }\n\n# Text\n",
      ":1:1: The front matter is not closed",
    ],
    ["is no YAML", "---\nname: [a\nchecks:\n  - { name: red, command: 'false' }\n---\n", ":"],
    ["is flow style and broken", '---\n{ name: a, "checks": [{ name: red, command: false ] }\n---\n', ":"],
    ["has a block that is no YAML", "---\nname: a\n---\n\n```YAML\nchecks:\n  - { name: red\n```\n", ":"],
  ])("are no green run without their checks where the front matter %s", async (_, text, said) => {
    const rig = new Rig();
    rig.write("package.json", JSON.stringify({ scripts: { lint: "true" } }));
    rig.write(".claude/skills/a/SKILL.md", text);
    const { status, stderr } = await rig.verification();
    expect(status).toBe(2);
    expect(stderr).toContain(`.claude/skills/a/SKILL.md${said}`);
    expect(stderr).toMatch(/SKILL\.md:\d+:\d+: /);
  });

  it("ship with this repository and work here", async () => {
    const rig = new Rig();
    const root = new URL("../..", import.meta.url).pathname;
    const { status, stdout } = await rig.verification(
      ["--trigger", "pre_pr_creation", "--dry-run", "--json"],
      { cwd: root },
    );
    expect(status).toBe(0);
    const { checks } = JSON.parse(stdout) as { checks: { check: string; decision: string }[] };
    expect(checks.filter(({ decision }) => decision === "run").map(({ check }) => check)).toContain("types");
  });
});

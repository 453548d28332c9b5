import { describe, expect, it } from "vitest";
import { plan, verify } from "../../src/index.ts";
import { Rig, shell } from "../rig/rig.ts";

describe("--trace", () => {
  it.each([[[]], [["--dry-run"]], [["--watch"]]])("refuses what is no way to trace: %j", async (args) => {
    const rig = new Rig();
    rig.checks(shell("a", "true"));
    const { status, stderr } = await rig.verification([...args, "--trace", "always"]);
    expect(status).toBe(2);
    expect(stderr).toMatch(/--trace.*always.*auto, on, full, off/);
  });

  it("--trace takes the four ways", async () => {
    const rig = new Rig();
    rig.checks(shell("a", "true"));
    for (const mode of ["auto", "on", "full", "off"])
      expect((await rig.verification(["--dry-run", `--trace=${mode}`])).status).toBe(0);
    for (const mode of ["auto", "off"]) expect((await rig.verification(["--trace", mode])).status).toBe(0);
  });

  it("--help tells of --trace", async () => {
    const { stdout } = await new Rig().verification(["--help"]);
    expect(stdout).toMatch(/--trace <mode>[\s\S]*"auto", "on", "full", "off"/);
  });

  it("is refused as a value where a program gives it", async () => {
    const rig = new Rig();
    rig.checks(shell("a", "true"));
    for (const answer of [verify, plan]) {
      const result = await answer({ cwd: rig.root, env: { HOME: rig.home }, trace: "always" as "on" });
      expect(result.ok ? [] : result.failures).toMatchObject([
        { kind: "usage", value: "always", expected: "one of auto, on, full, off" },
      ]);
    }
  });

  it("can be declared by a skill file as by the configuration", async () => {
    const rig = new Rig();
    const block = (fields: string): string =>
      `---\nname: careful\n---\n\n\`\`\`yaml\nchecks:\n  - { name: a, command: "true", ${fields} }\n\`\`\`\n`;
    rig.write(".claude/skills/careful/SKILL.md", block("trace: off, batch: 2, outputs: [dist]"));
    const { status, stderr } = await rig.verification(["--skill", "careful"]);
    expect({ status, stderr }).toMatchObject({ status: 0 });
    rig.write(".claude/skills/careful/SKILL.md", block("trace: never"));
    const refused = await rig.verification(["--skill", "careful"]);
    expect(refused.status).toBe(2);
    expect(refused.stderr).toMatch(/SKILL\.md:7:\d+[\s\S]*trace[\s\S]*"never"/);
  });
});

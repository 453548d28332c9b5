import { execFileSync } from "node:child_process";
import { chmodSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { COMMANDS } from "../../src/cli/options/command-names.ts";
import { loadSkill } from "../../src/config/flow/skill.ts";
import { Rig, shell } from "../rig/rig.ts";

const ROOT = join(import.meta.dirname, "../..");
const SKILL = "skills/verification-loop/SKILL.md";
const TEXT = readFileSync(join(ROOT, SKILL), "utf8");

/** The commands of the skill, as an agent would type them. */
function listCommands(): readonly string[] {
  return [...TEXT.matchAll(/^```sh\n([^`]*)^```$/gm)].flatMap(([, block = ""]) => block.trim().split("\n"));
}

/** A repository in which npx starts the built command. */
function rigWithNpx(): { readonly rig: Rig; run(line: string): string } {
  const rig = new Rig();
  const bin = join(ROOT, "bin/verification");
  rig.write(".gitignore", "bin/\n");
  rig.write("bin/npx", `#!/bin/sh\nshift\nexec "${process.execPath}" "${bin}" "$@"\n`);
  chmodSync(join(rig.root, "bin/npx"), 0o755);
  rig.checks(shell("lint", "true"), shell("test", "true"));
  rig.commitAll();
  const env = { ...process.env, PATH: `${join(rig.root, "bin")}:${process.env["PATH"]}`, CI: "" };
  return {
    rig,
    run: (line) => execFileSync("sh", ["-c", line], { cwd: rig.root, env, encoding: "utf8", stdio: "pipe" }),
  };
}

describe("the skill file that ships", () => {
  it("is one by our own reader, and in the package", async () => {
    const { skill } = await loadSkill(ROOT, SKILL);
    expect(skill).toMatchObject({
      ok: true,
      value: {
        name: "verification-loop",
        triggers: ["pre_pr_creation", "verification_requested", "quality_check"],
        checks: null,
      },
    });
    const { files } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { files: string[] };
    expect(files).toContain("skills");
  });

  it("has no field beside those of agentskills.io, and a description of what and when", () => {
    const [, matter = ""] = /^---\n(.*?)\n---\n/s.exec(TEXT) ?? [];
    const fields = parse(matter) as Readonly<Record<string, unknown>>;
    const known = new Set(["name", "description", "license", "compatibility", "metadata", "allowed-tools"]);
    expect(Object.keys(fields).filter((key) => !known.has(key))).toEqual([]);
    expect(fields["name"]).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*$/);
    expect(String(fields["description"]).length).toBeLessThan(1024);
    const values = Object.values(fields["metadata"] as object);
    expect(values.every((value) => typeof value === "string")).toBe(true);
    // Some formatters want the others: it is to pass the checks of whoever installs it.
    expect(matter).not.toMatch(/["']/);
  });

  it("names commands that exist and work, copied into a repository or not", () => {
    const { rig, run } = rigWithNpx();
    const lines = listCommands();
    // By the name of its package: where it is not installed, another package has the name of the command.
    expect(TEXT).not.toContain("npx verification");
    expect(lines[0]).toBe("npx incremental-verification --trigger pre_pr_creation --format agent");
    // A command that is not part of this version cannot be tried in it.
    const known = lines.filter((line) => {
      const [, , word = ""] = line.split(" ");
      return word.startsWith("-") || (COMMANDS as readonly string[]).includes(word);
    });
    expect(known.length).toBeGreaterThan(2);
    expect(run(lines[0] ?? "")).toMatch(/^PASSED: 2 checks passed \(2 ran, 0 cached\)/);
    rig.write(".claude/skills/verification-loop/SKILL.md", TEXT);
    rig.commitAll();
    const said = known.map(run);
    expect(said[0]).toMatch(/^PASSED: 2 checks passed/);
    expect(said.filter((text) => text.includes("NOT VERIFIED"))).toEqual([]);
  });

  it("tells every first word that the report has", () => {
    for (const word of ["PASSED", "FAILED", "NOT VERIFIED", "INTERRUPTED"])
      expect(TEXT).toContain(`| \`${word}\``);
  });
});

describe("an occasion that everyone knows", () => {
  const passed = async (rig: Rig, ...args: readonly string[]): Promise<readonly string[]> =>
    (await rig.json(args)).result.results.flatMap(({ status, check }) =>
      status === "passed" ? [check] : [],
    );

  it("is about every enabled check where no skill says what it is about", async () => {
    const rig = new Rig();
    rig.checks(shell("lint", "true"), shell("slow", "true", { enabled: false }), shell("test", "true"));
    expect(await passed(rig, "--trigger", "pre_pr_creation")).toEqual(["lint", "test"]);
    expect(await passed(rig, "--trigger", "pre_push", "--check", "lint")).toEqual(["lint"]);
    rig.write(".claude/skills/when.md", "---\nname: when\ntriggers: [release]\n---\n\n# When\n");
    rig.write(
      ".claude/skills/what.md",
      "---\nname: what\ntriggers: [quality_check]\n---\n\n```yaml\nchecks:\n  - lint\n```\n",
    );
    expect(await passed(rig, "--trigger", "release")).toEqual(["lint", "test"]);
    expect(await passed(rig, "--trigger", "quality_check")).toEqual(["lint"]);
    expect(await passed(rig, "--trigger", "quality_check", "--trigger", "release")).toEqual(["lint", "test"]);
    const { status, stderr } = await rig.verification(["--trigger", "pre_pr_creatoin"]);
    expect(status).toBe(2);
    expect(stderr).toContain('Did you mean "pre_pr_creation"?');
  });

  it("is about what is inferred, or what skills declare, where there is no configuration", async () => {
    const rig = new Rig();
    rig.write("package.json", JSON.stringify({ scripts: { lint: "true" } }));
    expect(await passed(rig, "--trigger", "pre_pr_creation")).toContain("lint");
    rig.write(
      ".claude/skills/own.md",
      "---\nname: own\n---\n\n```yaml\nchecks:\n  - { name: own, command: 'true' }\n```\n",
    );
    expect(await passed(rig, "--trigger", "pre_pr_creation")).toEqual(["own"]);
  });
});

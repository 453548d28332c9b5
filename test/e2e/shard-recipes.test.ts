import { spawn } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { filesCheck, Team, type Member } from "../rig/team.ts";

const ROOT = join(import.meta.dirname, "../..");
const EXAMPLE = join(ROOT, "examples/shards");

interface Step {
  readonly id?: string;
  readonly run?: string;
}
interface Github {
  readonly jobs: Readonly<Record<"plan" | "verify" | "merge", { readonly steps: readonly Step[] }>>;
}
type GitlabJob = { readonly script: readonly string[] };
type Gitlab = Readonly<Record<"plan" | "verify" | "merge", GitlabJob>> & {
  readonly ".verification": { readonly before_script: readonly string[] };
};

/** Programs of a job: `npx verification` is the one that was built, and `npm ci` has nothing to do. */
function programs(team: Team): string {
  const bin = join(team.directory, "bin");
  const path = `${bin}:${process.env["PATH"] ?? ""}`;
  // A program that another job is starting cannot be written.
  if (existsSync(bin)) return path;
  mkdirSync(bin, { recursive: true });
  const shims = { npx: `shift; exec "${process.execPath}" "${ROOT}/bin/verification" "$@"`, npm: "exit 0" };
  for (const [name, text] of Object.entries(shims)) {
    writeFileSync(join(bin, name), `#!/bin/sh\n${text}\n`);
    chmodSync(join(bin, name), 0o755);
  }
  return path;
}

/** Runs lines of shell as a job does; ends with the first that fails. */
function job(
  member: Member,
  lines: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<{ status: number | null; text: string }> {
  return new Promise((resolve) => {
    const child = spawn("bash", ["-eo", "pipefail", "-c", lines.join("\n")], {
      cwd: member.root,
      env: { HOME: member.home, PATH: programs(member.team), GIT_CONFIG_NOSYSTEM: "1", CI: "true", ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let text = "";
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
    child.once("close", (status) => resolve({ status, text }));
  });
}

interface Recipe {
  readonly lines: (name: "plan" | "verify" | "merge") => readonly string[];
  readonly env: (member: Member, shard?: number) => Readonly<Record<string, string>>;
  /** What the first job hands on beside files. */
  readonly output: string;
}

function github(): Recipe {
  const text = readFileSync(join(EXAMPLE, ".github/workflows/verify.yml"), "utf8");
  const { jobs } = parse(text) as Github;
  return {
    lines: (name) => jobs[name].steps.flatMap(({ run }) => run ?? []),
    env: (member, shard = 0) => ({
      BASE: "main",
      GITHUB_OUTPUT: join(member.home, "output"),
      SHARD: String(shard),
    }),
    output: 'matrix={"shard":[1,2,3]}\n',
  };
}

function gitlab(): Recipe {
  const jobs = parse(readFileSync(join(EXAMPLE, ".gitlab-ci.yml"), "utf8")) as Gitlab;
  return {
    lines: (name) => [...jobs[".verification"].before_script, ...jobs[name].script],
    env: (_, shard = 0) => ({ CI_DEFAULT_BRANCH: "main", CI_NODE_INDEX: String(shard), CI_NODE_TOTAL: "3" }),
    output: "",
  };
}

describe.each([
  ["GitHub", github],
  ["GitLab", gitlab],
])("the recipe for %s", (_, read) => {
  it("verifies in three jobs at once and merges, also where one of them is lost", async () => {
    const team = new Team({ checks: [{ ...filesCheck, batch: 1 }] });
    const recipe = read();
    const planner = team.clone();
    const planned = await job(planner, recipe.lines("plan"), recipe.env(planner));
    expect([planned.status, planned.text]).toEqual([0, expect.any(String)]);
    const output = join(planner.home, "output");
    expect(existsSync(output) ? readFileSync(output, "utf8") : "").toBe(recipe.output);
    const workers = await Promise.all(
      [1, 2, 3].map(async (shard) => {
        const member = team.clone();
        cpSync(join(planner.root, "plan.json"), join(member.root, "plan.json"));
        const { status, text } = await job(member, recipe.lines("verify"), recipe.env(member, shard));
        expect([status, text]).toEqual([0, expect.any(String)]);
        return { shard, out: join(member.root, `out-${shard}`) };
      }),
    );
    for (const arrived of [workers, workers.slice(1), []]) {
      const member = team.clone();
      cpSync(join(planner.root, "plan.json"), join(member.root, "plan.json"));
      for (const { shard, out } of arrived)
        cpSync(out, join(member.root, `out-${shard}`), { recursive: true });
      const merged = await job(member, recipe.lines("merge"), recipe.env(member));
      expect([merged.status, merged.text]).toEqual([0, expect.stringMatching(/1 passed|files/)]);
      const ran = existsSync(join(member.root, ".ran"))
        ? readFileSync(join(member.root, ".ran"), "utf8")
        : "";
      expect(ran.trim().split("\n").filter(Boolean)).toHaveLength(3 - arrived.length);
    }
  });
});

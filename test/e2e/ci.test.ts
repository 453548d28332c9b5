import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import type { CheckInput } from "../../src/index.ts";
import { fileCheck, rigWith } from "../rig/incremental.ts";
import { type Rig, shell } from "../rig/rig.ts";
import { readAction, WorkflowRunner, type Job, type JobEnd } from "../rig/workflow-runner.ts";

const OWN = join(import.meta.dirname, "../..");
const COMMAND = join(OWN, "bin/verification");
const ACTION = readAction(join(OWN, "action.yml"));
const good = shell("good", "echo good >> .ran; ! grep BAD a.txt", { type: "test", files: ["a.txt"] });

/** Installed in each checkout anew, as `npm ci` does. */
const tool: CheckInput = { name: "tool", command: "tool", args: ["{files}"], files: ["src/**"] };

/** A repository from which jobs check out, each into a directory of its own. */
class Forge {
  readonly rig: Rig = rigWith(good, fileCheck(), tool);
  readonly runner: WorkflowRunner = new WorkflowRunner(join(this.rig.root, "../runner"));
  readonly env = {
    PATH: process.env["PATH"],
    HOME: join(this.rig.root, "../home"),
    GIT_CONFIG_NOSYSTEM: "1",
  };
  #checkouts = 0;

  constructor() {
    this.rig.write("a.txt", "1");
    this.rig.write("src/x.txt", "1");
    this.rig.commitAll();
  }

  checkout(branch = "main", depth = 0): string {
    const workspace = join(this.rig.root, `../checkout-${++this.#checkouts}/repository`);
    const shallow = depth === 0 ? [] : ["--depth", String(depth)];
    const from = `file://${this.rig.root}`;
    execFileSync("git", ["clone", "--quiet", ...shallow, "--branch", branch, from, workspace], {
      env: this.env,
    });
    mkdirSync(join(workspace, "node_modules/.bin"), { recursive: true });
    symlinkSync(COMMAND, join(workspace, "node_modules/.bin/verification"));
    mkdirSync(join(workspace, "node_modules/tool"));
    writeFileSync(join(workspace, "node_modules/tool/package.json"), '{"name":"tool","version":"1.0.0"}');
    writeFileSync(join(workspace, "node_modules/tool/cli.sh"), "#!/bin/sh\necho tool >> .ran\n");
    chmodSync(join(workspace, "node_modules/tool/cli.sh"), 0o755);
    symlinkSync("../tool/cli.sh", join(workspace, "node_modules/.bin/tool"));
    return workspace;
  }

  job(job: Partial<Job> = {}): JobEnd & { readonly ran: string } {
    const workspace = job.workspace ?? this.checkout();
    const end = this.runner.run(ACTION, { github: { ref_name: "main" }, env: this.env, ...job, workspace });
    const ran = join(workspace, ".ran");
    return { ...end, ran: existsSync(ran) ? inOrder(readFileSync(ran, "utf8")) : "" };
  }
}

/** Checks run side by side. */
function inOrder(text: string): string {
  return text.split("\n").filter(Boolean).sort().join(", ");
}

describe("the action", () => {
  it("describes all that it takes, and runs in bash", () => {
    expect(ACTION.runs.using).toBe("composite");
    for (const { description } of Object.values(ACTION.inputs)) expect(description).toMatch(/\.$/);
    for (const { run, shell } of ACTION.runs.steps)
      expect(shell).toBe(run === undefined ? undefined : "bash");
    // What a pull request can name never becomes part of a script.
    for (const { run = "" } of ACTION.runs.steps) expect(run).not.toContain("${{");
  });

  it("verifies, annotates and sums up; and the next job, elsewhere, has nothing left to run", () => {
    const forge = new Forge();
    const first = forge.job();
    expect([first.status, first.ran]).toEqual([0, "good, src/x.txt, tool"]);
    expect(first.log).toContain("verification: ");
    expect(first.summary).toContain("✅");
    const second = forge.job();
    expect([second.status, second.ran]).toEqual([0, ""]);
    expect(second.summary).toContain("3 still standing");
    forge.rig.commitAll("nothing");
    const shallow = forge.job({ workspace: forge.checkout("main", 1) });
    expect([shallow.status, shallow.ran]).toEqual([0, ""]);
    expect(new Set(forge.runner.keys).size).toBe(3);
    const without = forge.job({ inputs: { cache: "false" } });
    expect([without.status, without.ran]).toEqual([0, first.ran]);
  });

  it("keeps what passed where something failed, and starts a branch from where it came from", () => {
    const forge = new Forge();
    expect(forge.job().status).toBe(0);
    forge.rig.git("checkout", "--quiet", "-b", "fix,this");
    forge.rig.write("src/x.txt", "BAD");
    forge.rig.write("src/y.txt", "1");
    forge.rig.commitAll();
    const github = { ref_name: "7/merge", head_ref: "fix,this", base_ref: "main" };
    const failed = forge.job({ workspace: forge.checkout("fix,this"), github });
    expect([failed.status, failed.ran]).toEqual([1, "src/x.txt src/y.txt, tool"]);
    expect(failed.log).toContain("::error title=files failed::");
    expect(failed.summary).toContain("❌");
    const keys = forge.runner.keys;
    expect(keys.at(-1)).toMatch(/^verification-Linux-default-fix-this-\d+-1$/);
    forge.rig.write("src/x.txt", "2");
    forge.rig.commitAll();
    const mended = forge.job({ workspace: forge.checkout("fix,this"), github });
    expect(mended.status).toBe(0);
    expect(mended.ran).not.toContain("good");
  });

  it("passes on what it is given word by word, and runs another version from the registry", () => {
    const forge = new Forge();
    const chosen = forge.job({ inputs: { args: "--check\n  good  --reason $(touch.x)" } });
    expect([chosen.status, chosen.ran]).toEqual([0, "good"]);
    const bin = join(forge.rig.root, "../bin");
    mkdirSync(bin);
    writeFileSync(join(bin, "npx"), '#!/bin/sh\nprintf "[%s]" "$@"\n');
    chmodSync(join(bin, "npx"), 0o755);
    const env = { ...forge.env, PATH: `${bin}:${forge.env.PATH}` };
    const { log } = forge.job({ inputs: { version: "1.2.3", args: "--full" }, env });
    expect(log).toContain(
      "[--yes][--package][incremental-verification@1.2.3][--][verification][--format][github][--full]",
    );
  });
});

describe("the job for GitLab", () => {
  const text = readFileSync(join(OWN, "docs/ci.md"), "utf8");
  const [, snippet = ""] = /## GitLab\n\n```yaml\n([^]*?)```/.exec(text) ?? [];
  const { verification: job } = parse(snippet) as {
    readonly verification: {
      readonly cache: readonly { readonly paths: readonly string[]; readonly when: string }[];
      readonly script: readonly string[];
      readonly artifacts: { readonly reports: { readonly junit: string } };
    };
  };

  it("keeps what the action keeps", () => {
    const kept = ACTION.runs.steps.find(({ uses }) => uses?.includes("save"))?.with?.["path"] ?? "";
    const paths = kept.trim().replaceAll("${{ inputs.working-directory }}/", "").split("\n");
    expect(job.cache).toMatchObject([{ paths, when: "always" }]);
  });

  it("runs as it is written, and reports where it says", () => {
    const forge = new Forge();
    const workspace = forge.checkout();
    const script = job.script.filter((line) => line !== "npm ci");
    expect(script.length).toBe(job.script.length - 1);
    const again = (): number | null =>
      spawnSync("sh", ["-ec", script.join("\n")], { cwd: workspace, env: { ...forge.env, CI: "true" } })
        .status;
    expect(again()).toBe(0);
    expect(readFileSync(join(workspace, job.artifacts.reports.junit), "utf8")).toContain("<testsuites");
    expect(again()).toBe(0);
    // The report is no part of the tree.
    expect(inOrder(readFileSync(join(workspace, ".ran"), "utf8"))).toBe("good, src/x.txt, tool");
  });
});

import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { CheckInput } from "../../src/index.ts";
import { fileCheck, rigWith } from "./incremental.ts";
import { type Rig, shell } from "./rig.ts";
import { type Action, type Job, type JobEnd, readAction, WorkflowRunner } from "./workflow-runner.ts";

export const OWN: string = join(import.meta.dirname, "../..");
export const ACTION: Action = readAction(join(OWN, "action.yml"));
const COMMAND = join(OWN, "bin/verification");

export const SECRET = "a secret of the repository, 100% random";
const good = shell("good", "echo good >> .ran; env > .seen; ! grep BAD a.txt", {
  type: "test",
  files: ["a.txt"],
});

/** Installed again in each checkout, as `npm ci` does. */
const tool: CheckInput = { name: "tool", command: "tool", args: ["{files}"], files: ["src/**"] };
/** What runs where nothing is known. */
export const ALL = "good, src/x.txt, tool";

/** A repository from which jobs check out, each into a directory of its own, on a machine of its own. */
export class CodeHost {
  readonly rig: Rig = rigWith(good, fileCheck(), tool);
  readonly runner: WorkflowRunner = new WorkflowRunner(join(this.rig.root, "../runner"));
  readonly env = {
    PATH: process.env["PATH"],
    GIT_CONFIG_NOSYSTEM: "1",
  };
  #checkouts = 0;

  constructor() {
    this.rig.write(".gitignore", ".ran\n.seen\nnode_modules/\n.verification-baseline.json\n");
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

  /** A push to the main branch with the secret, unless something else is said. */
  job(job: Partial<Job> = {}): JobEnd & { readonly ran: string; readonly seen: string } {
    const workspace = job.workspace ?? this.checkout();
    const inputs = { "store-key": SECRET, ...job.inputs };
    const env = { HOME: join(workspace, "../home"), ...this.env, ...job.env };
    const end = this.runner.run(ACTION, { ...job, inputs, env, workspace });
    const [ran, seen] = [".ran", ".seen"].map((name) => read(join(workspace, name)));
    return { ...end, ran: inOrder(ran ?? ""), seen: seen ?? "" };
  }
}

export function read(file: string): string {
  return existsSync(file) ? readFileSync(file, "utf8") : "";
}

/** Checks run side by side. */
export function inOrder(text: string): string {
  return text.split("\n").filter(Boolean).sort().join(", ");
}

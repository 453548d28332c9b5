import { chmodSync } from "node:fs";
import { delimiter, join } from "node:path";
import { describe, expect, it } from "vitest";
import { Rig, shell, type Ended } from "../rig/rig.ts";

/** A repository in which git does not answer: whatever is asked stays before its first check. */
function createStuck(): { readonly rig: Rig; readonly env: { readonly PATH: string } } {
  const rig = new Rig();
  rig.checks(shell("never", "touch ran"));
  // Its age is asked of git.
  const item = { analysis_status: "partial", phases_completed: ["00-quick-scan"], codebase_hash: "0123abc" };
  rig.write("docs/requirements/item/meta.json", JSON.stringify(item));
  rig.commitAll();
  const { command, args } = rig.controlled("git");
  rig.write("bin/git", `#!/bin/sh\nexec '${command}' ${args.map((arg) => `'${arg}'`).join(" ")}\n`);
  chmodSync(join(rig.root, "bin/git"), 0o755);
  return { rig, env: { PATH: `${join(rig.root, "bin")}${delimiter}${process.env["PATH"]}` } };
}

async function interrupt(args: readonly string[], signal: NodeJS.Signals): Promise<Ended> {
  const { rig, env } = createStuck();
  const { child, ended } = rig.start(args, { env });
  const git = await rig.started("git");
  child.kill(signal);
  const end = await ended;
  git.exit(1);
  while (rig.unclaimed.length > 0) (await rig.started("git")).exit(1);
  return end;
}

const FAILURES = [{ kind: "interrupted", message: "Interrupted before there was a result." }];

describe("an interruption before the first check", () => {
  it.each([
    ["SIGTERM", ["--json", "--skip-cache"]],
    ["SIGINT", ["--format", "json"]],
    ["SIGTERM", ["--dry-run", "--json"]],
    ["SIGINT", ["status", "--json"]],
    ["SIGTERM", ["flow", "list", "--json"]],
  ] as const)(
    "an interruption before the first check by %s is told in one JSON document where that is asked for: %j",
    async (signal, args) => {
      const { status, stdout } = await interrupt(args, signal);
      expect(status).toBe(130);
      expect(JSON.parse(stdout)).toEqual({ schemaVersion: 1, success: false, failures: FAILURES });
    },
  );

  it("is the verdict that an agent gets", async () => {
    const { status, stdout } = await interrupt(["--format", "agent"], "SIGHUP");
    expect([status, stdout]).toEqual([130, "INTERRUPTED: nothing was run.\n"]);
  });

  it("leaves standard output empty where people read", async () => {
    const { status, stdout, stderr } = await interrupt([], "SIGTERM");
    expect([status, stdout]).toEqual([130, ""]);
    expect(stderr).toContain("Interrupted before there was a result.");
  });
});

it.each([[["--json"]], [["history", "--json"]]])(
  "an interruption while the command is still being loaded exits with 130 as well: %j",
  async (args) => {
    const rig = new Rig();
    rig.checks(shell("never", "touch ran"));
    // Comes as soon as anybody listens, before anything else is done.
    rig.write(
      "soon.cjs",
      'process.on("newListener", (name) => name === "SIGTERM" && process.nextTick(() => process.emit(name, name, 15)));\n',
    );
    const env = { NODE_OPTIONS: `--require ${join(rig.root, "soon.cjs")}` };
    const { status, stdout } = await rig.start(args, { env }).ended;
    expect(status).toBe(130);
    expect(JSON.parse(stdout)).toMatchObject({ success: false, failures: FAILURES });
  },
);

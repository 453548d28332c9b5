import { mkdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { ConfigInput } from "../../src/index.ts";
import { FlowRig, logged } from "../rig/flow.ts";
import { shell } from "../rig/rig.ts";

const LOG_READS = join(import.meta.dirname, "../rig/log-reads.cjs");

type PhaseInput = NonNullable<ConfigInput["workflows"]>[string]["phases"][number];

/** A repository with the item `pay`, whose workflow has these phases. */
function gates(phases: readonly PhaseInput[], more: ConfigInput & { readonly git?: boolean } = {}): FlowRig {
  const { git, ...config } = more;
  const workflows = { feature: { phases: [...phases] } };
  const rig = new FlowRig({ config: { ...config, workflows }, ...(git === undefined ? {} : { git }) });
  rig.item("pay", {});
  return rig;
}

/** A repository that waits at a phase `one` with this gate. */
async function waiting(gate: { checks?: string[]; tags?: string[] }): Promise<FlowRig> {
  const rig = gates([{ key: "one", gate }, "two"], {
    checks: [
      shell("ok", "echo ok >> .phases", { files: ["src/**"] }),
      shell("off", "echo off >> .phases", { files: ["src/**"], enabled: false, tags: ["night"] }),
      shell("other", "exit 1", { files: ["src/**"], enabled: false }),
      shell("empty", "echo empty >> .phases", {
        files: ["none/**"],
        dependsOn: ["before"],
        tags: ["hollow"],
      }),
      shell("before", "true", { files: ["src/**"] }),
      shell("day", "echo day >> .phases", { files: ["src/**"], tags: ["day"] }),
      shell("bad", "exit 1", { files: ["src/**"] }),
    ],
  });
  rig.write("src/a.ts", "");
  await rig.flow("build", "pay");
  return rig;
}

describe("the artifacts of a gate, from the root", () => {
  it.each([{ git: true }, { git: false }])("are the files that are there: %j", async ({ git }) => {
    const rig = gates(
      [
        { key: "one", artifacts: ["/reports/*.json"] },
        { key: "two", artifacts: ["/out/**/*.log"] },
        { key: "three", artifacts: ["/**/*.left", "/*/*.left"] },
      ],
      { git },
    );
    rig.write(".gitignore", `${rig.read(".gitignore")}out/\nnode_modules/\n`);
    rig.write("reports/one.json", "{}");
    if (git) rig.commitAll("a report");
    await rig.flow("build", "pay");
    rmSync(join(rig.root, "reports"), { recursive: true });
    const deleted = await rig.flow("done", "one");
    expect(deleted.stdout).toContain("an artifact is missing: reports/*.json");
    expect(deleted.status).toBe(1);

    rig.write("reports/two.json", "{}");
    expect(await rig.flow("done", "one")).toMatchObject({
      status: 0,
      stdout: expect.stringContaining("two is handed over"),
    });
    rig.write("out/deep/ignored.log", "");
    expect((await rig.flow("done", "two")).status).toBe(0);

    for (const place of ["node_modules", "node_modules/deep", ".git", ".verification", ".verification-cache"])
      rig.write(`${place}/a.left`, "");
    mkdirSync(join(rig.root, "deep"));
    symlinkSync("gone", join(rig.root, "deep/nowhere.left"));
    rig.write("directory.left/a.txt", "");
    expect((await rig.flow("done", "three")).stdout).toContain(
      "2 artifacts are missing: **/*.left, */*.left",
    );
    rig.write("deep/a.left", "");
    expect((await rig.flow("done", "three")).stdout).toContain("pay is built");
  });
});

describe("the checks of a gate", () => {
  it("do not pass where a named one is disabled, whatever else passes", async () => {
    const rig = await waiting({ checks: ["ok", "off"] });
    const { status, stdout } = await rig.flow("done", "one");
    expect(stdout).toContain("its gate does not pass: off.\n");
    expect(stdout).toContain("off is disabled, so it cannot pass. Enable it, or remove it from the gate.");
    expect(status).toBe(1);
    expect(rig.state().phases).toMatchObject({ one: { status: "failed" }, two: { status: "pending" } });
    rig.write(".verification.yml", rig.read(".verification.yml").replace("enabled: false", "enabled: true"));
    expect((await rig.flow("done", "one")).stdout).toContain("two is handed over");
    expect(rig.ran()).toEqual(["ok", "off"]);
  });

  it("pass where one has no file to verify and another passes", async () => {
    const rig = await waiting({ checks: ["ok", "empty"] });
    expect(await rig.flow("done", "one")).toMatchObject({
      status: 0,
      stdout: expect.stringContaining("two is handed over"),
    });
  });

  it("do not pass where none that is named has a file to verify", async () => {
    const rig = await waiting({ checks: ["empty"] });
    const { status, stdout } = await rig.flow("done", "one");
    expect(stdout).toContain("its gate does not pass: empty.\n");
    expect(stdout).toContain("empty has no file to verify, and no other check that the gate names passed.");
    expect(status).toBe(1);
  });

  it("are told apart from others that are disabled or have no file", async () => {
    const rig = await waiting({ checks: ["bad", "empty"] });
    const { status, stdout } = await rig.flow("done", "one");
    expect(stdout).toContain("its gate does not pass: bad.\n");
    expect(status).toBe(1);
  });

  it("do not pass where all that have the tag are disabled", async () => {
    const rig = await waiting({ tags: ["night"] });
    const { status, stdout } = await rig.flow("done", "one");
    expect(stdout).toContain("Every check with the tag night is disabled. Enable one,");
    expect(status).toBe(1);
  });

  it("do not pass where all that have the tag are disabled, even if a named one passes", async () => {
    const rig = await waiting({ checks: ["ok"], tags: ["night"] });
    const { status, stdout } = await rig.flow("done", "one");
    expect(stdout).toContain("Every check with the tag night is disabled. Enable one,");
    expect(status).toBe(1);
  });

  it("do not pass where none that has the tag has a file to verify, even if a named one passes", async () => {
    const rig = await waiting({ checks: ["ok"], tags: ["hollow"] });
    const { status, stdout } = await rig.flow("done", "one");
    expect(stdout).toContain("its gate does not pass: empty.\n");
    expect(status).toBe(1);
    expect(rig.ran()).toEqual(["ok"]);
  });
});

describe("a command of flow", () => {
  /** How often it verified, and how often it read the configuration. */
  async function count(rig: FlowRig, ...args: readonly string[]): Promise<object> {
    const log = join(rig.root, ".git/reads");
    const before = await countRuns(rig);
    const env = { NODE_OPTIONS: `--require ${LOG_READS}`, LOGGED_READS: log };
    await rig.start(["flow", ...args], { env }).ended;
    const names = readFileSync(log, "utf8").split("\n");
    rmSync(log);
    const reads = names.filter((name) => name === ".verification.yml").length;
    return { runs: (await countRuns(rig)) - before, reads };
  }

  async function countRuns(rig: FlowRig): Promise<number> {
    const { stdout } = await rig.verification(["history", "--json"]);
    return (JSON.parse(stdout) as { readonly runs: readonly unknown[] }).runs.length;
  }

  it("reads the configuration once, and verifies a gate once that has checks and tags", async () => {
    const rig = await waiting({ checks: ["ok"], tags: ["day"] });
    expect(await count(rig, "done", "one")).toEqual({ runs: 1, reads: 1 });
    expect(rig.ran()).toEqual(["ok", "day"]);
  });

  it("reads the configuration once also if a gate fails", async () => {
    const rig = await waiting({ checks: ["bad"], tags: ["day"] });
    expect(await count(rig, "done", "one")).toEqual({ runs: 1, reads: 1 });
  });

  it("reads the configuration again after a command, which may have edited it", async () => {
    const edit = "sed -i 's/echo before/echo after/' .verification.yml";
    const rig = gates([logged("one", edit, { gate: { checks: ["said"] } }), "two"], {
      checks: [shell("said", "echo before >> .phases")],
    });
    expect(await count(rig, "build", "pay")).toEqual({ runs: 1, reads: 2 });
    expect(rig.ran()).toEqual(["one", "after"]);
  });

  it("finds a configuration that is named from another directory", async () => {
    const rig = await waiting({ checks: ["ok"], tags: ["day"] });
    const args = ["flow", "done", "one", "--config", "../.verification.yml"];
    expect(await rig.verification(args, { cwd: join(rig.root, "src") })).toMatchObject({ status: 0 });
  });
});

describe("a workflow", () => {
  it("has each phase once, wherever it is defined", async () => {
    const rig = new FlowRig({ config: {} });
    const refused = async (): Promise<string> => {
      const { status, stderr } = await rig.flow("list");
      expect(status).toBe(2);
      return stderr;
    };
    rig.write(".verification.yml", "workflows:\n  w:\n    phases:\n      - a\n      - b\n      - key: a\n");
    expect(await refused()).toContain('.verification.yml:6:14: The workflow "w" has the phase "a" twice.');
    rig.write(".verification.yml", "flow: { workflows: flows.json }\n");
    rig.write("flows.json", '{\n  "workflows": { "w": { "phases": ["a",\n  "a"] } }\n}\n');
    expect(await refused()).toContain('flows.json:3:3: The workflow "w" has the phase "a" twice.');
  });

  it("is not looked for in a file that is named and not there", async () => {
    const rig = new FlowRig({ config: {} });
    rig.write(".verification.yml", "flow:\n  workflows: conf/none.json\n");
    const { status, stderr } = await rig.flow("add", "pay");
    expect(stderr).toContain(".verification.yml:2:14: flow.workflows names a file that does not exist.");
    expect(stderr).toContain("conf/none.json");
    expect(status).toBe(2);
    expect(rig.has("BACKLOG.md")).toBe(false);
  });
});

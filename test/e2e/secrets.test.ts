import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { FlowRig, logged } from "../rig/flow.ts";
import { Rig, shell } from "../rig/rig.ts";

/** What only the program itself may know. */
const OWN = {
  VERIFICATION_STORE_KEY: "store-key-of-this-machine",
  VERIFICATION_CACHE_KEY: "cache-key-of-this-machine",
  VERIFICATION_CACHE_TOKEN: "cache-token-of-this-machine",
};

/** All that a run has left in the repository, beside its sources. */
function written(rig: Rig): string {
  const directory = join(rig.root, ".verification-cache");
  const names = existsSync(directory)
    ? readdirSync(directory, { recursive: true, withFileTypes: true }).filter((each) => each.isFile())
    : [];
  return names.map((each) => readFileSync(join(each.parentPath, each.name), "latin1")).join("\n");
}

/** A directory with a `git` that writes its environment down. */
function recordingGit(rig: Rig): string {
  const real = execFileSync("sh", ["-c", "command -v git"], { encoding: "utf8" }).trim();
  rig.write("../bin/git", `#!/bin/sh\nenv >> "${rig.root}/../git-environment"\nexec ${real} "$@"\n`);
  chmodSync(join(rig.root, "../bin/git"), 0o755);
  return `${join(rig.root, "../bin")}:${process.env["PATH"]}`;
}

describe("the keys of the program itself", () => {
  it("reach no check, no strategy and no git, and are told nowhere", async () => {
    const rig = new Rig();
    rig.write(".gitignore", "*-environment\n.verification-baseline.json\n");
    rig.write("word", "bad\n");
    rig.config({
      checks: [
        shell("word", "env; env > check-environment; grep -q good word", {
          env: ["VERIFICATION_CACHE_KEY"],
          files: ["word"],
        }),
        shell("set", "env > set-environment", { env: { VERIFICATION_STORE_KEY: "from the configuration" } }),
      ],
      recovery: {
        strategies: [
          {
            name: "repair",
            when: { check: "word" },
            run: { command: "sh", args: ["-c", "env; env > strategy-environment; echo good > word"] },
          },
        ],
      },
    });
    const env = { ...OWN, PATH: recordingGit(rig), KEPT: "this one stays" };
    const { status, stdout, stderr } = await rig.start(["--json", "--recover"], { env }).ended;
    expect([status, stderr]).toEqual([0, expect.any(String)]);
    for (const name of [
      "check-environment",
      "set-environment",
      "strategy-environment",
      "../git-environment",
    ]) {
      const seen = readFileSync(join(rig.root, name), "utf8");
      expect(seen).toContain("KEPT=this one stays");
      expect(seen).not.toMatch(/VERIFICATION_(?:STORE_KEY|CACHE_KEY|CACHE_TOKEN)/);
      expect(seen).not.toContain("of-this-machine");
    }
    expect(`${stdout}${stderr}${written(rig)}`).not.toContain("of-this-machine");
  });

  it("reach no phase of a workflow", async () => {
    const rig = new FlowRig({
      phases: { "00-quick-scan": logged("00-quick-scan", "env > .phases-environment; env") },
    });
    await rig.verification(["flow", "add", "pay"]);
    const { stdout, stderr } = await rig.verification(["flow", "analyze", "pay"], { env: OWN });
    const seen = rig.read(".phases-environment");
    expect(seen).toContain("VERIFICATION_PHASE=00-quick-scan");
    expect(seen).not.toMatch(/VERIFICATION_(?:STORE_KEY|CACHE_KEY|CACHE_TOKEN)/);
    expect(`${stdout}${stderr}`).not.toContain("of-this-machine");
  });

  it("are not told where a check knows them from elsewhere", async () => {
    const rig = new Rig();
    rig.write("../known", `${OWN.VERIFICATION_CACHE_TOKEN} again\n`);
    rig.checks(shell("leak", "cat ../known; exit 1", { type: "lint" }));
    const { stdout } = await rig.verification(["--json"], { env: OWN });
    expect((JSON.parse(stdout) as { results: { stdout: string }[] }).results[0]?.stdout).toBe(
      "[redacted] again\n",
    );
    expect(written(rig)).not.toContain("cache-token-of");
  });
});

describe("a check that prints its whole environment", () => {
  const secrets = {
    DB_PASS: "hunter2",
    MYSQL_PWD: "s3same-open",
    SESSION: "s%3Aabc123.def456",
    SENTRY_DSN: "https://0123456789abcdef0123456789abcdef@o1.ingest.sentry.io/1",
    RANDOM_THING: "a1B2c3D4e5F6g7H8i9J0",
  };

  it("tells no secret in any report, in the store, in the history", async () => {
    const rig = new Rig();
    rig.checks(
      shell("env", `env; printf %s "$DB_PASS" | base64; echo "a.txt:1:1: error: $SESSION"; exit 1`, {
        type: "lint",
        env: ["RANDOM_THING"],
      }),
    );
    rig.write("a.txt", "");
    const reports = ["html", "sarif", "junit", "markdown", "github", "agent"].map(
      (format) => `${format}=../out.${format}`,
    );
    const { stdout, stderr } = await rig.verification(
      [
        "--json",
        ...reports.flatMap((report) => ["--format", report]),
        "--reason",
        `because ${secrets.MYSQL_PWD}`,
      ],
      { env: secrets },
    );
    const history = await rig.verification(["history", "--json"]);
    const told = [
      stdout,
      stderr,
      history.stdout,
      written(rig),
      ...reports.map((report) => readFileSync(join(rig.root, report.slice(report.indexOf("=") + 1)), "utf8")),
    ];
    const encoded = Buffer.from(secrets.DB_PASS).toString("base64");
    for (const text of told)
      for (const secret of [...Object.values(secrets), encoded]) expect(text).not.toContain(secret);
    // What is to be read is there.
    expect(stdout).toContain(`PWD=${rig.root}`);
    expect(stdout).toContain("DB_PASS=[redacted]");
  });

  it("tells no secret where the plan is shown", async () => {
    const rig = new Rig();
    rig.checks({
      name: "deploy",
      command: "true",
      args: ["{{ github.token }}"],
      env: { DB_PASS: "{{ github.token }}", MODE: "fast" },
    });
    const { stdout } = await rig.verification(["--dry-run", "--json"], {
      env: { GITHUB_TOKEN: "correct-horse" },
    });
    expect(stdout).not.toContain("correct-horse");
    expect(stdout).toContain('"MODE": "fast"');
  });
});

it("a secret in a source is not shown beside a finding", async () => {
  const rig = new Rig();
  const secret = `ghp_${"a1B2".repeat(9)}`;
  rig.write("a.js", `one();\nconst token = "${secret}";\nthree();\n`);
  rig.write("b.md", `[x](./missing-${secret}.md)\n`);
  rig.checks(shell("lint", `echo "a.js:1:1: error: bad"; exit 1`, { type: "lint", files: ["a.js"] }), {
    name: "links",
    uses: "builtin:links",
  });
  const { stdout } = await rig.verification(["--json"]);
  expect(stdout).toContain("const token");
  expect(stdout).toContain("./missing-[redacted]");
  expect(stdout).not.toContain(secret);
});

it("a secret that a phase prints in two pieces is not shown", async () => {
  const script = `printf 'pass is %.4s' "$DB_PASS"; printf '%s and on\\n' "\${DB_PASS#????}"; printf 'no end: %s' "$DB_PASS"`;
  const rig = new FlowRig({ phases: { "00-quick-scan": logged("00-quick-scan", script) } });
  await rig.verification(["flow", "add", "pay"]);
  const { stdout, stderr } = await rig.verification(["flow", "analyze", "pay"], {
    env: { DB_PASS: "correct-horse" },
  });
  expect(stderr).toContain("pass is [redacted] and on\n");
  expect(stderr).toContain("no end: [redacted]");
  expect(`${stdout}${stderr}`).not.toContain("correct-horse");
});

import { describe, expect, it } from "vitest";
import { FlowRig } from "../rig/flow.ts";
import { Rig, shell } from "../rig/rig.ts";

describe("the command line", () => {
  it("takes --check a,b for two checks", async () => {
    const rig = new Rig();
    rig.checks(shell("a", "true"), shell("b", "true"), shell("c", "true"));
    const { result } = await rig.json(["--check", "a,b"]);
    expect(result.results.filter(({ status }) => status === "passed").map(({ check }) => check)).toEqual([
      "a",
      "b",
    ]);
    const unknown = await rig.verification(["--check", "a,nope"]);
    expect(unknown.status).toBe(2);
    expect(unknown.stderr).toContain('"nope"');
  });

  it("suggests --check for a path that is the name of a check", async () => {
    const rig = new Rig();
    rig.checks(shell("lint", "true"));
    const { status, stderr } = await rig.verification(["lint"]);
    expect(status).toBe(2);
    expect(stderr).toContain("verification --check lint");
  });

  it("has help without empty defaults, with that of --mode, and a page for each action of the cache", async () => {
    const rig = new Rig();
    const { stdout } = await rig.verification(["--help"]);
    expect(stdout).not.toContain("default: []");
    expect(stdout).toMatch(/--mode <mode> +how much to verify; default: auto/);
    for (const command of ["history", "audit", "explain"])
      expect((await rig.verification([command, "--help"])).stdout).not.toContain("default: []");
    const pages = await Promise.all(
      ["stats", "prune", "clear", "invalidated"].map((action) =>
        rig.verification(["cache", action, "--help"]),
      ),
    );
    expect(new Set(pages.map(({ stdout: page }) => page)).size).toBe(4);
    expect((await rig.verification(["cache", "nope"])).status).toBe(2);
  });

  it("says in one line that everything was asked for, and why", async () => {
    const rig = new Rig();
    rig.checks(shell("a", "true"));
    expect((await rig.verification(["--force"])).stdout).toContain(
      "Full verification was requested: no reason",
    );
    const { stdout } = await rig.verification(["--full", "--reason", "new compiler"]);
    expect(stdout).toContain("Full verification was requested: new compiler\n");
    expect((await rig.verification()).stdout).not.toContain("asked for");
  });
});

describe("status", () => {
  it("counts a renamed file as one that is not committed", async () => {
    const rig = new Rig();
    rig.checks(shell("a", "true"));
    rig.write("old.txt", "some\nlines\nthat\nstay\n");
    rig.commitAll();
    await rig.verification();
    rig.git("mv", "old.txt", "new.txt");
    const { stdout } = await rig.verification(["status"]);
    expect(stdout).toContain(", 1 uncommitted file");
    expect((await rig.json(["status"])).result).toMatchObject({ uncommittedFiles: ["new.txt"] });
  });

  it("gives each check that would run a reason, also where everything does", async () => {
    const rig = new Rig();
    rig.checks(shell("a", "true"));
    rig.write("methods.csv", "one\n");
    rig.commitAll();
    await rig.verification();
    rig.write("methods.csv", "two\n");
    expect((await rig.verification(["status"])).stdout).toMatch(
      /a would run: everything is verified \(see above\)/,
    );
  });
});

it("cache invalidated has one line for each entry", async () => {
  const rig = new Rig();
  rig.checks(shell("a", "true", { env: { X: "one" } }));
  await rig.verification();
  rig.checks(shell("a", "true", { env: { X: "two\nlines" } }));
  await rig.verification();
  const { stdout } = await rig.verification(["cache", "invalidated"]);
  for (const line of stdout.trimEnd().split("\n")) expect(line).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z {2}a/);
});

it("an unknown tool under uses gets an example of how it is declared", async () => {
  const rig = new Rig();
  rig.write(".verification.yml", "checks:\n  - { name: test, uses: karma-runner }\n");
  const { status, stderr } = await rig.verification();
  expect(status).toBe(2);
  expect(stderr).toContain("command: karma-runner");
});

it("a phase takes its command as one text", async () => {
  const rig = new FlowRig({
    config: { workflows: { upgrade: { phases: [{ key: "only", run: "touch '../made here'" }] } } },
  });
  rig.analysed("pay");
  const { status, stderr } = await rig.flow("upgrade", "pay", "--yes");
  expect({ status, stderr }).toMatchObject({ status: 0 });
  expect(rig.has("../made here")).toBe(true);
  rig.config({ workflows: { upgrade: { phases: [{ key: "only", run: "a && b" }] } } });
  const wrong = await rig.flow("upgrade", "pay", "--yes");
  expect(wrong.status).toBe(2);
  expect(wrong.stderr).toContain("without shell syntax");
});

it("recovery does not call it improved where the same is found in a line that was edited", async () => {
  const rig = new Rig();
  rig.write("a.txt", "bad\n");
  rig.config({
    checks: [
      shell("lint", "grep -q bad a.txt && echo 'a.txt:1:1: error: it is bad' && exit 1; true", {
        type: "lint",
      }),
    ],
    recovery: {
      enabled: true,
      max_attempts: 1,
      strategies: [
        {
          name: "edit",
          when: { check: "lint" },
          run: { command: "sh", args: ["-c", "echo 'still bad' > a.txt"] },
        },
      ],
    },
  });
  const { result } = await rig.json();
  expect(result.recovery[0]).toMatchObject({ strategy: "edit", outcome: "still-failing" });
});

it("a declared edge is a semantic one, and what it leads to counts", async () => {
  const rig = new Rig();
  rig.config({
    checks: [
      {
        name: "each",
        type: "test",
        command: "sh",
        args: ["-c", "true", "{files}"],
        files: ["src/*.ts"],
        follow: "content",
      },
    ],
    edges: [{ from: "src/a.ts", to: "rules/**" }],
  });
  rig.write("src/a.ts", "export {};\n");
  rig.write("src/b.ts", "export {};\n");
  rig.write("rules/one.txt", "one\n");
  rig.commitAll();
  await rig.verification();
  const { stdout } = await rig.verification(["graph", "src/a.ts", "--json"]);
  expect(JSON.parse(stdout)).toMatchObject({ dependencies: [{ to: "rules/one.txt", type: "semantic" }] });
  rig.write("rules/one.txt", "two\n");
  expect((await rig.json()).result).toMatchObject({ filesVerified: 1, cacheHits: 1 });
});

it.each([
  ["package-lock.json", "npm install"],
  ["pnpm-lock.yaml", "pnpm install"],
  ["yarn.lock", "yarn install"],
])("a command that is missing where no packages are installed: with %s it says %s", async (lock, command) => {
  const rig = new Rig();
  rig.write("package.json", "{}\n");
  rig.write(lock, "");
  rig.checks({ name: "a", command: "no-such-tool" }, shell("b", "no-such-tool"));
  for (const { why } of (await rig.json()).result.results)
    expect(why).toContain(`No packages are installed here: run ${command}.`);
  rig.write("node_modules/x/package.json", "{}");
  expect((await rig.json()).result.results[0]?.why).toContain("neither in node_modules/.bin nor on PATH");
});

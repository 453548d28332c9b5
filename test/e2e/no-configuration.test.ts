import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { Rig } from "../rig/rig.ts";

const manifest = (scripts: Record<string, string>, more: object = {}): string =>
  JSON.stringify({ name: "x", version: "1.0.0", scripts, ...more });

describe("a repository without a configuration", () => {
  it("is verified by the scripts of its package.json, in their usual spellings", async () => {
    const rig = new Rig();
    rig.write(
      "package.json",
      manifest({
        typecheck: "node -e 0",
        lint: "node -e 0",
        "format:check": "node -e 0",
        test: "node -e 'process.exit(5)'",
        build: "node -e 0",
        start: "node -e 'process.exit(1)'",
      }),
    );
    const { status, result } = await rig.json();
    expect(status).toBe(1);
    expect(result.results.map(({ check, type, status: each }) => [check, type, each])).toEqual([
      ["type-check", "type-check", "passed"],
      ["lint", "lint", "passed"],
      ["format", "lint", "passed"],
      ["test", "test", "failed"],
      ["build", "build", "passed"],
      ["syntax", "lint", "passed"],
    ]);
  });

  it("is verified by the built-in verifiers that it has files for, also without a package.json", async () => {
    const rig = new Rig();
    rig.write("README.md", "# Here\n\n[there](./there.md)\n");
    const { status, result } = await rig.json();
    expect(status).toBe(1);
    expect(result.results.map(({ check, status: each }) => [check, each])).toEqual([["links", "failed"]]);
    expect(result.findings).toMatchObject([{ file: "README.md", line: 3, code: "broken-link" }]);
    rig.write("there.md", "# There\n");
    rig.write("data.yml", "a: 1\n");
    rig.write("src/a.js", "export {};\n");
    expect((await rig.json()).result.results.map(({ check, status: each }) => [check, each])).toEqual([
      ["syntax", "passed"],
      ["imports", "passed"],
      ["links", "passed"],
    ]);
  });

  it("is verified by them where there is no git either", async () => {
    const rig = new Rig({ git: false });
    rig.write("docs/a.md", "[b](b.md)\n");
    expect((await rig.json()).result.findings).toMatchObject([{ file: "docs/a.md", code: "broken-link" }]);
  });

  it.each([
    ["pnpm-lock.yaml", {}, "pnpm"],
    ["yarn.lock", {}, "yarn"],
    ["bun.lock", {}, "bun"],
    ["package-lock.json", {}, "npm"],
    ["yarn.lock", { packageManager: "pnpm@9.0.0" }, "pnpm"],
  ])("uses the package manager that %s and %j stand for", async (lockfile, more, manager) => {
    const rig = new Rig();
    rig.write("package.json", manifest({ test: "true" }, more));
    rig.write(lockfile, "");
    const { stdout } = await rig.verification(["--dry-run", "--json"]);
    const { checks } = JSON.parse(stdout) as { checks: object[] };
    expect(checks[0]).toMatchObject({ commands: [{ command: manager, args: ["run", "test"] }] });
  });

  it("does not take npm's placeholder, or a script that runs us, for a check", async () => {
    const rig = new Rig();
    rig.write(
      "package.json",
      manifest({ test: 'echo "Error: no test specified" && exit 1', lint: "npx verification --check lint" }),
    );
    const { status, result } = await rig.json();
    expect(status).toBe(0);
    expect(result.results.map(({ check }) => check)).toEqual(["syntax"]);
  });

  it("has nothing to verify where no script checks anything and no verifier reads a file", async () => {
    const rig = new Rig();
    rig.write("main.py", "print(1)\n");
    rig.write("test/fixtures/broken.json", "{");
    const { status, stderr } = await rig.verification();
    expect(status).toBe(2);
    expect(stderr).toContain("nothing to verify");
  });

  it.each([true, false])(
    "a repository without a configuration and without anything to infer says what to do next (git: %s)",
    async (git) => {
      const rig = new Rig({ git });
      const { status, stderr } = await rig.verification();
      expect(status).toBe(2);
      expect(stderr).toContain("Write .verification.yml yourself");
      expect(stderr.includes("not a git repository")).toBe(!git);
    },
  );

  it("says where a package.json is not JSON", async () => {
    const rig = new Rig();
    rig.write("package.json", '{\n  "scripts": { bad json\n');
    const { status, stderr } = await rig.verification();
    expect(status).toBe(2);
    expect(stderr).toMatch(/package\.json:\d+:\d+/);
  });

  it("survives a package.json that is not JSON", async () => {
    const rig = new Rig();
    rig.write("package.json", "{ nope");
    expect((await rig.verification()).status).toBe(2);
  });
});

describe("verification init", () => {
  it("writes what it finds, shows it, and what it wrote works", async () => {
    const rig = new Rig();
    rig.write("tsconfig.json", "{}");
    rig.write("eslint.config.js", "");
    rig.write(
      "package.json",
      manifest(
        { test: "node -e 0" },
        { devDependencies: { typescript: "1", eslint: "1", prettier: "1", jest: "1" } },
      ),
    );
    const { status, stdout, stderr } = await rig.verification(["init"]);
    expect(status).toBe(0);
    expect(readFileSync(join(rig.root, ".verification.yml"), "utf8")).toBe(stdout);
    expect(stdout).toContain('# From the script "test" in package.json.');
    expect(stderr).toContain("3 checks: test, syntax, imports.");
    expect(stdout).toContain("uses: builtin:imports");
    const run = await rig.json(["--check", "test"]);
    expect(run.status).toBe(0);
    expect((await rig.json(["--dry-run"])).result).toMatchObject({
      checks: ["test", "syntax", "imports"].map((check) => ({ check })),
    });
  });

  it("offers what is installed and what no script runs as a comment", async () => {
    const rig = new Rig();
    rig.write("tsconfig.json", "{}");
    rig.write(
      "package.json",
      manifest({ test: "vitest run" }, { devDependencies: { typescript: "1", vitest: "1" } }),
    );
    const { stdout } = await rig.verification(["init"]);
    expect(stdout).toContain("  # - name: type-check\n  #   uses: tsc\n");
    expect(stdout.match(/uses: vitest/g)).toHaveLength(1);
  });

  it.each([
    ["biome", { "@biomejs/biome": "1" }, ["biome.json"], "biome"],
    ["oxlint", { oxlint: "1" }, [], "oxlint"],
    ["vitest", { vitest: "1" }, [], "vitest"],
  ])("verification init finds %s", async (_, devDependencies, files, command) => {
    const rig = new Rig();
    for (const file of files) rig.write(file, "{}");
    rig.write("package.json", manifest({}, { devDependencies }));
    expect((await rig.verification(["init"])).stdout).toContain(`uses: ${command}`);
  });

  it("writes a preset for a script that only starts a tool, and the script for any other", async () => {
    const rig = new Rig();
    rig.write("eslint.config.js", "export default [];");
    const lint = async (script: string): Promise<string> => {
      rig.write("package.json", manifest({ lint: script }));
      return (await rig.verification(["init", "--force"])).stdout;
    };
    expect(await lint("eslint .")).toContain("  - name: lint\n    uses: eslint\n");
    expect(await lint("eslint src --quiet")).toContain("command: npm");
    rig.write("src/a.js", "");
    expect(await lint("eslint src --quiet")).toContain(
      '    uses: eslint\n    args: ["--quiet", "--no-warn-ignored", "--format", "json", "{files}"]\n    files: ["src/**',
    );
    expect(await lint("eslint . | cat")).toContain("command: npm");
    expect(await lint("eslint . && tsc --noEmit")).toMatch(/uses: eslint[^]*uses: tsc/);
  });

  it("takes the files of a test runner from its configuration, and stays about the project where that is code", async () => {
    const rig = new Rig();
    rig.write("package.json", manifest({ test: "vitest run" }));
    const written = async (config: string): Promise<string> => {
      rig.write("vitest.config.ts", config);
      return (await rig.verification(["init", "--force"])).stdout;
    };
    expect(await written("export default {};")).toContain("  - name: test\n    uses: vitest\n\n");
    expect(await written("export default { test: { include: ['tests/*.ts'] } };")).toContain('"tests/*.ts"]');
    const wide = await written("export default { test: { include: list() } };");
    expect(wide).toContain('args: ["run", "test"]');
    expect(wide).toContain("# About the whole project: vitest.config.ts says in code which files are tests.");
  });

  it("says of each check what an edit of one file costs", async () => {
    const rig = new Rig();
    rig.write("eslint.config.js", "export default [];");
    rig.write("package.json", manifest({ lint: "eslint .", test: "vitest run", build: "make" }));
    const { stdout } = await rig.verification(["init"]);
    const costs = [...stdout.matchAll(/re-runs: (.*)\.\n(?:  #.*\n)*  - name: (.*)\n/g)];
    expect(costs.map(([, cost, name]) => [name, cost])).toEqual([
      ["lint", "the edited file"],
      ["test", "the tests that depend on it"],
      ["build", "everything"],
      ["syntax", "the edited file"],
      ["imports", "the edited file"],
    ]);
  });

  it("verification init never overwrites without --force", async () => {
    const rig = new Rig();
    rig.write("package.json", manifest({ test: "true" }));
    rig.write(".verification.yml", "mine");
    const refused = await rig.verification(["init"]);
    expect(refused.status).toBe(2);
    expect(refused.stderr).toContain("--force");
    expect(readFileSync(join(rig.root, ".verification.yml"), "utf8")).toBe("mine");
    expect((await rig.verification(["init", "--force"])).status).toBe(0);
    expect(readFileSync(join(rig.root, ".verification.yml"), "utf8")).toContain("name: test");
  });

  it("does not add a second configuration beside another one, forced or not", async () => {
    const rig = new Rig();
    rig.write("package.json", manifest({ test: "true" }, { verification: {} }));
    const { status, stderr } = await rig.verification(["init", "--force"]);
    expect(status).toBe(2);
    expect(stderr).toContain("package.json: There is already a configuration");
    expect(existsSync(join(rig.root, ".verification.yml"))).toBe(false);
  });

  it("shows a whole example where it finds nothing", async () => {
    const rig = new Rig();
    const { status, stderr } = await rig.verification(["init"]);
    expect(status).toBe(2);
    expect(stderr).toContain("command: make");
  });

  it("does not write a configuration from a package.json that cannot be read", async () => {
    const rig = new Rig();
    rig.write("package.json", '{"scripts":');
    const { status, stderr } = await rig.verification(["init"]);
    expect(status).toBe(2);
    expect(stderr).toContain("package.json:1:");
    expect(existsSync(join(rig.root, ".verification.yml"))).toBe(false);
  });

  it("says so where a configuration declares no checks", async () => {
    const rig = new Rig();
    rig.write(".verification.yml", "");
    rig.write("a.md", "# a\n");
    expect((await rig.json()).result.warnings).toContain(
      ".verification.yml declares no checks, so checks were inferred.",
    );
  });

  it("does not count what it wrote itself among the files of the repository", async () => {
    const rig = new Rig();
    rig.write("a.md", "# a\n");
    const names = async () => (await rig.json()).result.results.map(({ check }) => check);
    expect(await names()).toEqual(["links"]);
    expect((await rig.verification(["baseline", "write"])).status).toBe(0);
    expect(existsSync(join(rig.root, ".verification-baseline.json"))).toBe(true);
    rig.write("b.md", "# b\n");
    expect(await names()).toEqual(["links"]);
  });
});

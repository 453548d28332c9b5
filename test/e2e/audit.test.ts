import { chmodSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import type { CheckAudit } from "../../src/index.ts";
import { audit, binWithoutStrace } from "../rig/audit.ts";
import { rigWith } from "../rig/incremental.ts";
import { Rig, shell } from "../rig/rig.ts";
import { findStrace } from "../rig/strace.ts";

const TOOLS = join(import.meta.dirname, "../../node_modules/.bin");

beforeAll(() => void findStrace());

function undeclared(check: CheckAudit | undefined): readonly string[] | undefined {
  return check?.undeclared.map(({ path }) => path);
}

describe("verification audit", () => {
  it("finds the fixtures that tests read and nobody declared, and declares them", async () => {
    const rig = new Rig();
    rig.write(
      ".verification.yml",
      `# ours
checks:
  - name: test # with fixtures
    type: test
    command: ${process.execPath}
    args: [--test, "{files}"]
    files: ["test/*.test.js"]
    tags: [slow] # kept
`,
    );
    rig.write(".gitignore", ".verification*\n!.verification.yml\n");
    rig.write("package.json", '{ "type": "module" }');
    rig.write("src/sum.js", "export const sum = (a, b) => a + b;\n");
    const test = (name: string): string => `
      import assert from "node:assert";
      import { readFileSync } from "node:fs";
      import { join } from "node:path";
      import { test } from "node:test";
      import { sum } from "../src/sum.js";
      const { of, is } = JSON.parse(readFileSync(join("fixtures", String(${JSON.stringify(name)}) + ".json")));
      test("sums", () => assert.equal(sum(...of), is));`;
    for (const name of ["one", "two"]) {
      rig.write(`test/${name}.test.js`, test(name));
      rig.write(`fixtures/${name}.json`, '{ "of": [1, 2], "is": 3 }');
    }
    const unwatched = ["--trace", "off"];
    expect((await rig.verification(unwatched)).status).toBe(0);
    rig.write("fixtures/two.json", '{ "of": [1, 2], "is": 4 }');
    // Nobody knows that the test depends on it: the verdict still stands.
    expect((await rig.verification(unwatched)).status).toBe(0);

    const found = await rig.verification(["audit"]);
    expect(found.status).toBe(1);
    expect(found.stdout).toBe(`✗ test read 2 files that are not predicted (2 units, traced now)
    fixtures/one.json (by test/one.test.js)
    fixtures/two.json (by test/two.test.js)
  → add to .verification.yml:8: inputs: ["fixtures/**"]
  Not covered here either: it is cached from a run that was not watched; --force re-runs it.
  It may read more than was seen: test/two.test.js: exit code 1
`);
    const before = readFileSync(join(rig.root, ".verification.yml"), "utf8");
    expect((await rig.verification(["audit", "--fix"])).status).toBe(0);
    expect(readFileSync(join(rig.root, ".verification.yml"), "utf8")).toBe(
      before.replace('"test/*.test.js"]\n', '"test/*.test.js"]\n    inputs: ["fixtures/**"]\n'),
    );
    const again = await rig.verification(["audit"]);
    expect(again.stdout).toContain("test read only what is predicted (2 units, traced now)");
    expect(again.status).toBe(0);
    expect((await rig.verification()).status).toBe(1);
  });

  it("agrees with what a linter and a compiler are declared to read, and finds what the compiler takes beside", async () => {
    const rig = rigWith(
      {
        name: "lint",
        type: "lint",
        command: join(TOOLS, "oxlint"),
        args: ["{files}"],
        files: ["src/*.ts"],
        inputs: ["never.txt"],
      },
      { name: "types", type: "type-check", command: join(TOOLS, "tsc"), files: ["src/**"] },
      { name: "syntax", uses: "builtin:syntax" },
    );
    rig.write(".oxlintrc.json", '{ "rules": { "no-debugger": "error" } }');
    rig.write(
      "tsconfig.json",
      '{ "compilerOptions": { "noEmit": true, "types": [], "lib": ["es5"] }, "include": ["**/*.ts"] }',
    );
    rig.write("src/a.ts", 'import { b } from "./b.ts";\nexport const a: number = b;\n'.replace(".ts", ""));
    rig.write("src/b.ts", "export const b = 1;\n");
    rig.write("never.txt", "");
    rig.write("generated/api.ts", "export const api = 1;\n");
    const { status, checks } = await audit(rig);
    expect(checks["lint"]).toMatchObject({
      status: "audited",
      units: { audited: 2, total: 2 },
      undeclared: [],
      unreadInputs: ["never.txt"],
      endings: [],
    });
    expect(undeclared(checks["types"])).toEqual(["generated/api.ts"]);
    expect(checks["types"]?.suggestion?.lines).toEqual(['inputs: ["generated/**"]']);
    expect(checks["types"]?.endings).toEqual([]);
    expect(checks["syntax"]?.status).toBe("nothing-to-trace");
    expect(status).toBe(1);
    expect((await audit(rig, ["--check", "lint", "--limit", "1"])).checks["lint"]?.units).toEqual({
      audited: 1,
      total: 2,
      stored: 0,
      traced: 1,
    });
    const { stdout } = await rig.verification(["audit", "--check", "lint", "--limit", "1"]);
    expect(stdout).toMatch(/^○ lint read only what is predicted \(1 of 2 units/);
    expect(stdout).toContain("1 unit not looked at: --limit 2 looks at all");
  });

  it("tells inputs from products, links, packages and git, whatever files are called", async () => {
    const name = 'we"ir\nd <ä>*.txt';
    const script = [
      'cat "$1" link.txt .env packages/in.txt node_modules/p/index.js >/dev/null',
      'for f in odd/*; do cat "$f"; done >/dev/null',
      "echo cache > .cache; cat .cache absent.rc >/dev/null 2>&1",
      "git rev-parse HEAD >/dev/null 2>&1",
      "cd packages && cat in.txt >/dev/null && ./tool && exit 0",
    ].join("\n");
    // What a script of the repository names is known without a trace; this one is elsewhere.
    const rig = rigWith({
      name: "reads",
      type: "lint",
      command: "../reads.sh",
      args: ["{files}"],
      files: ["src/*"],
      follow: "none",
    });
    rig.write("../reads.sh", `#!/bin/sh\n${script}\n`);
    chmodSync(join(rig.root, "../reads.sh"), 0o755);
    rig.write(".gitignore", ".env\n.cache\nnode_modules\n.verification*\n!.verification.yml\n");
    rig.write("src/a.txt", "");
    rig.write("real.txt", "");
    symlinkSync("real.txt", join(rig.root, "link.txt"));
    rig.write(".env", "");
    rig.write("packages/in.txt", "");
    rig.write("packages/tool", "#!/bin/sh\ncat ../later.json > /dev/null\n");
    chmodSync(join(rig.root, "packages/tool"), 0o755);
    rig.write("later.json", "{}");
    rig.write("node_modules/p/index.js", "");
    rig.write(`odd/${name}`, "");
    rig.commitAll();
    const { checks } = await audit(rig);
    const found = checks["reads"];
    expect(undeclared(found)).toEqual([
      ".env",
      "link.txt",
      `odd/${name}`,
      "packages/in.txt",
      "packages/tool",
      "real.txt",
    ]);
    expect(found).toMatchObject({
      hasUncoveredPackages: true,
      written: [".cache"],
      missing: ["absent.rc"],
      listed: ["odd"],
    });
    expect(found?.git).toContain(".git/HEAD");
    const text = (await rig.verification(["audit", "--verbose"])).stdout;
    expect(text).toContain('    odd/we"ir d <ä>*.txt\n');
    expect(text).toContain("It reads git's files (.git/HEAD): its answer can depend on history.");
    expect(text).toContain("It reads installed packages that neither a lockfile");

    rig.write("package-lock.json", "{}");
    expect((await audit(rig, ["--fix"])).status).toBe(0);
    expect((await audit(rig)).document.success).toBe(true);
  });

  it("does not take for undeclared what another check has made, and runs that check first", async () => {
    const rig = rigWith(
      shell("build", "mkdir -p ignored; cat src/a.txt > ignored/out.txt", { type: "build" }),
      shell("test", "cat ignored/out.txt", { type: "test", files: ["test/**"], dependsOn: ["build"] }),
    );
    rig.write("src/a.txt", "");
    rig.write("test/a.txt", "");
    const { status, document } = await audit(rig, ["--check", "test"]);
    expect(document.checks).toMatchObject([{ check: "test", undeclared: [], endings: [] }]);
    expect(status).toBe(0);
  });

  it("says where to declare it if it cannot write it there", async () => {
    const rig = new Rig();
    rig.write("package.json", '{ "scripts": { "test": "sh \\"$READS\\"" } }');
    rig.write(".gitignore", ".secret\n.verification*\n");
    rig.write(".secret", "");
    rig.write("../reads.sh", "cat .secret\n");
    const env = { READS: join(rig.root, "../reads.sh") };
    const inferred = await rig.verification(["audit", "--fix", "--check", "test"], { env });
    expect(inferred.stdout).toContain('→ inputs: [".secret"]');
    expect(inferred.stdout).toContain("run `verification init`");
    expect(inferred.status).toBe(1);

    rig.write(
      "package.json",
      '{ "verification": { "checks": [{ "name": "a", "command": "cat", "args": [".secret"] }] } }',
    );
    expect((await audit(rig)).status).toBe(0);
  });

  it("says in one line that it cannot trace, and why", async () => {
    const rig = rigWith(shell("test", "true"));
    const bin = binWithoutStrace(rig);
    const missing = await rig.verification(["audit"], { env: { PATH: bin } });
    expect(missing).toMatchObject({ status: 2, stdout: "" });
    expect(missing.stderr).toBe(
      "error: strace, which traces file accesses, is not installed. Install it: apt-get install strace, or the package strace of your system.\n",
    );
    rig.write(
      "../bin/strace",
      "#!/bin/sh\necho 'strace: PTRACE_TRACEME: Operation not permitted' >&2\nexit 1\n",
    );
    chmodSync(join(bin, "strace"), 0o755);
    const refused = await rig.verification(["audit", "--json"], { env: { PATH: bin } });
    expect(refused.status).toBe(2);
    expect(JSON.parse(refused.stdout)).toMatchObject({
      success: false,
      failures: [{ kind: "cannot-trace" }],
    });
    expect(refused.stderr).toContain("strace cannot trace here: PTRACE_TRACEME: Operation not permitted.");
  });

  it("leaves nothing running when it is interrupted, and ends what takes too long", async () => {
    const rig = new Rig();
    rig.checks({ name: "slow", ...rig.controlled("slow") });
    const { child, ended } = rig.start(["audit"]);
    const slow = await rig.started("slow");
    child.kill("SIGINT");
    expect((await ended).status).toBe(130);
    expect(() => process.kill(slow.pid, 0)).toThrow("ESRCH");

    rig.checks({ name: "slow", ...rig.controlled("slow"), timeout: 1500 });
    const late = await rig.verification(["audit"]);
    expect(late.stdout).toContain("It may read more than was seen: timed out after 1.5 s");
  });

  it("ends when nobody reads it any more", async () => {
    const rig = new Rig();
    rig.checks({ name: "first", ...rig.controlled("first") }, shell("second", "true"));
    const { child, ended } = rig.start(["audit"]);
    const first = await rig.started("first");
    child.stderr?.destroy();
    first.exit(0);
    expect((await ended).status).toBe(130);
  });
});

import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { rigWith, verified } from "../rig/incremental.ts";
import type { Rig } from "../rig/rig.ts";
import { Rig as EmptyRig, shell } from "../rig/rig.ts";

const SYNTAX = { name: "syntax", uses: "builtin:syntax" } as const;
const IMPORTS = { name: "imports", uses: "builtin:imports" } as const;
const LINKS = { name: "links", uses: "builtin:links" } as const;

/** What a run came to, in short. */
async function outcome(
  rig: Rig,
  ...args: readonly string[]
): Promise<{ passed: boolean; verified: number; stood: number; found: readonly string[] }> {
  const { results, findings, filesVerified, cacheHits } = await verified(rig, ...args);
  return {
    passed: results.every(({ passed }) => passed),
    verified: filesVerified,
    stood: cacheHits,
    found: findings.map(({ file, line, code }) => `${file}:${line} ${code}`),
  };
}

describe("builtin:links", () => {
  const documents = (): Rig => {
    const rig = rigWith(LINKS);
    rig.write("a.md", "# A\n\n[set up](b.md#set-up)\n");
    rig.write("b.md", "# B\n\n## Set up\n\ntext\n");
    rig.write("c.md", "# C\n\n[b](b.md) [a](a.md#a)\n");
    return rig;
  };

  it("fails the link that used a renamed heading, verifies only that file again, and finds the old verdict again", async () => {
    const rig = documents();
    expect(await outcome(rig)).toEqual({ passed: true, verified: 3, stood: 0, found: [] });
    expect(await outcome(rig)).toEqual({ passed: true, verified: 0, stood: 3, found: [] });
    rig.write("b.md", "# B\n\n## Install\n\ntext\n");
    const broken = { passed: false, found: ["a.md:3 missing-anchor"] };
    expect(await outcome(rig)).toEqual({ ...broken, verified: 2, stood: 1 });
    // The failure is replayed.
    expect(await outcome(rig)).toEqual({ ...broken, verified: 0, stood: 3 });
    rig.write("b.md", "# B\n\n## Set up\n\ntext\n");
    expect(await outcome(rig)).toEqual({ passed: true, verified: 0, stood: 3, found: [] });
  });

  it("does not verify others again when only the text below a heading changes", async () => {
    const rig = documents();
    await outcome(rig);
    rig.write("b.md", "# B\n\n## Set up\n\nother text\n\n## More\n");
    expect(await outcome(rig)).toMatchObject({ passed: true, verified: 1, stood: 2 });
  });

  it.each(["docs/x.md", "docs/x.png", "docs/x/y.bin"])(
    "notices that %s is deleted, and that it is there again",
    async (path) => {
      const rig = rigWith(LINKS);
      const link = path.endsWith(".bin") ? "docs/x/" : path;
      rig.write("a.md", `[x](${link})\n`);
      rig.write("b.md", "# B\n");
      rig.write(path, "x");
      expect(await outcome(rig)).toMatchObject({ passed: true });
      rmSync(join(rig.root, path));
      if (path.endsWith(".bin")) rmSync(join(rig.root, "docs/x"), { recursive: true });
      expect(await outcome(rig)).toMatchObject({ verified: 1, found: ["a.md:1 broken-link"] });
      rig.write(path, "something else");
      expect(await outcome(rig)).toMatchObject({ passed: true, found: [] });
    },
  );

  it("notices that a target which git ignores is there, and which kind it is", async () => {
    const rig = rigWith(LINKS);
    rig.write("a.md", "[x](ignored/x.md)\n");
    expect(await outcome(rig)).toMatchObject({ passed: true, verified: 1 });
    rig.write("ignored/x.md", "x");
    expect(await outcome(rig)).toMatchObject({ passed: true, verified: 0 });
    rig.write(".gitignore", ".verification-baseline.json\n.ran\n");
    rmSync(join(rig.root, "ignored"), { recursive: true });
    expect(await outcome(rig)).toMatchObject({ found: ["a.md:1 broken-link"] });
  });

  it("says in JSON what is wrong, where, and what was probably meant", async () => {
    const rig = documents();
    rig.write("a.md", "# A\n\n[set up](b.md#setup)\n");
    const { result, status } = await rig.json();
    expect(status).toBe(1);
    const [finding] = result.findings;
    expect(finding).toEqual({
      id: expect.stringMatching(/^[\da-f]{24}$/) as string,
      state: "new",
      check: "links",
      category: "lint",
      checkCategory: "documents",
      severity: "error",
      file: "a.md",
      line: 3,
      column: null,
      code: "missing-anchor",
      message: 'b.md has no heading or anchor "#setup".',
      suggestion: 'Did you mean "#set-up"?',
      context: null,
    });
    expect(result.results).toMatchObject([
      { check: "links", type: "lint", exitCode: null, why: "1 problem", command: ["builtin:links"] },
    ]);
    rig.write("a.md", "# A\n\nmore\n\n[set up](b.md#setup)\n");
    const [moved] = (await rig.json()).result.findings;
    expect(moved).toMatchObject({ id: finding?.id, line: 5 });
  });

  it("explains why a file is verified again", async () => {
    const rig = documents();
    await outcome(rig);
    rig.write("b.md", "# B\n\n## Install\n");
    const { stdout } = await rig.verification(["explain", "a.md", "--json"]);
    expect(JSON.parse(stdout)).toMatchObject({
      units: [
        {
          check: "links",
          decision: "run",
          reason: { type: "cross-reference", chain: ["a.md", "b.md"] },
          differences: [{ component: "references" }],
        },
      ],
    });
    expect((await rig.verification(["explain", "a.md"])).stdout).toContain(
      "b.md#set-up: found b.md became missing-anchor b.md",
    );
  });

  it("shows what it would do without doing it, and can be chosen", async () => {
    const rig = documents();
    const { stdout } = await rig.verification(["--dry-run"]);
    expect(stdout).toContain("builtin:links (3 files)");
    const plan = JSON.parse((await rig.verification(["--dry-run", "--json"])).stdout) as object;
    expect(plan).toMatchObject({
      checks: [
        { check: "links", decision: "run", builtin: "builtin:links", files: ["a.md", "b.md", "c.md"] },
      ],
    });
    rig.checks(LINKS, SYNTAX, shell("fails", "exit 1"));
    expect(await outcome(rig, "--check", "links", "a.md")).toMatchObject({ verified: 1, found: [] });
  });

  it("says the same in text, without a command line that could not be typed", async () => {
    const rig = documents();
    rig.write("a.md", "# A\n\n[x](nowhere.md)\n");
    const { stdout } = await rig.verification();
    expect(stdout).toContain("links failed: 1 problem");
    expect(stdout).toContain('a.md:3 error The link to "nowhere.md" leads to no file. broken-link');
    expect(stdout).not.toContain("$ builtin");
  });
});

describe("builtin:imports", () => {
  const code = (): Rig => {
    const rig = rigWith(IMPORTS);
    rig.write("src/a.ts", 'import { one } from "./index.ts";\nexport const a = one;\n');
    rig.write("src/index.ts", 'export * from "./b.js";\n');
    rig.write("src/b.js", "export function one() { return 1; }\nexport const two = 2;\n");
    rig.write("src/c.ts", 'import { two } from "./b.js";\nexport const c = two;\n');
    return rig;
  };

  it("fails the importers of a removed export, through export *, and no other file is verified again", async () => {
    const rig = code();
    expect(await outcome(rig)).toEqual({ passed: true, verified: 4, stood: 0, found: [] });
    rig.write("src/b.js", "export const two = 2;\n");
    expect(await outcome(rig)).toEqual({
      passed: false,
      verified: 2,
      stood: 2,
      found: ["src/a.ts:1 missing-export"],
    });
    rig.write("src/b.js", "export function one() { return 1; }\nexport const two = 2;\n");
    expect(await outcome(rig)).toEqual({ passed: true, verified: 0, stood: 4, found: [] });
  });

  it("verifies nobody else when the body of a function changes, in JavaScript too", async () => {
    const rig = code();
    await outcome(rig);
    rig.write("src/b.js", "export function one() { return 11; }\nexport const two = 2;\n");
    expect(await outcome(rig)).toMatchObject({ passed: true, verified: 1, stood: 3 });
  });

  it("notices a deleted module, a package that is no longer declared, and one that is installed", async () => {
    const rig = rigWith(IMPORTS);
    rig.write("package.json", '{ "dependencies": { "left": "1" } }');
    rig.write("src/a.ts", 'import "left";\nimport "./b.ts";\n');
    rig.write("src/b.ts", "export {};\n");
    expect(await outcome(rig)).toMatchObject({ passed: true });
    rig.write("package.json", "{}");
    expect(await outcome(rig)).toMatchObject({ verified: 1, found: ["src/a.ts:1 unresolved-import"] });
    rig.write("node_modules/left/package.json", '{ "name": "left", "main": "x.js" }');
    rig.write("node_modules/left/x.js", "");
    expect(await outcome(rig)).toMatchObject({ passed: true, verified: 1 });
    rmSync(join(rig.root, "src/b.ts"));
    expect(await outcome(rig)).toMatchObject({ verified: 1, found: ["src/a.ts:2 unresolved-import"] });
  });

  it("sees what a check before it has made", async () => {
    const rig = rigWith(shell("make", "echo 'export const made = 1;' > src/made.ts", { type: "build" }), {
      ...IMPORTS,
      dependsOn: ["make"],
      files: ["src/a.ts"],
    });
    rig.write("src/a.ts", 'import { made } from "./made.ts";\nexport const a = made;\n');
    expect(await outcome(rig)).toMatchObject({ passed: true, found: [] });
  });
});

describe("builtin:syntax", () => {
  it.each([
    ["a.json", '{ "a": }', "a.json:1"],
    ["a.yml", "a: 1\nb: [\n", "a.yml:3"],
    ["a.ts", "let a: = 1;\n", "a.ts:1"],
    ["a.jsx", "f();\nconst a = <a>;\n", "a.jsx:2"],
  ])("finds what is wrong in %s, and stands when it is fixed", async (path, text, place) => {
    const rig = rigWith({ ...SYNTAX, files: ["**", "!.verification.yml"] });
    rig.write("b.json", "{}");
    rig.write(path, text);
    expect(await outcome(rig)).toMatchObject({ verified: 2, found: [`${place} syntax`] });
    expect(await outcome(rig)).toMatchObject({ verified: 0, stood: 2, found: [`${place} syntax`] });
    rig.write(path, path.endsWith("json") ? "{}" : path.endsWith("yml") ? "a: 1\n" : "let a = 1;\n");
    expect(await outcome(rig)).toMatchObject({ passed: true, verified: 1, stood: 1 });
  });
});

describe("the configuration of a built-in verifier", () => {
  it.each([
    [{ name: "x", uses: "builtin:links", command: "lint" }, "has both uses and command"],
    [{ name: "x", uses: "builtin:links", follow: "none" }, "knows by itself what its verdicts depend on"],
    [{ name: "x", uses: "builtin:link" }, 'Did you mean "builtin:links"?'],
  ])("is refused where it makes no sense: %j", async (check, message) => {
    const rig = new EmptyRig();
    rig.config({ checks: [check] } as Parameters<Rig["config"]>[0]);
    const { status, stderr } = await rig.verification();
    expect(status).toBe(2);
    expect(stderr).toMatch(/\.verification\.yml:\d+:\d+/);
    expect(stderr).toContain(message);
  });

  it("can narrow the files, and leaves out what is broken on purpose unless it is named", async () => {
    const rig = rigWith({ ...SYNTAX, files: ["src/**"] }, { ...LINKS });
    rig.write("src/a.json", "{}");
    rig.write("src/picture.png", "x");
    rig.write("other.json", "{");
    rig.write("test/fixtures/a.md", "[x](nowhere.md)\n");
    rig.write("a.md", "# A\n");
    expect(await outcome(rig)).toMatchObject({ passed: true, verified: 2 });
  });
});

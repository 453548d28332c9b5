import { rmSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { fileCheck, ran, rigWith, verified } from "../rig/incremental.ts";
import { Rig } from "../rig/rig.ts";
import { installTools, linkTools } from "../tools/tools.mjs";

beforeAll(() => void installTools(), 600_000);

describe("inputs of one target", () => {
  it("run that target and no other, when they are added, changed and deleted, also where git ignores them", async () => {
    const rig = rigWith(fileCheck({ inputs: ["{dir}/data/{stem}.json", "ignored/{name}", "common/**"] }));
    for (const name of ["src/a.ts", "src/b.ts", "src/[id].ts", "src/(group)/a.ts"]) rig.write(name, name);
    rig.write("src/data/b.json", "1");
    rig.write("src/data/i.json", "1");
    await verified(rig);
    ran(rig);
    const after = async (path: string, content: string | null): Promise<readonly string[]> => {
      if (content === null) rmSync(join(rig.root, path));
      else rig.write(path, content);
      await verified(rig);
      return ran(rig);
    };
    expect(await after("src/data/a.json", "1")).toEqual(["src/a.ts", "src/data/a.json"]);
    expect(await after("src/data/a.json", "2")).toEqual(["src/a.ts", "src/data/a.json"]);
    expect(await after("src/data/[id].json", "1")).toEqual(["src/[id].ts", "src/data/[id].json"]);
    expect(await after("src/(group)/data/a.json", "1")).toEqual([
      "src/(group)/a.ts",
      "src/(group)/data/a.json",
    ]);
    expect(await after("ignored/b.ts", "1")).toEqual(["src/b.ts"]);
    expect(await after("ignored/b.ts", "2")).toEqual(["src/b.ts"]);
    const { stdout } = await rig.verification(["explain", "src/b.ts"]);
    expect(stdout).toContain("cached");
    rig.write("src/data/b.json", "2");
    expect((await rig.verification(["explain", "src/b.ts"])).stdout).toContain("src/data/b.json");
    expect(await after("src/data/b.json", null)).toEqual(["src/b.ts"]);
    expect(await verified(rig)).toMatchObject({ filesVerified: 0 });
    expect(await after("common/x", "1")).toHaveLength(8);
  });

  it("leave out what a ! takes away, for the target that it names", async () => {
    const rig = rigWith(fileCheck({ files: ["src/*"], inputs: ["data/**", "!data/{stem}/**"] }));
    rig.write("src/a.ts", "");
    rig.write("src/b.ts", "");
    await verified(rig);
    ran(rig);
    rig.write("data/a/x", "1");
    await verified(rig);
    expect(ran(rig)).toEqual(["src/b.ts"]);
  });

  it("are refused with line and column where there is no target, or no such part of it", async () => {
    const rig = new Rig();
    rig.write(
      ".verification.yml",
      [
        "checks:",
        "  - { name: whole, command: make, inputs: [a, '{dir}/x'] }",
        "  - { name: typo, command: make, args: ['{files}'], files: [a], inputs: ['{dri}/x', '{foobar}'] }",
        "",
      ].join("\n"),
    );
    const { status, stderr } = await rig.verification();
    expect(status).toBe(2);
    expect(stderr).toContain(".verification.yml:2:47");
    expect(stderr).toContain("{files} in args");
    expect(stderr).toContain(".verification.yml:3:74");
    expect(stderr).toContain("Did you mean {dir}?");
    expect(stderr).toContain("one of {dir}, {name}, {stem}");
  });
});

const VITEST_TEST = (name: string): string =>
  `import { expect, it } from "vitest";\nit("x", () => expect("${name}").toMatchSnapshot());\n`;
const VITEST_SNAPSHOT = (value: string): string =>
  `// Vitest Snapshot v1, https://vitest.dev/guide/snapshot.html\n\nexports[\`x 1\`] = \`"${value}"\`;\n`;
const JEST_TEST = (name: string): string => `it("x", () => expect("${name}").toMatchSnapshot());\n`;
const JEST_SNAPSHOT = (value: string): string =>
  `// Jest Snapshot v1, https://jestjs.io/docs/snapshot-testing\n\nexports[\`x 1\`] = \`"${value}"\`;\n`;

describe.each([
  { what: "vitest", uses: "vitest", test: VITEST_TEST, snapshot: VITEST_SNAPSHOT },
  { what: "jest", uses: "jest", test: JEST_TEST, snapshot: JEST_SNAPSHOT },
] as const)("without a tracer, a snapshot of $what", ({ uses, test, snapshot }) => {
  function project(): Rig {
    const rig = new Rig();
    rig.write(".gitignore", "node_modules\n.verification-baseline.json\n");
    rig.write("package.json", '{ "type": "commonjs" }');
    linkTools(rig.root);
    for (const name of ["a", "b"]) {
      rig.write(`src/${name}.test.js`, test(name));
      rig.write(`src/__snapshots__/${name}.test.js.snap`, snapshot(name));
    }
    rig.checks({ name: "test", uses });
    return rig;
  }
  const outcome = async (rig: Rig): Promise<object> => {
    const { results } = (await rig.json([], { env: { CI: "1" } })).result;
    return results.map(({ status, filesVerified, cacheHits }) => ({ status, filesVerified, cacheHits }));
  };

  it("runs its own test and no other", async () => {
    const rig = project();
    expect(await outcome(rig)).toEqual([{ status: "passed", filesVerified: 2, cacheHits: 0 }]);
    rig.write("src/__snapshots__/a.test.js.snap", snapshot("other"));
    expect(await outcome(rig)).toEqual([{ status: "failed", filesVerified: 1, cacheHits: 1 }]);
    rig.write("src/__snapshots__/a.test.js.snap", snapshot("a"));
    expect(await outcome(rig)).toEqual([{ status: "passed", filesVerified: 0, cacheHits: 2 }]);
    rmSync(join(rig.root, "src/__snapshots__/b.test.js.snap"));
    const { stdout } = await rig.verification(["explain", "src/b.test.js"]);
    expect(stdout).toContain("src/__snapshots__/b.test.js.snap");
    expect(await outcome(rig)).toEqual([{ status: "failed", filesVerified: 1, cacheHits: 1 }]);
  });

  it("runs all tests where a setting says where snapshots lie", async () => {
    const rig = project();
    if (uses === "vitest")
      rig.write(
        "vitest.config.mjs",
        'import { place } from "./place.mjs";\nexport default { test: { ...place } };\n',
      );
    else rig.write("package.json", '{ "jest": { "snapshotResolver": "./place.cjs" } }');
    rig.write(
      "place.mjs",
      "export const place = { resolveSnapshotPath: (path, extension) => path.replace(/src.*$/, 'src/__snapshots__/a.test.js') + extension };\n",
    );
    rig.write(
      "place.cjs",
      'const at = (path) => path.replace("src/", "src/__snapshots__/") + ".snap";\nmodule.exports = { resolveSnapshotPath: at, resolveTestPath: (path) => path.replace("__snapshots__/", "").replace(/\\.snap$/, ""), testPathForConsistencyCheck: "src/x.test.js" };\n',
    );
    if (uses === "vitest") rig.write("src/b.test.js", test("a"));
    expect(await outcome(rig)).toEqual([{ status: "passed", filesVerified: 2, cacheHits: 0 }]);
    rig.write("src/__snapshots__/a.test.js.snap", snapshot("other"));
    expect(await outcome(rig)).toMatchObject([{ status: "failed", filesVerified: 2 }]);
  });
});

describe("a test check that names no tool that is known", () => {
  it("counts snapshots and mocks, also beside inputs of its own", async () => {
    for (const inputs of [undefined, ["data/**"]]) {
      const rig = rigWith(fileCheck({ type: "test", files: ["src/*.ts"], ...(inputs && { inputs }) }));
      rig.write("src/a.ts", "");
      rig.write("src/b.ts", "");
      await verified(rig);
      for (const path of ["src/__snapshots__/a.ts.snap", "src/__mocks__/b.ts", "src/a.snap"]) {
        ran(rig);
        rig.write(path, "1");
        await verified(rig);
        expect([path, ...ran(rig)]).toEqual([path, "src/a.ts", "src/b.ts"]);
      }
      ran(rig);
      rig.write("other/x", "1");
      await verified(rig);
      expect(ran(rig)).toEqual([]);
    }
  });
});

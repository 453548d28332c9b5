import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { CheckInput } from "../../src/index.ts";
import { after, bring, CHECKS, install } from "../rig/fake-tools.ts";
import { ran, rigWith, verified } from "../rig/incremental.ts";

describe("without a tracer, packages count one by one", () => {
  const files = {
    "package.json": '{ "name": "a", "devDependencies": { "one": "*", "two": "*", "three": "*" } }',
    "package-lock.json": "{}",
    "test/one.test.js": 'import "one";\n',
    "test/two.test.js": 'import "../src/two.js";\n',
    "src/two.js": 'import "two";\n',
  };

  it("without a tracer, packages count one by one for those that reach them, with all that they need in turn", async () => {
    const rig = rigWith(CHECKS["test"] as CheckInput);
    install(rig, "vitest");
    for (const [path, text] of Object.entries(files)) rig.write(path, text);
    bring(rig, "one", "1.0.0", { inner: "*" });
    bring(rig, "inner", "1.0.0");
    bring(rig, "two", "1.0.0");
    bring(rig, "three", "1.0.0");
    rig.commitAll();
    await verified(rig);
    expect(ran(rig)).toEqual(["test/one.test.js", "test/two.test.js"]);
    bring(rig, "three", "2.0.0");
    rig.write("package-lock.json", '{ "three": 2 }');
    await verified(rig);
    expect(ran(rig)).toEqual([]);
    bring(rig, "two", "1.0.1");
    rig.write("package-lock.json", '{ "two": 2 }');
    const why = await rig.verification(["explain", "test/two.test.js"]);
    expect(why.stdout).toContain("two 1.0.0 -> 1.0.1");
    expect(why.stdout).toContain("src/two.js");
    await verified(rig);
    expect(ran(rig)).toEqual(["test/two.test.js"]);
    bring(rig, "inner", "1.0.1");
    await verified(rig);
    expect(ran(rig)).toEqual(["test/one.test.js"]);
    install(rig, "vitest", "1.0.1");
    bring(rig, "vite", "1.0.0");
    await verified(rig);
    expect(ran(rig)).toEqual(["test/one.test.js", "test/two.test.js"]);
  });

  it("without a tracer, packages of the repository count by how they are loaded, and not by their version", async () => {
    const rig = rigWith(CHECKS["lint"] as CheckInput);
    install(rig, "eslint", "1.0.0", { own: "*" });
    const manifest = (fields: object): string => JSON.stringify({ name: "own", version: "1.0.0", ...fields });
    rig.write("packages/own/package.json", manifest({ main: "a.js" }));
    rig.write("src/a.js", "1;\n");
    symlinkSync("../packages/own", join(rig.root, "node_modules/own"));
    rig.commitAll();
    await verified(rig);
    ran(rig);
    const bumped = manifest({ main: "a.js", version: "1.0.1", scripts: { a: "b" } });
    expect(await after(rig, "packages/own/package.json", bumped)).toEqual([]);
    expect(await after(rig, "packages/own/package.json", manifest({ main: "b.js" }))).toEqual(["src/a.js"]);
  });

  it("without a tracer, packages count one by one for all, those that a tool needs, that its configuration names, and what these need", async () => {
    const rig = rigWith(CHECKS["lint"] as CheckInput);
    install(rig, "eslint", "1.0.0", { inner: "*" });
    bring(rig, "inner", "1.0.0");
    bring(rig, "eslint-plugin-own", "1.0.0", { deep: "*" });
    bring(rig, "deep", "1.0.0");
    bring(rig, "other", "1.0.0");
    rig.write("package.json", '{ "name": "a", "devDependencies": { "other": "*" } }');
    rig.write(".eslintrc.yml", "plugins: [own]\n");
    rig.write("src/a.js", "1;\n");
    rig.commitAll();
    await verified(rig);
    ran(rig);
    bring(rig, "other", "1.0.1");
    await verified(rig);
    expect(ran(rig)).toEqual([]);
    for (const name of ["inner", "deep"]) {
      bring(rig, name, "1.0.1");
      const { result } = await rig.json();
      expect(ran(rig)).toEqual(["src/a.js"]);
      expect(result.scope.scopeRationale[0]?.detail).toBe(`${name} 1.0.0 -> 1.0.1`);
    }
  });

  it("without a tracer, packages count one by one if a tool needs them whose package has another name", async () => {
    const check = { name: "docs", type: "lint", command: "markdownlint", args: ["{files}"], files: ["*.md"] };
    const rig = rigWith(check as CheckInput);
    install(rig, "markdownlint-cli", "1.0.0", { inner: "*" });
    symlinkSync("../markdownlint-cli/bin.sh", join(rig.root, "node_modules/.bin/markdownlint"));
    bring(rig, "inner", "1.0.0");
    rig.write("package.json", '{ "name": "a" }');
    rig.write("a.md", "# A\n");
    rig.commitAll();
    await verified(rig);
    expect(ran(rig)).toEqual(["a.md"]);
    bring(rig, "other", "1.0.0");
    await verified(rig);
    expect(ran(rig)).toEqual([]);
    bring(rig, "inner", "1.0.1");
    await verified(rig);
    expect(ran(rig)).toEqual(["a.md"]);
  });

  it("without a tracer, packages count one by one with the patches that are applied to them", async () => {
    const rig = rigWith(CHECKS["test"] as CheckInput);
    install(rig, "vitest");
    for (const [path, text] of Object.entries(files)) rig.write(path, text);
    bring(rig, "one", "1.0.0");
    bring(rig, "two", "1.0.0");
    rig.write("patches/one+1.0.0.patch", "+1\n");
    rig.commitAll();
    await verified(rig);
    ran(rig);
    expect(await after(rig, "patches/one+1.0.0.patch", "+2\n")).toEqual(["test/one.test.js"]);
  });

  it("without a tracer, all packages count for a test that starts programs", async () => {
    const rig = rigWith(CHECKS["test"] as CheckInput);
    install(rig, "vitest");
    rig.write("package.json", files["package.json"]);
    rig.write("package-lock.json", "{}");
    rig.write(
      "test/a.test.js",
      'import { execSync } from "node:child_process";\nexecSync(process.argv[2]);\n',
    );
    rig.write("test/b.test.js", "1;\n");
    rig.commitAll();
    await verified(rig);
    ran(rig);
    expect(await after(rig, "package-lock.json", '{ "three": 2 }')).toEqual(["test/a.test.js"]);
  });

  it("without a tracer, all packages count for a check of the whole project", async () => {
    const rig = rigWith({ name: "test", type: "test", command: "vitest", args: ["run"] });
    install(rig, "vitest");
    rig.write(".gitignore", "node_modules\n.ran\n.verification-cache\n");
    rig.write("test/a.test.js", 'import "one";\n');
    rig.write("node_modules/.package-lock.json", "{}");
    rig.commitAll();
    await verified(rig);
    expect(ran(rig)).toEqual(["run"]);
    await verified(rig);
    expect(ran(rig)).toEqual([]);
    // As an installation does that no lockfile of the repository tells of.
    expect(await after(rig, "node_modules/.package-lock.json", '{ "one": 2 }')).toEqual(["run"]);
  });

  it("without a tracer, packages count one by one with the types that are taken without being named, where types count", async () => {
    const rig = rigWith(
      {
        ...CHECKS["test"],
        name: "types",
        type: "type-check",
        command: "tsc",
        files: ["src/**"],
      } as CheckInput,
      CHECKS["test"] as CheckInput,
    );
    install(rig, "vitest");
    install(rig, "typescript");
    install(rig, "tsc");
    bring(rig, "@types/node", "1.0.0");
    rig.write("tsconfig.json", "{}");
    rig.write("src/a.ts", "1;\n");
    rig.write("test/a.test.ts", "1;\n");
    rig.commitAll();
    await verified(rig);
    ran(rig);
    bring(rig, "@types/node", "1.0.1");
    await verified(rig);
    expect(ran(rig)).toEqual(["src/a.ts"]);
  });

  it("without a tracer, packages count one by one with the one that elements are made by, which nobody imports", async () => {
    const rig = rigWith(CHECKS["test"] as CheckInput);
    install(rig, "vitest");
    bring(rig, "react", "1.0.0");
    bring(rig, "preact", "1.0.0");
    for (const name of ["react", "preact"]) rig.write(`node_modules/${name}/jsx-runtime.js`, "");
    rig.write("test/a.test.tsx", "const a = <b />;\n");
    rig.write("test/b.test.tsx", "/** @jsxImportSource preact */\nconst a = <b />;\n");
    rig.write("test/c.test.ts", "1;\n");
    rig.commitAll();
    await verified(rig);
    ran(rig);
    bring(rig, "react", "1.0.1");
    await verified(rig);
    expect(ran(rig)).toEqual(["test/a.test.tsx"]);
    bring(rig, "preact", "1.0.1");
    await verified(rig);
    expect(ran(rig)).toEqual(["test/b.test.tsx"]);
  });

  it("without a tracer, the environment that a comment names for a test counts, as a file or a package", async () => {
    const rig = rigWith(CHECKS["test"] as CheckInput);
    install(rig, "vitest");
    bring(rig, "some-dom", "1.0.0");
    rig.write("node_modules/some-dom/index.js", "");
    rig.write("envs/own.ts", "export default 1;\n");
    // Written in one piece, it would be read where this test is run.
    const pragma = ["@vitest", "environment"].join("-");
    rig.write("test/a.test.ts", `// ${pragma} ./envs/own.ts\n1;\n`);
    rig.write("test/b.test.ts", `/**\n * ${pragma} some-dom\n */\n1;\n`);
    rig.write("test/c.test.ts", "1;\n");
    rig.commitAll();
    await verified(rig);
    ran(rig);
    rig.write("envs/own.ts", "export default 2;\n");
    await verified(rig);
    expect(ran(rig)).toEqual(["test/a.test.ts"]);
    bring(rig, "some-dom", "1.0.1");
    await verified(rig);
    expect(ran(rig)).toEqual(["test/b.test.ts"]);
  });
});

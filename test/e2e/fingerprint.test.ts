import { chmodSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { CheckInput } from "../../src/index.ts";
import { fileCheck, ran, rigWith, verified } from "../rig/incremental.ts";
import type { Rig } from "../rig/rig.ts";

describe("each component of a fingerprint", () => {
  interface Flip {
    readonly what: string;
    readonly before: (rig: Rig) => void;
    readonly after: (rig: Rig) => void;
    readonly env?: readonly [Record<string, string>, Record<string, string>];
    readonly reason: string;
    readonly fields?: Partial<CheckInput>;
  }
  const tool = (rig: Rig, version: string): void => {
    rig.write("node_modules/.bin/tool", `#!/bin/sh\necho "$@" >> .ran # same for every version\n`);
    chmodSync(join(rig.root, "node_modules/.bin/tool"), 0o755);
    rig.write("node_modules/tool/package.json", JSON.stringify({ name: "tool", version }));
    rig.write("node_modules/tool/bin.sh", '#!/bin/sh\necho "$@" >> .ran\n');
    chmodSync(join(rig.root, "node_modules/tool/bin.sh"), 0o755);
    rmSync(join(rig.root, "node_modules/.bin/tool"), { force: true });
    symlinkSync("../tool/bin.sh", join(rig.root, "node_modules/.bin/tool"));
  };
  const file = (path: string) => (content: string) => (rig: Rig) => rig.write(path, content);
  const gone = (path: string) => (rig: Rig) => rmSync(join(rig.root, path), { force: true });
  const checkWith = (fields: Partial<CheckInput>) => (rig: Rig) => rig.checks(fileCheck(fields));
  const flips: readonly Flip[] = [
    {
      what: "the target",
      before: file("src/a.ts")("1"),
      after: file("src/a.ts")("2"),
      reason: "directly-changed",
    },
    {
      what: "the target's mode",
      before: (rig) => chmodSync(join(rig.root, "src/a.ts"), 0o644),
      after: (rig) => chmodSync(join(rig.root, "src/a.ts"), 0o755),
      reason: "directly-changed",
    },
    {
      what: "an argument",
      before: checkWith({}),
      after: checkWith({ args: ["-c", 'echo "$@" >> .ran;', "sh", "{files}"] }),
      reason: "definition-changed",
    },
    {
      what: "follow",
      before: checkWith({}),
      after: checkWith({ follow: "structure" }),
      reason: "definition-changed",
    },
    {
      what: "a declared input",
      fields: { inputs: ["data/*"] },
      before: file("data/x")("1"),
      after: file("data/x")("2"),
      reason: "input-changed",
    },
    {
      what: "a declared input that git ignores",
      fields: { inputs: ["ignored/x"] },
      before: file("ignored/x")("1"),
      after: file("ignored/x")("2"),
      reason: "input-changed",
    },
    {
      what: "a declared input that is not there",
      fields: { inputs: ["ignored/x"] },
      before: gone("ignored/x"),
      after: file("ignored/x")("1"),
      reason: "input-changed",
    },
    {
      what: "a variable that is set, then unset",
      fields: { env: ["FLAVOUR"] },
      env: [{ FLAVOUR: "" }, {}],
      before: () => {},
      after: () => {},
      reason: "environment-changed",
    },
    {
      what: "the value of a variable",
      fields: { env: ["FLAVOUR"] },
      env: [{ FLAVOUR: "a" }, { FLAVOUR: "b" }],
      before: () => {},
      after: () => {},
      reason: "environment-changed",
    },
    {
      what: "NODE_ENV, declared or not",
      env: [{ NODE_ENV: "test" }, { NODE_ENV: "production" }],
      before: () => {},
      after: () => {},
      reason: "environment-changed",
    },
    {
      what: "the lockfile",
      before: file("package-lock.json")("{}"),
      after: file("package-lock.json")('{"x":1}'),
      reason: "packages-changed",
    },
    {
      what: "what is installed",
      before: file("node_modules/.package-lock.json")("{}"),
      after: file("node_modules/.package-lock.json")('{"x":1}'),
      reason: "packages-changed",
    },
    {
      what: "a configuration file above the target",
      before: file(".eslintrc.json")("{}"),
      after: file(".eslintrc.json")('{"root":true}'),
      reason: "configuration-changed",
    },
    {
      what: "a configuration file that appears beside the target",
      fields: { files: ["src/*.ts"] },
      before: gone("src/.prettierrc"),
      after: file("src/.prettierrc")("{}"),
      reason: "configuration-changed",
    },
    {
      what: "what a configuration file imports",
      fields: { configuration: ["eslint.config.js"] },
      before: (rig) => (
        rig.write("eslint.config.js", 'import "./rules/own.js";'),
        rig.write("rules/own.js", "1")
      ),
      after: file("rules/own.js")("2"),
      reason: "configuration-changed",
    },
    {
      what: "the version of the tool",
      fields: { command: "tool", args: ["{files}"] },
      before: (rig) => tool(rig, "1.0.0"),
      after: (rig) => tool(rig, "1.0.1"),
      reason: "tool-changed",
    },
    {
      what: "a script of the repository, and what it imports",
      fields: { command: "node", args: ["tools/check.mjs", "{files}"] },
      before: (rig) => (
        rig.write("tools/check.mjs", 'import "./lib.mjs";'),
        rig.write(
          "tools/lib.mjs",
          'import { appendFileSync } from "node:fs"; appendFileSync(".ran", process.argv.slice(2).join(" ") + "\\n");',
        )
      ),
      after: (rig) =>
        rig.write(
          "tools/lib.mjs",
          'import { appendFileSync } from "node:fs"; appendFileSync(".ran", process.argv.slice(2).join(" ") + "\\n"); // new',
        ),
      reason: "input-changed",
    },
    {
      what: "the text of a package script, also one that another calls",
      fields: { command: "npm", args: ["run", "--silent", "outer", "--", "{files}"] },
      before: file("package.json")(
        JSON.stringify({
          name: "x",
          scripts: { outer: "npm run --silent inner --", inner: "sh -c 'echo \"$@\" >> .ran' sh" },
        }),
      ),
      after: file("package.json")(
        JSON.stringify({
          name: "x",
          scripts: { outer: "npm run --silent inner --", inner: "sh -c 'echo  \"$@\" >> .ran' sh" },
        }),
      ),
      reason: "configuration-changed",
    },
  ];

  it.each(flips)(
    "is missed alone and hit when it comes back: $what",
    async ({ before, after, env, reason, fields }) => {
      const rig = rigWith(fileCheck(fields));
      rig.write("src/a.ts", "1");
      const [first, second] = env ?? [{}, {}];
      before(rig);
      const one = await rig.json([], { env: first });
      expect(one.result.results[0]?.why).toBeUndefined();
      expect(ran(rig)).toEqual(["src/a.ts"]);
      after(rig);
      const { result } = await rig.json([], { env: second });
      expect(result.scope.scopeRationale).toMatchObject([{ file: "src/a.ts", reason }]);
      expect(ran(rig)).toEqual(["src/a.ts"]);
      expect((await rig.json([], { env: second })).result.filesVerified).toBe(0);
      before(rig);
      expect((await rig.json([], { env: first })).result).toMatchObject({ filesVerified: 0, cacheHits: 1 });
      expect(ran(rig)).toEqual([]);
    },
  );

  it("does not hold what cannot change a verdict: description, tags, limits", async () => {
    const rig = rigWith(fileCheck());
    rig.write("src/a.ts", "1");
    await verified(rig);
    ran(rig);
    rig.checks(
      fileCheck({ description: "new", tags: ["x"], timeout: 5, critical: false, category: "other" }),
    );
    await verified(rig);
    expect(ran(rig)).toEqual([]);
  });
});

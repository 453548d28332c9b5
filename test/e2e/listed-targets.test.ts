import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it, vi } from "vitest";
import type { CheckInput } from "../../src/index.ts";
import { isAlive } from "../rig/is-alive.ts";
import { Rig } from "../rig/rig.ts";
import { installTools, linkTools } from "../tools/tools.mjs";

beforeAll(() => void installTools(), 600_000);

type Files = Readonly<Record<string, string>>;

/** A repository with the real tools. */
function project(check: Partial<CheckInput>, files: Files): Rig {
  const rig = new Rig();
  rig.write(".gitignore", "node_modules\nignored\n.verification-baseline.json\n");
  rig.write("package.json", "{}");
  linkTools(rig.root);
  for (const [path, text] of Object.entries(files)) rig.write(path, text);
  rig.checks({ name: "check", ...check });
  return rig;
}

interface Planned {
  readonly checks: readonly { readonly units?: readonly { readonly target: string }[] }[];
}

/** What would be verified, and what was said about it. */
async function targets(rig: Rig): Promise<readonly string[]> {
  const { stdout, stderr } = await rig.verification(["--dry-run", "--json"]);
  expect(stderr).toBe("");
  return ((JSON.parse(stdout) as Planned).checks[0]?.units ?? []).map(({ target }) => target).sort();
}

const VITEST = `import { expect, it } from "vitest";\nit("x", () => expect(1).toBe(1));\n`;
const JEST = `it("x", () => {});\n`;

describe("a preset without files", () => {
  it("has the tests that vitest lists, and other ones as soon as its configuration says so", async () => {
    const include = (globs: string, exclude = ""): string =>
      `import { globs } from "./globs.mjs";\nexport default { test: { include: globs, exclude: [${exclude}] } };\n// ${globs}\n`;
    const rig = project(
      { uses: "vitest" },
      {
        "vitest.config.mjs": include(""),
        "globs.mjs": 'export const globs = ["checks/*.js"];\n',
        "checks/a.js": VITEST,
        "checks/b.js": VITEST,
        "src/usual.test.js": VITEST,
        "ignored/c.js": VITEST,
      },
    );
    expect(await targets(rig)).toEqual(["checks/a.js", "checks/b.js"]);
    const { result } = await rig.json();
    expect(result).toMatchObject({ success: true, filesVerified: 2, warnings: [] });
    expect((await rig.verification(["explain", "check"])).stdout).toContain("2 files, as vitest lists them");
    // What the configuration imports decides, too.
    rig.write("globs.mjs", 'export const globs = ["{src,ignored}/*.js"];\n');
    expect(await targets(rig)).toEqual(["src/usual.test.js"]);
    rig.write("src/new.js", VITEST);
    expect(await targets(rig)).toEqual(["src/new.js", "src/usual.test.js"]);
    rig.write("vitest.config.mjs", include("", '"**/usual*"'));
    expect(await targets(rig)).toEqual(["src/new.js"]);
    expect((await rig.json()).result).toMatchObject({ success: true, filesVerified: 1 });
  });

  it("has the tests that jest lists, of all its projects, in its working directory", async () => {
    const rig = project(
      { uses: "jest", cwd: "web", command: "npx jest --silent" },
      {
        "web/package.json": '{ "jest": { "projects": ["<rootDir>/one", "<rootDir>/two"] } }',
        "web/one/package.json": '{ "jest": { "testMatch": ["**/*.check.js"] } }',
        "web/one/a.check.js": JEST,
        "web/one/a.test.js": JEST,
        "web/two/package.json": "{}",
        "web/two/b.test.js": JEST,
        "other/b.test.js": JEST,
      },
    );
    expect(await targets(rig)).toEqual(["web/one/a.check.js", "web/two/b.test.js"]);
    expect((await rig.json()).result).toMatchObject({ success: true, filesVerified: 2 });
    rig.write("web/one/package.json", "{}");
    expect(await targets(rig)).toEqual(["web/one/a.test.js", "web/two/b.test.js"]);
  });

  it("has other tests when settings change that a project of jest imports", async () => {
    const rig = project(
      { uses: "jest" },
      {
        "package.json": '{ "jest": { "projects": ["./settings/unit.js"] } }',
        "settings/unit.js": 'module.exports = { ...require("./base.js"), rootDir: ".." };\n',
        "settings/base.js": 'module.exports = { testMatch: ["**/*.one.js"] };\n',
        "src/a.one.js": JEST,
        "src/b.two.js": JEST,
      },
    );
    await rig.json();
    expect(await targets(rig)).toEqual(["src/a.one.js"]);
    rig.write("settings/base.js", 'module.exports = { testMatch: ["**/*.two.js"] };\n');
    expect(await targets(rig)).toEqual(["src/b.two.js"]);
  });

  it("has the files that ESLint has a configuration for and does not ignore", async () => {
    const config = (ignores: string): string =>
      `export default [{ ignores: [${ignores}] }, { rules: { "no-var": "error" } }, { files: ["**/*.view"], rules: {} }];\n`;
    const rig = project(
      { uses: "eslint" },
      {
        "eslint.config.mjs": config('"vendor/**"'),
        "src/a.js": "export {};\n",
        "src/b.ts": "export {};\n",
        "src/c.view": "export {};\n",
        "vendor/d.js": "var a;\n",
        "readme.md": "",
      },
    );
    expect(await targets(rig)).toEqual(["eslint.config.mjs", "src/a.js", "src/c.view"]);
    rig.write("eslint.config.mjs", config('"src/c.*"'));
    expect(await targets(rig)).toEqual(["eslint.config.mjs", "src/a.js", "vendor/d.js"]);
    expect((await rig.json()).result).toMatchObject({ success: false, filesVerified: 3 });
  });

  it("has no files below what the top ignores, even if they have settings of their own, unless they are named", async () => {
    const own = `export default [{ rules: { "no-var": "error" } }];\n`;
    const files = {
      "eslint.config.mjs": `export default [{ ignores: ["**/*", "!**/*/", "!**/*.{js,mjs}", "**/examples/"] }, { rules: {} }];\n`,
      "src/a.js": "export {};\n",
      "src/deep/eslint.config.mjs": own,
      "src/deep/b.js": "export {};\n",
      "examples/one/eslint.config.mjs": own,
      "examples/one/c.js": "var c;\n",
    };
    const found = ["eslint.config.mjs", "src/a.js", "src/deep/b.js", "src/deep/eslint.config.mjs"];
    const rig = project({ uses: "eslint" }, files);
    const said = execFileSync("npx", ["eslint", ".", "--format", "json"], {
      cwd: rig.root,
      encoding: "utf8",
    });
    const linted = (JSON.parse(said) as { readonly filePath: string }[]).map(({ filePath }) => filePath);
    expect(linted.sort()).toEqual(found.map((path) => join(realpathSync(rig.root), path)));
    expect(await targets(rig)).toEqual(found);
    expect(await targets(project({ uses: "eslint", files: ["examples/one/**/*.js"] }, files))).toEqual([
      "examples/one/c.js",
    ]);
  });

  it("has the files that Prettier can format and does not ignore", async () => {
    const rig = project(
      { uses: "prettier" },
      {
        ".prettierignore": "vendor\n.verification.yml\n",
        ".prettierrc": '{ "overrides": [{ "files": "*.view", "options": { "parser": "babel" } }] }\n',
        "package.json": "{}\n",
        "src/a.js": "a();\n",
        "src/b.view": "b();\n",
        "src/c.unknown": "",
        "vendor/d.js": "d( )",
        script: "#!/usr/bin/env node\na();\n",
      },
    );
    // It refuses a link that is named.
    symlinkSync("src/a.js", join(rig.root, "link.js"));
    expect(await targets(rig)).toEqual([".prettierrc", "package.json", "script", "src/a.js", "src/b.view"]);
    expect((await rig.json()).result).toMatchObject({ success: true, filesVerified: 5 });
    rig.write("script", "a  b\n");
    rig.write(".prettierignore", "src\n.verification.yml\n");
    expect(await targets(rig)).toEqual([".prettierrc", "package.json", "vendor/d.js"]);
  });
});

/** A stand-in for vitest that notes when it is asked, and then does what lies where nobody looks for it. */
function standIn(answer: string, fields: Partial<CheckInput> = {}): Rig {
  const rig = new Rig();
  rig.write(".gitignore", "node_modules\n.verification-baseline.json\n");
  rig.write("package.json", "{}");
  rig.write("src/a.test.js", "");
  rig.write("checks/b.js", "");
  rig.write(
    "node_modules/.bin/vitest",
    '#!/bin/sh\ncase "$1" in list) echo x >> "$HOME/asked"; . "$HOME/answer";; esac\n',
  );
  chmodSync(join(rig.root, "node_modules/.bin/vitest"), 0o755);
  rig.checks({ name: "test", uses: "vitest", ...fields });
  answerWith(rig, answer);
  return rig;
}

function answerWith(rig: Rig, answer: string): void {
  writeFileSync(join(rig.home, "answer"), answer);
}

const LIST = `echo noise; echo "[ \\"$PWD/checks/b.js\\", \\"$PWD/gone.js\\", \\"/elsewhere/c.js\\" ]"; echo more`;

describe("a tool that is asked for its files", () => {
  it("is asked once, and again only where the answer may be another", async () => {
    const rig = standIn(LIST);
    const asked = async (): Promise<number> => {
      rmSync(join(rig.home, "asked"), { force: true });
      const { result } = await rig.json();
      expect(result).toMatchObject({ success: true, warnings: [] });
      const { stdout } = await rig.verification(["explain", "test"]);
      expect(stdout).toContain("checks/b.js");
      expect(stdout).not.toContain("src/a.test.js");
      return existsSync(join(rig.home, "asked")) ? 1 : 0;
    };
    expect(await asked()).toBe(1);
    expect(await asked()).toBe(0);
    rig.write("checks/b.js", "changed");
    expect(await asked()).toBe(0);
    rig.write("readme.md", "");
    expect(await asked()).toBe(1);
    rig.write("vitest.config.js", "export default {};\n");
    expect(await asked()).toBe(1);
    rig.write("vitest.config.js", "export default { test: {} };\n");
    expect(await asked()).toBe(1);
    rig.write("node_modules/.package-lock.json", "{}");
    expect(await asked()).toBe(1);
    expect(await asked()).toBe(0);
  });

  it("a tool that has tests within sources is asked for its files again when a source changes", async () => {
    const rig = standIn(LIST);
    rig.write("vitest.config.js", 'export default { test: { includeSource: ["src/**"] } };\n');
    await rig.json();
    rmSync(join(rig.home, "asked"));
    rig.write("src/a.test.js", "changed");
    await rig.json();
    expect(existsSync(join(rig.home, "asked"))).toBe(true);
  });

  it.each([
    ["prints nonsense", "echo yes", "what it printed is no list of files"],
    ["prints something else", `echo '[{"name": 1}]'`, "what it printed is no list of files"],
    ["fails", "echo 'no space left' >&2; exit 1", "status 1: no space left"],
    ["is killed", "kill -9 $$", "it was ended by SIGKILL"],
    ["hangs", "exec tail -f /dev/null", "it did not answer within 5000 ms"],
  ])(
    "a tool that is asked for its files and %s leaves the files of the preset, with a warning",
    async (_, answer, why) => {
      const rig = standIn(answer, { timeout: why.includes("5000 ms") ? 5000 : 60_000 });
      const { result } = await rig.json();
      expect(result.results[0]).toMatchObject({ status: "passed", filesVerified: 1 });
      expect(result.warnings).toEqual([expect.stringContaining(why)]);
      expect(result.warnings[0]).toContain("add files: to the check");
      const { stdout, stderr } = await rig.verification(["explain", "test"]);
      expect(stdout).toContain(`did not say which files it takes`);
      expect(stderr).toContain(why);
      // It may answer next time, so it is asked again, also where all is as it was.
      expect((await rig.json()).result).toMatchObject({ filesVerified: 0, warnings: result.warnings });
      answerWith(rig, LIST);
      expect((await rig.json()).result.warnings).toEqual([]);
      expect((await rig.verification(["explain", "test"])).stdout).toContain("checks/b.js");
    },
  );

  it("a tool that is missing is said to be missing by its check alone, not by a warning too", async () => {
    const rig = standIn(LIST, { uses: "jest" });
    const { result } = await rig.json();
    expect(result.warnings).toEqual([]);
    expect(JSON.stringify(result.results[0])).toContain("jest was not found");
  });

  it("is not asked again where its version does not know how, and what it says is told without its own places", async () => {
    const rig = standIn(
      "echo 'file:///vitest/cac.js:403\n  throw new CACError()\n\nCACError: Unknown option --filesOnly' >&2; exit 1",
    );
    const { result } = await rig.json();
    const why = "(it ended with status 1: CACError: Unknown option --filesOnly)";
    expect(result.warnings).toEqual([expect.stringContaining(why)]);
    const asked = join(rig.home, "asked");
    rmSync(asked);
    expect((await rig.json()).result).toMatchObject({ filesVerified: 0, warnings: result.warnings });
    rig.write("src/a.test.js", "changed");
    expect((await rig.json()).result).toMatchObject({ filesVerified: 1, warnings: result.warnings });
    expect(existsSync(asked)).toBe(false);
    // Another version may know.
    rig.write("node_modules/.package-lock.json", "{}");
    answerWith(rig, LIST);
    expect((await rig.json()).result.warnings).toEqual([]);
  });

  it("is not asked where the check says which files it takes", async () => {
    const rig = standIn("exit 1", { files: ["checks/**"] });
    expect((await rig.json()).result).toMatchObject({ success: true, warnings: [], filesVerified: 1 });
    expect(existsSync(join(rig.home, "asked"))).toBe(false);
  });

  it("is ended when the run is interrupted", async () => {
    const rig = standIn("exec ./hang");
    const { command, args } = rig.controlled("asked");
    rig.write("hang", `#!/bin/sh\nexec '${command}' ${args.map((arg) => `'${arg}'`).join(" ")}\n`);
    chmodSync(join(rig.root, "hang"), 0o755);
    const { child, ended } = rig.start(["--json"]);
    const { pid } = await rig.started("asked");
    child.kill("SIGINT");
    expect((await ended).status).toBe(130);
    await vi.waitFor(() => expect(isAlive(pid)).toBe(false), { timeout: 60_000 });
  });
});

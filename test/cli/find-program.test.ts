import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { findProgram } from "../../src/cli/find-program.ts";

type Files = Readonly<Record<string, string>>;

const COMMAND = "node_modules/.bin/verification";
const DECLARED = '{ "devDependencies": { "incremental-verification": "*" } }';

function lay(files: Files): string {
  const root = mkdtempSync(join(tmpdir(), "verification-program-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
    if (path.endsWith("/verification")) chmodSync(join(root, path), 0o755);
  }
  return root;
}

const called = (files: Files, { below = "", path = "", env = {} }: Partial<Called> = {}): string => {
  const root = lay({ "package.json": "{}", ...files });
  const directories = ["empty", ...path.split(" ").filter((each) => each !== "")];
  const PATH = directories.map((each) => join(root, each)).join(delimiter);
  const given = Object.entries(env).map(([name, value]) => [name, value.replace("ROOT", root)] as const);
  return findProgram({ cwd: join(root, below), env: { PATH, ...Object.fromEntries(given) } }).join(" ");
};

interface Called {
  readonly below: string;
  readonly path: string;
  readonly env: Readonly<Record<string, string>>;
}

describe("how the command is called", () => {
  it("is its name where the search path has it", () => {
    expect(called({ "bin/verification": "" }, { path: "bin" })).toBe("verification");
  });

  it.each([
    ["package-lock.json", "npx verification"],
    ["pnpm-lock.yaml", "pnpm exec verification"],
    ["yarn.lock", "yarn verification"],
    ["bun.lock", "bunx verification"],
    ["bun.lockb", "bunx verification"],
  ])("goes through the package manager where it is installed: %s", (lock, expected) => {
    expect(called({ [lock]: "", [COMMAND]: "" })).toBe(expected);
    const workspace = { [lock]: "", [COMMAND]: "", "packages/a/package.json": "{}" };
    expect(called(workspace, { below: "packages/a" })).toBe(expected);
  });

  it("goes by the package manager that the manifest names", () => {
    expect(called({ [COMMAND]: "", "package.json": '{ "packageManager": "pnpm@10.0.0" }' })).toBe(
      "pnpm exec verification",
    );
  });

  it("does not count what a package manager puts in front for what it starts", () => {
    expect(called({ [COMMAND]: "" }, { path: "node_modules/.bin" })).toBe("npx verification");
    const cached = `.npm/_npx/0a1b/${COMMAND}`;
    expect(called({ [cached]: "" }, { path: ".npm/_npx/0a1b/node_modules/.bin" })).toBe(
      "npx incremental-verification",
    );
    const shims = { "shims/verification": "", "yarn.lock": "", ".pnp.cjs": "", "package.json": DECLARED };
    expect(called(shims, { path: "shims", env: { BERRY_BIN_FOLDER: "ROOT/shims" } })).toBe(
      "yarn verification",
    );
    expect(called({ [COMMAND]: "", "bin/verification": "" }, { path: "node_modules/.bin bin" })).toBe(
      "verification",
    );
  });

  it.each([
    ["package-lock.json", "npx incremental-verification"],
    ["pnpm-lock.yaml", "pnpm dlx incremental-verification"],
    ["yarn.lock", "npx incremental-verification"],
    ["bun.lock", "bunx incremental-verification"],
  ])("names the package where it is not installed, never somebody else's: %s", (lock, expected) => {
    expect(called({ [lock]: "" })).toBe(expected);
  });

  it("is installed in its own repository", () => {
    expect(called({ "package.json": '{ "name": "incremental-verification" }' })).toBe("npx verification");
  });

  it("is not what cannot be started, nor a directory", () => {
    expect(called({ "bin/verification/x": "" }, { path: "bin" })).toBe("npx incremental-verification");
  });
});

import { beforeEach, describe, expect, it } from "vitest";
import { changes, files, lines, program, track } from "../tool-repository.ts";

describe("package managers", () => {
  beforeEach(() => {
    const manifest = (script: string): string => JSON.stringify({ scripts: { a: script } });
    track("package.json", manifest("node root.mjs"));
    track("packages/q/package.json", manifest("node own.mjs"));
    track("root.mjs");
    track("packages/q/own.mjs");
  });

  it.each([
    "npm --prefix packages/q run a",
    "npm run a --prefix=packages/q",
    "npm -C packages/q run a",
    "pnpm -C packages/q run a",
    "pnpm --dir packages/q a",
    "yarn --cwd packages/q a",
    "bun --cwd packages/q run a",
    "bun --cwd=packages/q run a",
  ])("run a script elsewhere: %s", async (words) => {
    expect(await files(words)).toEqual(["packages/q/own.mjs"]);
    expect(await lines(words)).toContain("script a of packages/q is node own.mjs");
  });

  it.each([
    "npm run a -w q",
    "npm run a --workspace=q",
    "npm run a --workspaces",
    "npm -w q run a",
    "pnpm -r run a",
    "pnpm --filter q run a",
    "pnpm --filter=q a",
    "pnpm run -r a",
    "yarn workspace q a",
    "yarn workspace q run a",
    "yarn workspaces foreach -A run a",
    "yarn workspaces run a",
    "bun --filter q run a",
  ])("run a script of workspaces: %s", async (words) => {
    expect(await files(words)).toContain("packages/q/own.mjs");
    expect(await lines(words)).toContain("script a of packages/q is node own.mjs");
    expect(
      await changes(words, () =>
        track("packages/q/package.json", JSON.stringify({ scripts: { a: "tool" } })),
      ),
    ).toBe(true);
  });

  it("give what follows to the script", async () => {
    track("rules/x.js");
    expect(await files("npm run a -- --rulesdir=rules")).toEqual(["root.mjs", "rules/x.js"]);
    expect(await files("yarn a --rulesdir rules")).toEqual(["root.mjs", "rules/x.js"]);
  });

  it("do not take the name of a script for a directory", async () => {
    track("a/x.js");
    expect(await files("npm run a")).toEqual(["root.mjs"]);
  });

  it.each(["run-s a", "concurrently npm:a", "turbo run a", "lerna run a", "node --run a"])(
    "are not the only ones to run scripts: %s",
    async (words) => {
      program(words.split(" ")[0] ?? "");
      expect(await files(words)).toContain("root.mjs");
    },
  );
});

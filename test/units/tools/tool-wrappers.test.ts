import { chmodSync, mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { changes, files, identify, lines, place, program, root, track } from "../tool-repository.ts";

describe("wrappers", () => {
  const WRAPPED = [
    "env A=1 -u B tool x",
    "timeout -k 5 10s tool x",
    "timeout --signal=KILL 10 tool x",
    "cross-env A=1 tool x",
    "dotenv -e .env -- tool x",
    "xargs -n 1 tool x",
    "time -p tool x",
    "env timeout 5 env tool x",
    "npx --yes tool x",
    "npx -p pkg tool x",
    "bunx tool x",
    "npm exec -- tool x",
    "npm exec --package=pkg -- tool x",
    "pnpm exec tool x",
    "pnpm dlx tool x",
    "yarn dlx tool x",
    "yarn exec tool x",
    "yarn tool x",
  ];

  it.each(WRAPPED)("are seen through, and count themselves: %s", async (words) => {
    const [wrapper = ""] = words.split(" ");
    program(wrapper);
    const text = await lines(words);
    expect(text).toMatch(new RegExp(`^${wrapper} is content`, "m"));
    expect(text).toMatch(/^tool is content/m);
    expect(await changes(words, () => program("tool", "other"))).toBe(true);
  });

  it("leave the command unknown where it is missing behind them", async () => {
    expect((await identify("timeout 10 missing")).unknown).toMatch(/missing was not found/);
    expect((await identify("npx missing")).unknown).toMatch(/missing was not found/);
  });

  it("split what env is told to split", async () => {
    track("tools/a.mjs");
    expect(await files(["env", "-S", "A=1 node --import ./tools/a.mjs", "x"])).toEqual(["tools/a.mjs"]);
  });

  it("change the directory where they are told to", async () => {
    track("sub/a.mjs");
    expect(await files("env -C sub node a.mjs")).toEqual(["sub/a.mjs"]);
  });

  it("find the command of a scoped package", async () => {
    place(
      join(root, "node_modules/@a/b/package.json"),
      JSON.stringify({ name: "@a/b", version: "1.2.3", bin: { b: "b.js" } }),
    );
    place(join(root, "node_modules/@a/b/b.js"), "x");
    chmodSync(join(root, "node_modules/@a/b/b.js"), 0o755);
    mkdirSync(join(root, "node_modules/.bin"));
    symlinkSync("../@a/b/b.js", join(root, "node_modules/.bin/b"));
    expect(await lines("npx @a/b x")).toMatch(/^b is @a\/b@1\.2\.3/m);
  });
});

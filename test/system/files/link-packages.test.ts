import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { linkPackages } from "../../../src/system/files/link-packages.ts";

function directories(): { readonly from: string; readonly to: string } {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "link-packages-")));
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  const [from, to] = [join(base, "from"), join(base, "to")];
  mkdirSync(from);
  mkdirSync(to);
  return { from, to };
}

function write(path: string, text = ""): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

describe("packages that are linked", () => {
  it("are those of the other checkout, but a package of the repository is its own", () => {
    const { from, to } = directories();
    write(join(from, "node_modules/tool/index.js"), "tool");
    write(join(from, "node_modules/@scope/other/index.js"), "other");
    write(join(from, "node_modules/.package-lock.json"), "{}");
    write(join(from, "node_modules/.cache/tool/entry"), "cached");
    write(join(from, "packages/own/index.js"), "theirs");
    write(join(to, "packages/own/index.js"), "ours");
    symlinkSync("../../packages/own", join(from, "node_modules/@scope/own"));
    symlinkSync("nowhere", join(from, "node_modules/gone"));
    mkdirSync(join(from, "node_modules/.bin"));
    symlinkSync("../tool/index.js", join(from, "node_modules/.bin/tool"));
    symlinkSync("../../packages/own/index.js", join(from, "node_modules/.bin/own"));
    write(join(from, "packages/own/node_modules/deep/index.js"), "deep");
    write(join(from, "packages/new/node_modules/deep/index.js"), "deep");

    linkPackages(from, to, ["", "packages/own", "packages/new"]);

    const read = (path: string): string => readFileSync(join(to, path), "utf8");
    expect(read("node_modules/tool/index.js")).toBe("tool");
    expect(read("node_modules/@scope/other/index.js")).toBe("other");
    expect(read("node_modules/@scope/own/index.js")).toBe("ours");
    expect(read("node_modules/.bin/own")).toBe("ours");
    expect(realpathSync(join(to, "node_modules/.bin/tool"))).toBe(join(from, "node_modules/tool/index.js"));
    expect(read("packages/own/node_modules/deep/index.js")).toBe("deep");
    expect(lstatSync(join(to, "node_modules/.package-lock.json")).isFile()).toBe(true);
    for (const absent of ["node_modules/.cache", "node_modules/gone", "packages/new"])
      expect(existsSync(join(to, absent))).toBe(false);
  });

  it("do not replace what is there", () => {
    const { from, to } = directories();
    write(join(from, "node_modules/tool/index.js"), "theirs");
    write(join(to, "node_modules/tool/index.js"), "ours");
    linkPackages(from, to, [""]);
    expect(readFileSync(join(to, "node_modules/tool/index.js"), "utf8")).toBe("ours");
  });
});

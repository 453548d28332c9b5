import { utimesSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { createInstalledPackages } from "../../../src/units/packages/installed-packages.ts";
import { writeFiles } from "../../graph/repository.ts";

/** Everything is older than the installer's record but for what is named. */
function install(files: Readonly<Record<string, string>>, newer: readonly string[] = []) {
  const root = writeFiles(files);
  const [old, late] = [1_600_000_000, 1_600_000_900];
  for (const path of Object.keys(files)) utimesSync(join(root, path), old, newer.includes(path) ? late : old);
  const installed = createInstalledPackages();
  return (path: string): string | null | undefined => {
    const file = installed(join(root, "node_modules", path));
    if (typeof file === "string") return file === "absent" ? undefined : null;
    return file.manifest.slice(root.length + 1);
  };
}

const RECORD = "node_modules/.package-lock.json";
const record = (...names: readonly string[]): string =>
  JSON.stringify({ packages: Object.fromEntries(names.map((name) => [`node_modules/${name}`, {}])) });

it("a file that came with a package counts as the package, whatever depth that lies at", () => {
  const manifestOf = install({
    [RECORD]: record("p", "@s/q", "p/node_modules/r"),
    "node_modules/p/lib/i.js": "",
    "node_modules/@s/q/i.js": "",
    "node_modules/p/node_modules/r/i.js": "",
  });
  expect(manifestOf("p/lib/i.js")).toBe("node_modules/p/package.json");
  expect(manifestOf("@s/q/i.js")).toBe("node_modules/@s/q/package.json");
  expect(manifestOf("p/node_modules/r/i.js")).toBe("node_modules/p/node_modules/r/package.json");
});

it("a file that is newer than the record, or of a package that it does not name, counts by itself", () => {
  const files = {
    [RECORD]: record("p"),
    "node_modules/p/i.js": "",
    "node_modules/p/edited.js": "",
    "node_modules/made/i.js": "",
  };
  const manifestOf = install(files, ["node_modules/p/edited.js"]);
  expect(manifestOf("p/i.js")).toBe("node_modules/p/package.json");
  expect(manifestOf("p/edited.js")).toBeNull();
  expect(manifestOf("made/i.js")).toBeNull();
});

it("without a record, and with one that cannot be read, nothing belongs to a package", () => {
  expect(install({ "node_modules/p/i.js": "" })("p/i.js")).toBeNull();
  expect(install({ [RECORD]: "{", "node_modules/p/i.js": "" })("p/i.js")).toBeNull();
});

it("another installer's record owns what is no newer than it; of what begins with a dot, only pnpm's store", () => {
  const manifestOf = install({
    "node_modules/.modules.yaml": "",
    "node_modules/p/i.js": "",
    "node_modules/.pnpm/p@1/node_modules/p/i.js": "",
    "node_modules/.prisma/client/i.js": "",
    "node_modules/.cache/node_modules/p/i.js": "",
  });
  expect(manifestOf("p/i.js")).toBe("node_modules/p/package.json");
  expect(manifestOf(".pnpm/p@1/node_modules/p/i.js")).toBe(
    "node_modules/.pnpm/p@1/node_modules/p/package.json",
  );
  expect(manifestOf(".prisma/client/i.js")).toBeNull();
  expect(manifestOf(".cache/node_modules/p/i.js")).toBeNull();
});

it("what is not there is nothing", () => {
  expect(install({ [RECORD]: record("p") })("p/i.js")).toBeUndefined();
});

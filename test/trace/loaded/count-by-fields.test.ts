import { describe, expect, it } from "vitest";
import { createClosures } from "../../../src/graph/closure/closure.ts";
import { isRead } from "../../../src/graph/is-read.ts";
import { countByFields, type FieldOptions } from "../../../src/trace/loaded/count-by-fields.ts";
import type { Seen } from "../../../src/trace/sort-trace.ts";
import type { Access } from "../../../src/vocabulary/tree/path-set.ts";
import type { RepoPath } from "../../../src/vocabulary/tree/path.ts";
import { graphOf, p } from "../../graph/repository.ts";
import { seenAs } from "../traces.ts";

const READS = 'import { readFileSync } from "node:fs";\nreadFileSync(["a", "b"].join("."));\n';

const FILES = {
  "package.json": '{ "name": "x", "type": "module" }',
  "plain.test.js": 'import "./lib.js";\n',
  "importing.test.js": 'import "./package.json";\n',
  "reading.test.js": READS,
  "lib.js": "export {};\n",
  ".editorconfig": "root = true\n",
  "tool.config.js": "export default {};\n",
  "importing.config.js": 'import "./package.json";\n',
  "reading.config.js": READS,
};

interface Told extends Partial<Omit<FieldOptions, "targets">> {
  readonly targets?: readonly string[];
  readonly started?: readonly string[];
  /** Targets that were opened once more. */
  readonly again?: readonly string[];
}

/** How package.json counts, where these were read too. */
async function counted(reads: readonly string[], told: Told = {}): Promise<Access | undefined> {
  const { targets = ["plain.test.js"], started = ["/usr/bin/node"], again = [], ...rest } = told;
  const { graph } = await graphOf({ files: FILES });
  const opened: Seen["opened"] = new Map(
    targets.map((target) => [p(target), { first: 0, last: 0, times: again.includes(target) ? 2 : 1 }]),
  );
  const seen = seenAs({
    accesses: new Map(["package.json", ...targets, ...reads].map((place) => [place, "content"])),
    started: new Set(started),
    opened,
  });
  return countByFields(seen, {
    graph,
    targets: targets as RepoPath[],
    program: createClosures(graph, isRead),
    types: createClosures(graph, isRead, "types"),
    runsCode: true,
    loadsCode: true,
    readsField: () => false,
    namesManifests: () => true,
    ...rest,
  }).get("package.json");
}

describe("a package.json that was read", () => {
  it("counts by its fields where only the loader and known tools can have read it", async () => {
    expect(await counted(["lib.js", "tool.config.js", "node_modules/vitest/dist/cli.js"])).toBe("fields");
  });

  it.each([
    ["a test can read any file", { targets: ["plain.test.js", "reading.test.js"] }, []],
    ["the only test imports it", { targets: ["importing.test.js"] }, []],
    ["configuration can read any file", {}, ["reading.config.js"]],
    ["configuration imports it", {}, ["importing.config.js"]],
    ["a package names one that nobody knows", {}, ["node_modules/other/index.js"]],
    ["a rule looks at what is asked for, and that is not counted", {}, ["node_modules/eslint-plugin-n/a.js"]],
    ["code beside the repository was loaded", {}, ["/opt/hook.js"]],
    ["another program was started", { started: ["/usr/bin/node", "/usr/bin/jq"] }, []],
    ["it was started by a package manager", { started: ["/usr/lib/node_modules/npm/bin/npx-cli.js"] }, []],
    ["code of the repository is loaded without being given", { targets: [] }, []],
    [
      "a target of a linter is loaded by it too",
      { targets: ["reading.config.js"], runsCode: false, again: ["reading.config.js"] },
      [],
    ],
  ] satisfies readonly [string, Told, readonly string[]][])(
    "counts as a whole where %s",
    async (_, told, reads) => {
      expect(await counted(reads, told)).toBe("content");
    },
  );

  it.each([
    [
      "one of several tests imports it, which counts for that one",
      { targets: ["plain.test.js", "importing.test.js"] },
      [],
    ],
    [
      "what a linter is given could read it, and does not run",
      { targets: ["reading.test.js"], runsCode: false },
      [],
    ],
    [
      "a target of a formatter is read as its settings too, and is no code",
      { targets: ["plain.test.js", ".editorconfig"], runsCode: false, again: [".editorconfig"] },
      [],
    ],
    ["a package names its own alone", { namesManifests: () => false }, ["node_modules/other/index.js"]],
    [
      "a rule looks at what is asked for, and that counts",
      { readsField: () => true },
      ["node_modules/eslint-plugin-n/a.js"],
    ],
    ["its tool is given no files, and runs none", { targets: [], loadsCode: false }, []],
    ["packages were read as data", {}, ["node_modules/other/data.json"]],
  ] satisfies readonly [string, Told, readonly string[]][])(
    "counts by its fields where %s",
    async (_, told, reads) => {
      expect(await counted(reads, told)).toBe("fields");
    },
  );
});

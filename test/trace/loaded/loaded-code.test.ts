import { describe, expect, it } from "vitest";
import { createClosures } from "../../../src/graph/closure/closure.ts";
import { isRead } from "../../../src/graph/is-read.ts";
import { createLoadsReaders } from "../../../src/trace/loaded/find-readers.ts";
import { type LoadedCode, mayReadFiles } from "../../../src/trace/loaded/loaded-code.ts";
import type { Check } from "../../../src/vocabulary/check/check.ts";
import { graphOf, p } from "../../graph/repository.ts";

const READS = 'import { readFileSync } from "node:fs";\nreadFileSync(["a", "b"].join("."));\n';

async function codeOf(files: Readonly<Record<string, string>>): Promise<LoadedCode> {
  const { graph } = await graphOf({ files: { "package.json": '{ "type": "module" }', ...files } });
  return { graph, program: createClosures(graph, isRead) };
}

describe("code that a tool loads", () => {
  it.each([
    ["reads files", READS],
    ["imports what reads files", 'import "./reads.js";\n'],
    ["imports by a computed name", "await import(process.argv[2]);\n"],
    ["imports what is not there", 'import "./missing.js";\n'],
    ["starts programs", 'import { execSync } from "node:child_process";\nexecSync("ls");\n'],
  ])("may read files where it %s", async (_, text) => {
    const code = await codeOf({ "x.config.js": text, "reads.js": READS });
    expect(mayReadFiles(p("x.config.js"), code)).toBe(true);
  });

  it.each([
    ["does nothing of the kind", "export default {};\n"],
    ["only knows where it lies", "export default { root: import.meta.dirname };\n"],
    [
      "takes something of its tool",
      'import { defineConfig } from "vite";\nexport default defineConfig({});\n',
    ],
  ])("does not read files where it %s", async (_, text) => {
    const code = await codeOf({ "x.config.js": text, "reads.js": READS });
    expect(mayReadFiles(p("x.config.js"), code)).toBe(false);
  });

  it("may read files where nobody knows it", async () => {
    expect(mayReadFiles(p("ignored.js"), await codeOf({}))).toBe(true);
  });
});

describe("before a command runs", () => {
  const check = (tool: string, type: Check["type"]): Pick<Check, "tool" | "type" | "builtin"> => ({
    tool: { name: tool, via: null } as Check["tool"],
    type,
    builtin: null,
  });

  it("readers are found by the names of configuration and setup, and by what these name", async () => {
    const code = await codeOf({
      "vite.config.js": 'export default { test: { setupFiles: ["./test/start.js"] } };\n',
      "test/start.js": READS,
      "mocha/setup.js": READS,
      "eslint.config.js": "export default [];\n",
      "src/reads.js": READS,
    });
    const loadsReaders = createLoadsReaders(() => code);
    expect(loadsReaders(check("vitest", "test"))).toBe(true);
    expect(loadsReaders(check("mocha", "test"))).toBe(true);
    expect(loadsReaders(check("eslint", "lint"))).toBe(false);
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { expandFiles, misreaderOf, nameFile } from "../../src/checks/name-files.ts";
import type { FileTaker } from "../../src/vocabulary/check/tool.ts";
import type { RepoPath } from "../../src/vocabulary/tree/path.ts";

const taker = (name: string, cwd = ".", via: string | null = null): FileTaker => ({
  tool: { name, via },
  args: ["{files}"],
  cwd,
});
const named = (file: string, tool: string, cwd = "."): string => nameFile(file as RepoPath, taker(tool, cwd));

const TOOLS = [
  "eslint",
  "tsc",
  "jest",
  "jest --runTestsByPath",
  "playwright",
  "ava",
  "cspell",
  "jasmine",
].concat(["markdownlint-cli2", "vitest", "node --test", "unknown"]);
const segment = fc
  .string({ unit: fc.constantFrom(..."ab.-@+!~#%=:*?[]{}()\\^$|,; 'é"), minLength: 1, maxLength: 8 })
  .filter((name) => name !== "." && name !== "..");
const path = fc.array(segment, { minLength: 1, maxLength: 3 }).map((parts) => parts.join("/"));

describe("the name of a file as an argument", () => {
  it("never begins with what means something else, whatever the file is called", () => {
    fc.assert(
      fc.property(path, fc.constantFrom(...TOOLS), (file, tool) => {
        // `(?:` begins a regular expression, and `:` a name, for tools that read them so.
        expect(named(file, tool)).toMatch(/^(?:[\p{L}\p{N}_]|\.{1,2}\/|\(\?:\^\|\/\)|:(?=.))/u);
      }),
      { numRuns: 2000 },
    );
  });

  it("leads to the file from the working directory where a tool takes paths", () => {
    fc.assert(
      fc.property(path, fc.constantFrom(".", "a", "b/c"), (file, cwd) => {
        // A working directory is no file.
        fc.pre(file !== cwd);
        const argument = named(file, "unknown", cwd);
        expect(normalized(`${cwd}/${argument}`)).toBe(normalized(file));
      }),
    );
  });

  it("is a regular expression that finds that file and none beside it, where a tool looks for one", () => {
    fc.assert(
      fc.property(path, path, fc.constantFrom("jest", "playwright"), (file, other, tool) => {
        const argument = named(file, tool);
        const pattern = new RegExp(argument);
        expect(pattern.test(`/repository/${file}`)).toBe(true);
        expect(pattern.test(file)).toBe(true);
        // A name of letters alone is given as it is: its dots match more, which costs time only.
        const isSame = /^\w[\w./-]*$/.test(file) || `/${other}`.endsWith(`/${file}`);
        expect(!isSame && pattern.test(`/repository/${other}`)).toBe(false);
      }),
      { numRuns: 2000 },
    );
    expect(new RegExp(named("lib/[a].test.js", "jest", "web")).test("/repository/lib/[a].test.js")).toBe(
      true,
    );
  });

  it("takes the meaning from every character of a pattern, where a tool reads patterns", () => {
    expect(named("routes/[id]/a{b}(c).test.js", "ava")).toBe("routes/\\[id\\]/a\\{b\\}\\(c\\).test.js");
    expect(named("!a.test.js", "ava")).toBe("./\\!a.test.js");
    expect(named("[id].md", "markdownlint-cli2")).toBe(":[id].md");
    expect(named("docs/a.md", "markdownlint-cli2")).toBe("docs/a.md");
  });

  it("stays as it is where nothing can be mistaken", () => {
    for (const tool of TOOLS) expect(named("src/a-b_c.test.ts", tool)).toBe("src/a-b_c.test.ts");
    expect(named("src/a.ts", "eslint", "lib")).toBe("../src/a.ts");
  });

  it("goes into an argument that holds it", () => {
    const files = ["@a.ts", "b.ts"] as RepoPath[];
    expect(expandFiles({ ...taker("x"), args: ["--file={files}", "-q"] }, files)).toEqual([
      "--file=./@a.ts",
      "--file=b.ts",
      "-q",
    ]);
  });
});

it("names that a tool would misread in every form are refused, and no others", () => {
  const can = (file: string, tool: string, via: string | null = null): boolean =>
    misreaderOf(file as RepoPath, taker(tool, ".", via)) === null;
  for (const [tool, file] of [
    ["node --test", "[id].test.js"],
    ["node --test", "a{b}.test.js"],
    ["vitest", "a.test.ts:12"],
    ["pytest", "a::b.py"],
    ["cypress", "a,b.cy.ts"],
    ["htmlhint", "[id].html"],
    ["remark", "[id].md"],
    ["cspell", "a:b.txt"],
    ["stylelint", "a\\b.css"],
    ["prettier", "!a.js"],
  ] as const)
    expect([tool, file, can(file, tool)]).toEqual([tool, file, false]);
  for (const [tool, file] of [
    ["vitest", "[id].test.ts"],
    ["jest", "[id].test.ts"],
    ["eslint", "a[b].js"],
    ["node --test", "(group)/a.test.js"],
    ["unknown", "[id]::12.js"],
  ] as const)
    expect([tool, file, can(file, tool)]).toEqual([tool, file, true]);
  // A shell would make other names of these; what is quoted on the way to it, it leaves alone.
  expect(can("a[b].js", "eslint", "npx")).toBe(false);
  expect(can("a{b,c}.js", "eslint", "npm")).toBe(false);
  expect(can("a [b].js", "eslint", "npm")).toBe(true);
  expect(can("[id].test.js", "jest", "npm")).toBe(true);
  expect(can("src/a.js", "eslint", "npx")).toBe(true);
});

function normalized(file: string): string {
  const parts: string[] = [];
  for (const part of file.split("/"))
    if (part === "..") parts.pop();
    else if (part !== ".") parts.push(part);
  return parts.join("/");
}

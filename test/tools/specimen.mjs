/** A small project with something for each tool to find, by path. */
export const SPECIMEN = {
  ".oxlintrc.json": `{ "rules": { "no-debugger": "error", "no-unused-vars": "warn", "eqeqeq": "error" } }
`,
  "biome.json": `{ "formatter": { "indentStyle": "space" }, "linter": { "rules": { "recommended": true } } }
`,
  "c/trouble.c": `int unused(int a) {
  int b;
  return a
}
`,
  ".stylelintrc.json": `{ "rules": { "color-no-invalid-hex": true, "selector-max-id": [0, { "severity": "warning" }] } }
`,
  "css/clean.css": "a { color: red; }\n",
  "css/ignored.css": "a { color: #1; }\n",
  "css/trouble.css": "a { color: #1; }\n",
  "css/warned.css": "#a { color: red; }\n",
  "docs/clean.md": "# Clean\n",
  "docs/trouble.md": "# Trouble\n\n### Too deep\n\ntext\n* list  \t\n",
  "eslint.config.js": `export default [
  { ignores: ["src/ignored.js"] },
  {
    rules: {
      "no-debugger": "error",
      "no-unused-vars": "error",
      "no-var": "error",
      eqeqeq: "warn",
    },
  },
];
`,
  "jest.config.cjs": `module.exports = { testMatch: ["**/jest/**/*.test.cjs"], testEnvironment: "node" };
`,
  "jest/broken.test.cjs": `require("./missing.cjs");
`,
  "jest/clean.test.cjs": `test("passes", () => {
  expect(true).toBe(true);
});
`,
  "jest/skipped.test.cjs": `test.skip("is not run", () => {});
`,
  "jest/sum.test.cjs": `describe("sum", () => {
  test("adds", () => {
    expect(1 + 1).toBe(2);
  });
  test("is wrong", () => {
    expect({ a: 1 }).toEqual({ a: 2 });
  });
});
`,
  "node/broken.test.mjs": `import "./missing.mjs";
`,
  "node/clean.test.mjs": `import { test } from "node:test";

test("passes", () => {});
`,
  "node/sum.test.mjs": `import assert from "node:assert";
import { describe, it, test } from "node:test";

describe("sum", () => {
  it("adds", () => assert.equal(1 + 1, 2));
  it("is wrong", () => {
    assert.equal(1 + 1, 3);
  });
});
test("throws", () => {
  throw new TypeError("it does");
});
test("is planned", { todo: true }, () => {
  throw new Error("not yet");
});
`,
  "package.json": `{ "name": "specimen", "version": "1.0.0", "private": true, "type": "module", "main": "src/clean.ts" }
`,
  "playwright.config.js": `export default { testDir: "playwright", workers: 1 };
`,
  "playwright/clean.spec.js": `import { test } from "@playwright/test";

test("passes", () => {});
test.skip("is skipped", () => {});
`,
  "playwright/sum.spec.js": `import { expect, test } from "@playwright/test";

test("adds", () => {
  expect(1 + 1).toBe(2);
});
test("is wrong", () => {
  expect(1 + 1).toBe(3);
});
`,
  "python/test_sum.py": `import warnings


def test_adds():
    assert 1 + 1 == 2


def test_is_wrong():
    total = 1 + 1
    assert total == 3


def test_raises():
    warnings.warn("old", DeprecationWarning)
    raise ValueError("it does")
`,
  "python/trouble.py": `import json


def read(text):
    return json.loads(text)


def main():
    read("{")


main()
`,
  "src/broken.js": `export const = 1;
`,
  "src/clean.js": `export const one = 1;
`,
  "src/clean.ts": `export function add(a: number, b: number): number {
  return a + b;
}
`,
  "src/ignored.js": `debugger;
`,
  "src/lint.js": `export function compare(a, b) {
  var unused = 1;
  if (a == b) {
    debugger;
  }
  return a;
}
`,
  "src/types.ts": `import { add } from "./clean.js";

export const total: string = add(1, 2);

interface Options {
  readonly depth: { readonly level: number };
}

export const options: Options = {
  depth: { level: "deep" },
};
`,
  "src/ugly.js": `export const   x={a:1,b:[1,2,3]}
`,
  "src/warned.js": `export function warn(value) {
  return value == null;
}
`,
  "test/broken.test.js": `import "./missing.js";
`,
  "test/clean.test.js": `import { expect, it } from "vitest";

it("passes", () => {
  expect(true).toBe(true);
});
`,
  "test/skipped.test.js": `import { it } from "vitest";

it.skip("is not run", () => {});
`,
  "test/sum.test.js": `import { describe, expect, it } from "vitest";

describe("sum", () => {
  it("adds", () => {
    expect(1 + 1).toBe(2);
  });
  it("is wrong", () => {
    expect(1 + 1).toBe(3);
  });
  it.skip("is skipped", () => {});
});
`,
  "test/unhandled.test.js": `import { it } from "vitest";

it("leaves a rejection behind", () => {
  Promise.reject(new Error("nobody waits for this"));
});
`,
  "tsconfig.json": `{
  "compilerOptions": { "strict": true, "noEmit": true, "module": "nodenext", "target": "es2022", "types": [] },
  "include": ["src"]
}
`,
  "vitest.config.js": `export default { test: { include: ["test/**/*.test.js"] } };
`,
};

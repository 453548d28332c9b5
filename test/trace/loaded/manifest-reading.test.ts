import { describe, expect, it } from "vitest";
import { configurationOf } from "../../../src/tools/configuration-of.ts";
import { isKnownReader, mayMatter } from "../../../src/tools/manifest-reading.ts";

describe("a field of a package.json that a known tool has read", () => {
  const counts = (tool: string, field: string, packages: readonly string[] = []): boolean =>
    mayMatter(field, configurationOf(tool, new Set(packages)).readsField);

  it.each([
    ["eslint", "type"],
    ["eslint", "eslintConfig"],
    ["vitest", "imports"],
    ["vitest", "name"],
    ["vitest", "peerDependencies"],
    ["prettier", "prettier"],
    ["prettier", "a-key-that-nobody-knows"],
  ])("counts for %s: %s", (tool, field) => {
    expect(counts(tool, field)).toBe(true);
  });

  it.each([
    ["eslint", "version"],
    ["eslint", "prettier"],
    ["eslint", "devDependencies"],
    ["vitest", "scripts"],
    ["vitest", "eslintConfig"],
    ["tsc", "description"],
  ])("does not count for %s: %s", (tool, field) => {
    expect(counts(tool, field)).toBe(false);
  });

  it("counts where a rule goes by it", () => {
    expect(counts("eslint", "devDependencies", ["eslint-plugin-import"])).toBe(true);
  });

  it("is told to nobody who is not known", () => {
    expect(isKnownReader("vitest", () => false)).toBe(true);
    expect(isKnownReader("read-pkg", () => true)).toBe(false);
    expect(isKnownReader("eslint-plugin-n", () => false)).toBe(false);
    expect(isKnownReader("eslint-plugin-n", () => true)).toBe(true);
  });
});

import { expect, it } from "vitest";
import { matchGlobs } from "../../src/paths/glob.ts";

it("matches names with a newline in them as any others", () => {
  expect(matchGlobs(["src/**"])("src/a\nb/c\n.ts")).toBe(true);
  expect(matchGlobs(["src/**", "!src/**/c*"])("src/a\nb/c\n.ts")).toBe(false);
});

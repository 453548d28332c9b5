import { expect, it } from "vitest";
import { isGlob, matchGlobs, plainStart } from "../../src/paths/glob.ts";

it("matches names with a newline in them as any others", () => {
  expect(matchGlobs(["src/**"])("src/a\nb/c\n.ts")).toBe(true);
  expect(matchGlobs(["src/**", "!src/**/c*"])("src/a\nb/c\n.ts")).toBe(false);
});

it("takes a name with @, + or ! in it for a path, and what a parenthesis makes of them for a glob", () => {
  expect(["@types", "a+b", "a!b", "src/x.ts"].filter(isGlob)).toEqual([]);
  const globs = ["@(a|b)", "+(a)", "*.ts", "a?", "[ab]", "{a,b}", "a\\*"];
  expect(globs.filter(isGlob)).toEqual(globs);
});

it("begins a glob with the directories before the first that is a glob", () => {
  expect(["src/*/x.ts", "**", "a/b.ts", "a/{b,c}/d"].map(plainStart)).toEqual(["src", "", "a/b.ts", "a"]);
});

import { expect, it } from "vitest";
import { isGlob, matchGlobs, plainStart } from "../../src/paths/glob.ts";

it("globs match names with a newline in them", () => {
  expect(matchGlobs(["src/**"])("src/a\nb/c\n.ts")).toBe(true);
  expect(matchGlobs(["src/**", "!src/**/c*"])("src/a\nb/c\n.ts")).toBe(false);
});

it("a name with @, + or ! is a path, and a glob only with a parenthesis after it", () => {
  expect(["@types", "a+b", "a!b", "src/x.ts"].filter(isGlob)).toEqual([]);
  const globs = ["@(a|b)", "+(a)", "*.ts", "a?", "[ab]", "{a,b}", "a\\*"];
  expect(globs.filter(isGlob)).toEqual(globs);
});

it("the base of a glob is the directories before its first pattern", () => {
  expect(["src/*/x.ts", "**", "a/b.ts", "a/{b,c}/d"].map(plainStart)).toEqual(["src", "", "a/b.ts", "a"]);
});

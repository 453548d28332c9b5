import fc from "fast-check";
import { expect, test } from "vitest";
import {
  createFindWords,
  fieldNames,
  followedBy,
  spacedFrom,
} from "../../../../src/graph/javascript/search/find-words.ts";

const word = fc.string({ minLength: 1, maxLength: 4, unit: fc.constantFrom("a", "b", "c", " ") });

test("a text holds the groups of which it holds a word, also one within another", () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(word, { maxLength: 4 }), { maxLength: 6 }),
      fc.string({ maxLength: 40, unit: fc.constantFrom("a", "b", "c", " ", "é", "\u{1f600}") }),
      (groups, text) => {
        const expected = groups.map((words) => words.some((one) => text.includes(one)));
        const bits = createFindWords(groups)(text);
        expect(groups.map((_, at) => (bits & (1 << at)) !== 0)).toEqual(expected);
      },
    ),
  );
});

test.each([
  ["one word after another", followedBy("import", "("), /import\s*\(/],
  ["words with space between them", spacedFrom("export", "default"), /export\s+default/],
  ["a field", fieldNames("root"), /root["']?\s*:/],
])("whatever space there is, %s is not passed over", (_, words, pattern) => {
  const find = createFindWords([words]);
  fc.assert(fc.property(fc.stringMatching(pattern), (text) => void expect(find(text)).toBe(1)));
});

test("more groups than there are bits are refused", () => {
  expect(() => createFindWords(Array.from({ length: 32 }, () => ["a"]))).toThrow("Too many");
});

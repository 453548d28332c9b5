import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createWordPattern, WORD_PATTERNS } from "../../../../src/graph/javascript/search/word-pattern.ts";

// Whoever looks for something in code makes its patterns when it is loaded.
await import("../../../../src/graph/languages/javascript.ts");

const patterns = [...WORD_PATTERNS];

/** Texts that an expression finds something in, most of them: with one kind of quotes, and without looks at what is around. */
function textsOf({ source }: RegExp): fc.Arbitrary<string> {
  const plain = source.replaceAll(/\(\?<?![^)]*\)|\\b/g, "").replaceAll(/\(\["'`]+\]\)|\\\d/g, '"');
  return fc.stringMatching(new RegExp(plain));
}

describe("a pattern finds with its words what it finds without them", () => {
  test.each(patterns.map((one) => [one.pattern.source.slice(0, 60), one] as const))(
    "a pattern finds with its words what it finds without them: %s",
    (_, one) => {
      const bare = new RegExp(one.pattern.source);
      const texts = fc.tuple(fc.string({ maxLength: 5 }), textsOf(one.pattern), fc.string({ maxLength: 5 }));
      fc.assert(
        fc.property(texts, (parts) => {
          const text = parts.join("\n");
          expect(one.pattern.global ? one.count(text) > 0 : one.test(text)).toBe(bare.test(text));
        }),
      );
    },
  );
});

test("there are patterns to look at", () => {
  expect(patterns.length).toBeGreaterThan(15);
});

test("a pattern that is made later counts too, and texts may come in turn", () => {
  const late = createWordPattern(/\blate\b/g, ["late"]);
  const texts = ["too late", "early", "late, later", "latest"];
  expect([...texts, ...texts].map((text) => late.count(text))).toEqual([1, 0, 1, 0, 1, 0, 1, 0]);
});

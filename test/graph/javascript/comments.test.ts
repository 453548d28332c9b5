import fc from "fast-check";
import { expect, test } from "vitest";
import { createIsComment } from "../../../src/graph/javascript/comments.ts";

const PARTS = ["/*", "*/", "//", "/", "*", "\n", "a", '"'];
const texts = fc.array(fc.constantFrom(...PARTS), { maxLength: 24 }).map((parts) => parts.join(""));

/** What is searched backwards from the offset, mark by mark. */
function mayBeComment(text: string, offset: number): boolean {
  const line = text.lastIndexOf("\n", offset) + 1;
  return (
    text.slice(line, offset).includes("//") || text.lastIndexOf("/*", offset) > text.lastIndexOf("*/", offset)
  );
}

test("comments are looked for exactly where a mark before an offset may have opened one", () => {
  fc.assert(
    fc.property(texts, (text) => {
      // A comment over everything, so that the answer is whether it was asked for.
      const isComment = createIsComment(text, () => [{ start: 0, end: text.length + 1 }]);
      for (let offset = 0; offset <= text.length; offset += 1)
        expect(isComment(offset)).toBe(mayBeComment(text, offset));
    }),
  );
});

import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readAnswer } from "../../src/targets/read-answer.ts";

/** What a configuration may print while it is loaded. */
const noise = fc
  .array(fc.stringMatching(/^[^\n[\]]{0,20}$/), { maxLength: 4 })
  .map((lines) => lines.map((line) => `${line}\n`).join(""));

describe("an answer of a tool", () => {
  it("is a list of names in one line or many, whatever is printed around it", () => {
    const names = fc.array(fc.string({ unit: "binary", minLength: 1 }), { maxLength: 5 });
    fc.assert(
      fc.property(names, noise, noise, fc.constantFrom(0, 2), (list, before, after, indent) => {
        const told = `${before}${JSON.stringify(list, null, indent)}\n${after}`;
        expect(readAnswer(told)).toEqual(list);
        const objects = list.map((file) => ({ file, projectName: "x" }));
        expect(readAnswer(`${before}${JSON.stringify(objects, null, indent)}\n${after}`)).toEqual(list);
      }),
    );
  });

  it.each([
    ["nothing", ""],
    ["text", "no files\n"],
    ["another value", '{ "files": [] }\n'],
    ["a list of something else", '["a", 1]\n'],
    ["a list that is cut", '["a",\n'],
  ])("is none where it is %s", (_, text) => expect(readAnswer(text)).toBeNull());

  it("is looked for in time that does not grow with noise", () => {
    expect(readAnswer(`${"[\n".repeat(200_000)}["a"]\n`)).toEqual(["a"]);
  });
});

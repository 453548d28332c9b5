import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { estimateLines, estimateTokens } from "../../../src/report/agent/estimate-tokens.ts";

import { character } from "./arbitrary-result.ts";

describe("an estimate of tokens", () => {
  it.each([
    ["", 0],
    ["error", 1],
    ["errors", 2],
    ["camelCase", 2],
    ["ENOENT", 3],
    ["src/a.ts:12:7", 9],
    ["a  b", 3],
    ["é", 2],
    ["型", 3],
    ["👍", 4],
    ["\uD83D", 3],
  ])("an estimate of tokens of %j is %i", (text, tokens) => {
    expect(estimateTokens(text)).toBe(tokens);
  });

  it("an estimate of tokens of lines is the sum of theirs, and one for each end", () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: character }).map((line) => line.replaceAll("\n", ""))),
        (lines) => {
          expect(estimateLines(lines)).toBe(estimateTokens(lines.map((line) => `${line}\n`).join("")));
        },
      ),
    );
  });

  // The higher of what the vocabularies o200k_base and cl100k_base make of these.
  it.each([
    ["Argument of type 'string' is not assignable to parameter of type 'number'.", 17],
    ["node_modules/.bin/vitest run test/report --reporter=json --outputFile=out.json", 19],
    ["    at Object.<anonymous> (/srv/app/src/checkout/invoice.test.ts:118:23)", 21],
    ["変数 'total' は宣言されていますが、使用されていません。", 24],
    ["a94a8fe5ccb19ba61c4c0873d391e987982fbbd3", 24],
  ])("an estimate of tokens of %j is not below what a tokenizer counts", (text, counted) => {
    expect(estimateTokens(text)).toBeGreaterThanOrEqual(counted);
  });
});

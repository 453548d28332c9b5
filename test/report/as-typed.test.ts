import { expect, test } from "vitest";
import { resultAsTyped } from "../../src/report/as-typed.ts";
import { STALE_VERDICT } from "../../src/vocabulary/verdict/cache-check.ts";
import { sampleFinding, sampleResult } from "./sample-result.ts";

test("how a user calls this program is found out only for a result that suggests a command", () => {
  const asked: string[] = [];
  const options = {
    get program() {
      asked.push("program");
      return ["npx", "verification"];
    },
  };
  const plain = sampleResult([], { findings: [sampleFinding()] });
  expect(resultAsTyped(plain, options)).toEqual(plain);
  expect(asked).toEqual([]);
  const stale = sampleFinding({ code: STALE_VERDICT, suggestion: "Run `verification --force`." });
  const { findings } = resultAsTyped(sampleResult([], { findings: [stale] }), options);
  expect(findings[0]?.suggestion).toBe("Run `npx verification --force`.");
});

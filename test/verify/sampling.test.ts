import { expect, it } from "vitest";
import { isSampled, resolveSampling } from "../../src/verify/sampling.ts";

const OBSERVED = { kind: "observed" } as const;
const PREDICTED = { kind: "predicted" } as const;

it("the default sample is one in 64 observed verdicts in CI, and nothing elsewhere", () => {
  const inCi = resolveSampling(null, { CI: "true" });
  expect(inCi).toEqual({ share: 1 / 64, isDefault: true });
  expect(isSampled(OBSERVED, inCi, 0.0156)).toBe(true);
  expect(isSampled(OBSERVED, inCi, 0.0157)).toBe(false);
  expect(isSampled(PREDICTED, inCi, 0)).toBe(false);
  for (const env of [{}, { CI: "" }]) {
    const elsewhere = resolveSampling(null, env);
    expect(elsewhere).toEqual({ share: 0, isDefault: true });
    expect(isSampled(OBSERVED, elsewhere, 0)).toBe(false);
  }
});

it("a requested sample is that share of all verdicts, everywhere", () => {
  for (const env of [{}, { CI: "1" }]) {
    const half = resolveSampling(0.5, env);
    for (const verdict of [OBSERVED, PREDICTED]) {
      expect(isSampled(verdict, half, 0.49)).toBe(true);
      expect(isSampled(verdict, half, 0.5)).toBe(false);
      expect(isSampled(verdict, resolveSampling(0, env), 0)).toBe(false);
    }
  }
});

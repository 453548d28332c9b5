import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { matchStrategy } from "../../src/recovery/match-strategy.ts";
import { planRecovery, type PastStep } from "../../src/recovery/plan-recovery.ts";
import { failedCheck, strategy, treeOf } from "./recovery-samples.ts";

const TREE = treeOf("src/a.js", "src/b.js");
const LINT = failedCheck([{ file: "src/a.js", line: 2, code: "no-var" }]);
const TYPES = failedCheck([{ message: "Cannot find module 'x'" }], {
  check: { name: "types", type: "type-check" },
});

describe("what is done next", () => {
  it("is the first strategy that matches, for each check that failed", () => {
    const steps = planRecovery({
      strategies: [
        strategy({ name: "other", when: [{ code: "semi" }] }),
        strategy({ name: "fix", when: [{ check: "lint" }], args: ["{files}"] }),
        strategy({ name: "install", when: [{ pattern: "Cannot find module" }] }),
      ],
      failed: [LINT, TYPES],
      tree: TREE,
      state: "1",
      past: [],
    });
    expect(
      steps.map(({ strategy: { name }, subjects }) => [name, subjects.map(({ check }) => check)]),
    ).toEqual([
      ["fix", ["lint"]],
      ["install", ["types"]],
    ]);
    expect(steps[0]?.commands).toMatchObject([{ command: "mender", args: ["src/a.js"], cwd: "." }]);
    expect(steps[0]?.subjects[0]?.why).toBe("1 finding of lint (src/a.js:2 no-var)");
    expect(steps[1]?.subjects[0]?.why).toBe(
      "1 finding of types with pattern Cannot find module (src/cart.ts:12 no-unused-vars)",
    );
  });

  it("is run once where it is the same command for several checks", () => {
    const strategies = [strategy({ name: "install", when: [{ category: "quality" }] })];
    const steps = planRecovery({ strategies, failed: [LINT, TYPES], tree: TREE, state: "1", past: [] });
    expect(steps).toHaveLength(1);
    expect(steps[0]?.subjects.map(({ check }) => check)).toEqual(["lint", "types"]);
  });

  it("is rather what was not tried yet, and never what was tried in the same state or went in a circle", () => {
    const strategies = ["one", "two"].map((name) => strategy({ name }));
    const next = (...past: readonly PastStep[]): string | undefined =>
      planRecovery({ strategies, failed: [LINT], tree: TREE, state: "2", past })[0]?.strategy.name;
    const one = { strategy: "one", check: "lint", state: "1", hasLooped: false };
    const two = { ...one, strategy: "two" };
    expect(next()).toBe("one");
    expect(next(one)).toBe("two");
    expect(next(one, two)).toBe("one");
    expect(next({ ...one, state: "2" }, two)).toBe("two");
    expect(next({ ...one, hasLooped: true }, two)).toBe("two");
    expect(next({ ...one, hasLooped: true }, { ...two, state: "2" })).toBeUndefined();
    expect(next({ ...one, state: "2", check: "types" })).toBe("one");
  });

  it("is over as many commands as the files need", () => {
    const files = Array.from({ length: 6000 }, (_, at) => `src/${String(at).padStart(30, "0")}.js`);
    const failed = failedCheck(files.map((file) => ({ file })));
    const [step] = planRecovery({
      strategies: [strategy({ args: ["--fix", "{files}"] })],
      failed: [failed],
      tree: treeOf(...files),
      state: "1",
      past: [],
    });
    expect(step?.commands.length).toBeGreaterThan(1);
    expect(step?.commands.flatMap((command) => command.args.slice(1))).toEqual(files);
  });
});

const word = fc.constantFrom("a", "b", "c");
const condition = fc.record(
  { check: word, code: word, pattern: word, type: fc.constantFrom("lint", "test") },
  { requiredKeys: [] },
);
const anyStrategy = fc.record({
  name: word,
  when: fc.array(condition, { minLength: 1, maxLength: 2 }),
  needsExit: fc.boolean(),
  args: fc.constantFrom([], ["{files}"]),
});
const finding = fc.record({
  code: word,
  message: word,
  file: fc.constantFrom("src/a.js", "src/b.js", "elsewhere.js"),
});
const anyFailed = fc.record({
  name: word,
  type: fc.constantFrom("lint", "test"),
  exitCode: fc.constantFrom(1, null),
  findings: fc.array(finding, { maxLength: 3 }),
});
const anyPast = fc.record({
  strategy: word,
  check: word,
  state: fc.constantFrom("1", "2"),
  hasLooped: fc.boolean(),
});

it("a recovery plan never has a strategy that does not match, one that was tried, or two for one check", () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(anyStrategy, { selector: ({ name }) => name }),
      fc.uniqueArray(anyFailed, { selector: ({ name }) => name }),
      fc.array(anyPast, { maxLength: 6 }),
      (given, broken, past) => {
        const strategies = given.map((fields) => strategy(fields as Parameters<typeof strategy>[0]));
        const failed = broken.map(({ name, type, exitCode, findings }) =>
          failedCheck(findings, { check: { name, type: type as "lint" | "test" }, result: { exitCode } }),
        );
        const steps = planRecovery({ strategies, failed, tree: TREE, state: "1", past });
        const chosen = steps.flatMap((step) => step.subjects.map((subject) => ({ step, subject })));
        expect(new Set(chosen.map(({ subject }) => subject.check)).size).toBe(chosen.length);
        for (const { step, subject } of chosen) {
          const check = failed.find((each) => each.check.name === subject.check);
          const match = check === undefined ? null : matchStrategy(step.strategy, check, TREE);
          expect(match?.findings).toEqual(subject.findings);
          expect(
            past.some(
              (each) =>
                each.strategy === step.strategy.name &&
                each.check === subject.check &&
                (each.hasLooped || each.state === "1"),
            ),
          ).toBe(false);
        }
        // Whatever could be done about a check is done.
        for (const each of failed.filter(
          ({ check }) => !chosen.some(({ subject }) => subject.check === check.name),
        ))
          for (const candidate of strategies)
            expect(
              matchStrategy(candidate, each, TREE) === null ||
                past.some(
                  (step) =>
                    step.strategy === candidate.name &&
                    step.check === each.check.name &&
                    (step.hasLooped || step.state === "1"),
                ),
            ).toBe(true);
      },
    ),
  );
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type RecoveryWorld, runRecovery, type StrategyEnd } from "../../src/recovery/recovery-loop.ts";
import { succeed } from "../../src/values/succeed.ts";
import type { Strategy } from "../../src/vocabulary/run/recovery.ts";
import type { VerificationResult } from "../../src/vocabulary/run/verification-result.ts";
import { failedCheck, sampleCheck, sampleFinding, sampleResult } from "../report/sample-result.ts";
import { declaredCheck, strategy } from "./recovery-samples.ts";

type Files = Readonly<Record<string, string>>;

/** A strategy of the model: what it makes of the files, and how it ends. */
interface Mending {
  readonly strategy: Strategy;
  readonly does: (files: Files) => Files;
  readonly end?: StrategyEnd["type"];
}

/** A repository that is only thought of: each check has findings that depend on the files. */
class Model {
  readonly ran: { readonly strategy: string; readonly check: string; readonly files: string }[] = [];
  readonly rerun: (readonly string[])[] = [];
  verifications = 0;
  files: Files;
  readonly #checks: Readonly<Record<string, (files: Files) => readonly string[]>>;
  readonly #mendings: readonly Mending[];

  constructor(
    files: Files,
    checks: Readonly<Record<string, (files: Files) => readonly string[]>>,
    mendings: readonly Mending[],
  ) {
    this.files = files;
    this.#checks = checks;
    this.#mendings = mendings;
  }

  verify(): VerificationResult {
    this.verifications += 1;
    return sampleResult(
      Object.entries(this.#checks).map(([check, find]) => {
        const findings = find(this.files).map((message) =>
          sampleFinding({ id: `${check} ${message}`, check, message }),
        );
        return findings.length === 0 ? sampleCheck({ check }) : failedCheck(findings, { check });
      }),
    );
  }

  recover(fields: Partial<RecoveryWorld> = {}): Promise<VerificationResult> {
    const world: RecoveryWorld = {
      strategies: this.#mendings.map((each) => each.strategy),
      maxAttempts: 3,
      failedIn: ({ results, findings }) =>
        results
          .filter(({ status }) => status === "failed")
          .map((result) => ({
            check: declaredCheck({ name: result.check }),
            result,
            findings: findings.filter(({ check }) => check === result.check),
          })),
      look: async () => new Map(Object.entries(this.files)),
      run: async ({ strategy: { name }, subjects }) => {
        for (const { check } of subjects)
          this.ran.push({ strategy: name, check, files: JSON.stringify(this.files) });
        const mending = this.#mendings.find((each) => each.strategy.name === name);
        this.files = mending?.does(this.files) ?? this.files;
        return { type: mending?.end ?? "done", ended: "exit code 0", output: "", duration: 1 };
      },
      verify: async (rerun) => {
        this.rerun.push(rerun);
        return succeed(this.verify());
      },
      redact: (text) => text,
      emit: () => {},
      consent: async () => true,
      ...fields,
    };
    return runRecovery(this.verify(), world).then((result) => {
      if (!result.ok) throw new Error("refused");
      return result.value;
    });
  }
}

const bad = (files: Files): readonly string[] => (files["a"] === "good" ? [] : [`a is ${files["a"]}`]);
const writes = (name: string, content: string, fields: Partial<Strategy> = {}): Mending => ({
  strategy: strategy({ name, ...fields }),
  does: (files) => ({ ...files, a: content }),
});
const outcomes = ({ recovery }: VerificationResult): readonly string[] =>
  recovery.map(({ strategy: name, check, outcome }) => `${name} ${check} ${outcome}`);

describe("recovery", () => {
  it("fixes, verifies again, and says what it touched", async () => {
    const model = new Model({ a: "bad", b: "1" }, { lint: bad }, [writes("fix", "good")]);
    const result = await model.recover();
    expect(result.success).toBe(true);
    expect(result.recovery).toMatchObject([
      { strategy: "fix", check: "lint", outcome: "recovered", attempt: 1, filesTouched: ["a"] },
    ]);
    expect(model.verifications).toBe(2);
  });

  it("does nothing about a result that is fine, that was cut short, or that contradicts a stored one", async () => {
    const fine = new Model({ a: "good" }, { lint: bad }, [writes("fix", "good")]);
    expect(outcomes(await fine.recover())).toEqual([]);
    const model = new Model({ a: "bad" }, { lint: bad }, [writes("fix", "good")]);
    const cut = { ...model.verify(), stoppedBy: "overall-timeout" as const };
    const contradicted = {
      ...model.verify(),
      cacheCheck: { share: 1, sampled: 1, compared: 1, contradictions: [{}] },
    } as unknown as VerificationResult;
    for (const each of [cut, contradicted])
      expect(await runRecovery(each, undefined as unknown as RecoveryWorld)).toEqual(
        succeed({ ...each, recovery: [] }),
      );
  });

  it("does nothing without consent, and asks once", async () => {
    const model = new Model({ a: "bad" }, { lint: bad }, [writes("one", "worse"), writes("two", "good")]);
    expect(outcomes(await model.recover({ consent: async () => false }))).toEqual([]);
    expect(model.ran).toEqual([]);
    let asked = 0;
    const consent = async (): Promise<boolean> => (asked += 1) > 0;
    expect(outcomes(await model.recover({ consent }))).toEqual(["one lint improved", "two lint recovered"]);
    expect(asked).toBe(1);
  });

  it("goes on with the next strategy where one changes nothing, and does not verify for nothing", async () => {
    const idle = { strategy: strategy({ name: "idle" }), does: (files: Files) => files };
    const broken = { ...idle, strategy: strategy({ name: "broken" }), end: "broken" } as const;
    const unsuccessful = {
      ...idle,
      strategy: strategy({ name: "unsuccessful", effect: "anywhere" }),
      end: "unsuccessful",
    } as const;
    const fixer = { ...unsuccessful, strategy: strategy({ name: "fixer" }) } as const;
    const model = new Model({ a: "bad" }, { lint: bad }, [idle, broken, unsuccessful, fixer]);
    const result = await model.recover({ maxAttempts: 4 });
    expect(outcomes(result)).toEqual([
      "idle lint no-change",
      "broken lint failed",
      "unsuccessful lint failed",
      "fixer lint no-change",
    ]);
    expect(model.verifications).toBe(1);
  });

  it("verifies after a fixer that was not content but touched files", async () => {
    const fixer = { ...writes("fix", "good"), end: "unsuccessful" } as const;
    const model = new Model({ a: "bad" }, { lint: bad }, [fixer]);
    expect(outcomes(await model.recover())).toEqual(["fix lint recovered"]);
  });

  it("lets no stored failure stand after what may not show in the tree", async () => {
    const elsewhere = strategy({ name: "clear", effect: "anywhere" });
    const model = new Model({ a: "bad" }, { lint: bad }, [{ strategy: elsewhere, does: (files) => files }]);
    expect(outcomes(await model.recover())).toEqual(["clear lint no-change"]);
    expect(model.rerun).toEqual([["lint"]]);
  });

  it("sees that a strategy flips a file back and forth, and tells so about the tree as it is", async () => {
    const flip = {
      strategy: strategy({ name: "flip" }),
      does: (files: Files) => ({ a: files["a"] === "one" ? "two" : "one" }),
    };
    const model = new Model({ a: "one" }, { lint: bad }, [flip]);
    const result = await model.recover({ maxAttempts: 50 });
    expect(outcomes(result)).toEqual(["flip lint improved", "flip lint looped"]);
    expect(result.findings.map(({ message }) => message)).toEqual(["a is one"]);
    expect(model.files).toEqual({ a: "one" });
  });

  it("sees that two strategies undo each other", async () => {
    const model = new Model({ a: "one" }, { lint: bad, format: bad }, [
      writes("to-two", "two", { when: [{ check: "lint" }] }),
      writes("to-one", "one", { when: [{ check: "format" }] }),
    ]);
    const result = await model.recover({ maxAttempts: 50 });
    expect(outcomes(result)).toEqual(["to-two lint still-failing", "to-one format looped"]);
  });

  it("gives up after the attempts, and says what it would have done", async () => {
    const grow = {
      strategy: strategy({ name: "grow" }),
      does: ({ a = "" }: Files) => ({ a: `${a}+` }),
    };
    const model = new Model({ a: "bad" }, { lint: bad }, [grow]);
    const result = await model.recover({ maxAttempts: 2 });
    expect(outcomes(result)).toEqual(["grow lint improved", "grow lint improved", "grow lint gave-up"]);
    expect(model.files).toEqual({ a: "bad++" });
    expect(model.verifications).toBe(3);
  });

  it("ends where it is interrupted, without verifying again", async () => {
    const model = new Model({ a: "bad" }, { lint: bad, types: bad }, [
      { ...writes("fix", "half"), end: "interrupted" },
      writes("next", "good", { when: [{ check: "types" }] }),
    ]);
    const result = await model.recover();
    expect(result).toMatchObject({ success: false, stoppedBy: "interrupted" });
    expect(outcomes(result)).toEqual(["fix lint interrupted"]);
    expect(model.verifications).toBe(1);
  });
});

const PATHS = ["a", "b"];
const CONTENTS = ["0", "1", "2"];
const files = fc.record({ a: fc.constantFrom(...CONTENTS), b: fc.constantFrom(...CONTENTS) });
/** A strategy as a table: what each content of one file becomes. */
const mending = fc.record({
  path: fc.constantFrom(...PATHS),
  table: fc.tuple(...CONTENTS.map(() => fc.constantFrom(...CONTENTS))),
  check: fc.constantFrom("one", "two", undefined),
  pattern: fc.constantFrom("a is", "b is", undefined),
  effect: fc.constantFrom("tree", "anywhere"),
  end: fc.constantFrom("done", "unsuccessful", "broken"),
});
/** For each check the files with contents that are wrong. */
const wrong = fc.record({
  one: fc.uniqueArray(
    fc.constantFrom(...PATHS.flatMap((path) => CONTENTS.map((content) => `${path} is ${content}`))),
  ),
  two: fc.uniqueArray(
    fc.constantFrom(...PATHS.flatMap((path) => CONTENTS.map((content) => `${path} is ${content}`))),
  ),
});

it("the recovery loop ends, repeats nothing on the same tree, runs nothing that does not match, and is right about the tree", async () => {
  await fc.assert(
    fc.asyncProperty(files, fc.array(mending, { maxLength: 4 }), wrong, async (start, given, rules) => {
      const find =
        (list: readonly string[]) =>
        (now: Files): readonly string[] =>
          PATHS.map((path) => `${path} is ${now[path]}`).filter((text) => list.includes(text));
      const checks = { one: find(rules.one), two: find(rules.two) };
      const mendings = given.map(({ path, table, check, pattern, effect, end }, index): Mending => ({
        strategy: strategy({
          name: `s${index}`,
          when: [
            { ...(check === undefined ? {} : { check }), ...(pattern === undefined ? {} : { pattern }) },
          ],
          effect: effect as Strategy["effect"],
        }),
        does: (now) => ({ ...now, [path]: table[CONTENTS.indexOf(now[path] ?? "")] ?? "0" }),
        end: end as StrategyEnd["type"],
      }));
      const model = new Model(start, checks, mendings);
      // There are nine trees, two checks and four strategies: without a repetition it ends long before this.
      const result = await model.recover({ maxAttempts: 1000 });
      expect(outcomes(result).filter((text) => text.endsWith("gave-up"))).toEqual([]);
      expect(new Set(model.ran.map((each) => JSON.stringify(each))).size).toBe(model.ran.length);
      for (const action of result.recovery) {
        const { check, pattern } = given[Number(action.strategy.slice(1))] ?? {};
        expect(check ?? action.check).toBe(action.check);
        expect(action.findings.length).toBeGreaterThan(0);
        for (const id of action.findings) expect(id).toContain(pattern ?? "");
      }
      expect(result.findings).toEqual(new Model(model.files, checks, []).verify().findings);
      expect(result.success).toBe(result.findings.length === 0);
    }),
  );
});

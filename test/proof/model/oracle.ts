import type { CheckResult, VerificationResult } from "../../../src/index.ts";
import type { Expected, ExpectedUnit } from "./reference.ts";
import { KeptRecords } from "./kept-records.ts";
import type { Execution } from "./world.ts";

/** What one or more runs over the same state did. */
export interface Outcome {
  readonly results: readonly VerificationResult[];
  readonly executions: readonly Execution[];
}

export interface Judged {
  /** What the runs said about themselves, to find the cause. */
  readonly account?: readonly string[];
  /** Answers that are not the reference's, and verdicts that stand on nothing. */
  readonly mismatches: readonly string[];
  /** What ran though it was known. */
  readonly excess: readonly string[];
}

export interface Disturbance {
  /** What was there right before files were written, for the checks that had started by then. */
  readonly met: ReadonlyMap<string, readonly Expected[]>;
  /** What is there in the end: builds have built. */
  readonly after: readonly Expected[];
}

/**
 * Remembers what was ever executed and what was kept, and holds runs against it.
 *
 * Required: a unit runs unless its command was executed before on all that it reads, and passed, or failed where
 * failures are replayed. Permitted: a unit does not run where its verdict was kept for the same of all that it is
 * documented to depend on.
 */
export class Oracle {
  /** By check: all that was read by commands that came to their end. */
  readonly #executed = new Map<string, Set<string>>();
  /** For which dependencies a verdict is kept, and whether it passed. */
  readonly #kept = new KeptRecords();
  /** Units that were executed, and units whose verdict stood; of the first, those that ran for others of their batch. */
  readonly counts = { ran: 0, stood: 0, shared: 0 };

  /** The store is gone, or damaged: anything may run again. */
  forget(): void {
    this.#kept.clear();
  }

  /** A run that nothing came in the way of. `after` is what the reference says when it is over: builds have built. */
  judge(expected: readonly Expected[], outcome: Outcome, after: readonly Expected[]): Judged {
    const mismatches = [
      ...outcome.results.flatMap((result) => compareAnswers(expected, result)),
      ...this.#missing(expected, outcome),
    ];
    const excess = this.#excess(expected, outcome);
    this.#learn(after, outcome);
    return { mismatches, excess, account: account(outcome) };
  }

  /** A run over everything: nothing that stood before counts. */
  judgeFull(expected: readonly Expected[], outcome: Outcome, after: readonly Expected[]): Judged {
    const mismatches = outcome.results.flatMap((result) => compareAnswers(expected, result));
    const missed = expected.flatMap(({ check, units, status }) => {
      const ran = ranTargets(check.name, outcome);
      return status === "skipped"
        ? []
        : units.flatMap(({ target, canStart }) =>
            ran.has(target) || !canStart
              ? []
              : [`${check.name} ${target} did not run, though all was asked for`],
          );
    });
    this.#learn(after, outcome);
    return { mismatches: [...mismatches, ...missed], excess: [], account: account(outcome) };
  }

  /** A run that was cut short: what it says is right, and no more. */
  judgeInterrupted(expected: readonly Expected[], outcome: Outcome): Judged {
    const finished = (check: string): boolean =>
      outcome.results.every(
        ({ results }) => results.find((each) => each.check === check)?.status !== "skipped",
      );
    const said = expected.filter(({ check }) => finished(check.name));
    const mismatches = outcome.results.flatMap((result) =>
      said.flatMap((each) => compareCheck(each, result)),
    );
    const excess = this.#excess(expected, outcome);
    this.#learnDoubtful(expected, outcome, () => true);
    return { mismatches, excess, account: account(outcome) };
  }

  /**
   * A run during which files were written: what it says may be about either state. What started after that has met the last state
   * alone; what started earlier is certain where both are the same to it.
   */
  judgeDisturbed(before: readonly Expected[], outcome: Outcome, { met, after }: Disturbance): Judged {
    const excess = this.#excess(before, outcome);
    this.#learnDoubtful(after, outcome, (check, unit) => {
      const seen = met.get(check);
      return seen === undefined || find(seen, check, unit.target)?.reads === unit.reads;
    });
    return { mismatches: [], excess, account: account(outcome) };
  }

  /** Units whose verdict stood without a command that ever said so. */
  #missing(expected: readonly Expected[], outcome: Outcome): readonly string[] {
    return expected.flatMap(({ check, units, status, replays }) => {
      if (status === "skipped") return [];
      const ran = ranTargets(check.name, outcome);
      return units.flatMap(({ target, passed, reads, canStart }) => {
        if (ran.has(target) || !canStart) return [];
        this.counts.stood += 1;
        const unit = `${check.name} ${target}`;
        if (!passed && !replays) return [`${unit} failed and did not run again`];
        return this.#executed.get(check.name)?.has(reads) === true
          ? []
          : [`${unit} stands, but never ran like this`];
      });
    });
  }

  #excess(expected: readonly Expected[], outcome: Outcome): readonly string[] {
    return expected.flatMap((each) => {
      const { check, units } = each;
      const ran = ranTargets(check.name, outcome);
      // Only the verdict of a build is kept: whatever uses it and has to run has it built again.
      const isNeeded = expected.some(
        (other) =>
          (other.check.dependsOn ?? []).includes(check.name) &&
          other.units.some((unit) => !this.#stands(other, unit)),
      );
      return units.flatMap((unit) => {
        const times = ran.get(unit.target) ?? 0;
        if (times === 0) return [];
        this.counts.ran += 1;
        const name = `${check.name} ${unit.target}`;
        if (times > outcome.results.length) return [`${name} ran ${times} times`];
        if (this.#kept.isExact(check.name, unit)) this.counts.shared += 1;
        return this.#stands(each, unit) && !isNeeded ? [`${name} ran, though its verdict was kept`] : [];
      });
    });
  }

  #stands({ check, replays }: Expected, unit: ExpectedUnit): boolean {
    const kept = this.#kept.find(check.name, unit);
    return kept === true || (kept === false && replays);
  }

  #learn(expected: readonly Expected[], outcome: Outcome): void {
    for (const each of expected) {
      for (const execution of executionsOf(each, outcome)) {
        const isTold = tellsApart(each) || execution.targets.length === 1;
        for (const target of execution.targets) {
          const unit = each.units.find((one) => one.target === target);
          if (unit === undefined || execution.status === null) continue;
          add(this.#executed, each.check.name, unit.reads);
          const others = each.units.filter((one) => execution.targets.includes(one.target));
          // Of two runs at once, one may build while the other uses what is built.
          const isUnclear = each.check.name === "use" && outcome.results.length > 1;
          if (!isUnclear && (execution.status === 0 || isTold))
            this.#kept.keep(each.check.name, unit, others);
          else this.#kept.drop(each.check.name, unit);
        }
      }
    }
  }

  /** Whatever ended may be kept, and need not be. What a failed command throws doubt on is not kept any more. */
  #learnDoubtful(
    expected: readonly Expected[],
    outcome: Outcome,
    isCertain: (check: string, unit: ExpectedUnit) => boolean,
  ): void {
    for (const each of expected) {
      for (const { targets, status } of executionsOf(each, outcome)) {
        for (const unit of each.units.filter(({ target }) => targets.includes(target))) {
          if (status !== null && isCertain(each.check.name, unit))
            add(this.#executed, each.check.name, unit.reads);
          if (status !== 0) this.#kept.drop(each.check.name, unit);
        }
      }
    }
  }
}

/** Whether what it prints says which of many files failed. */
function tellsApart({ check }: Expected): boolean {
  return check.name === "lint" || check.uses !== undefined;
}

function add(map: Map<string, Set<string>>, key: string, value: string): void {
  map.set(key, (map.get(key) ?? new Set()).add(value));
}

function find(expected: readonly Expected[], check: string, target: string): ExpectedUnit | undefined {
  return expected.find((each) => each.check.name === check)?.units.find((unit) => unit.target === target);
}

/** The commands of a check, by the log; what writes none is asked for by what the run says that it did. */
function executionsOf({ check, units }: Expected, { executions, results }: Outcome): readonly Execution[] {
  if (check.uses === undefined && check.name !== "nodetest")
    return executions.filter((each) => each.check === check.name);
  return results.flatMap(({ results, scope }) => {
    if (results.find((each) => each.check === check.name)?.status === "skipped") return [];
    const asked = scope.scopeRationale.filter((each) => each.check === check.name).map(({ file }) => file);
    const isPassed = (file: string): boolean => units.find(({ target }) => target === file)?.passed === true;
    const asOne = (targets: readonly string[]): Execution => ({
      check: check.name,
      targets,
      status: targets.every(isPassed) ? 0 : 1,
    });
    if (check.uses === undefined) return asked.length === 0 ? [] : [asOne(asked)];
    return asked.map((file) => asOne([file]));
  });
}

function ranTargets(name: string, outcome: Outcome): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const check = { name, ...(name === "imports" || name === "links" ? { uses: name } : {}) };
  for (const { targets } of executionsOf({ check, units: [], status: "passed", replays: true }, outcome))
    for (const target of targets) counts.set(target, (counts.get(target) ?? 0) + 1);
  return counts;
}

function compareAnswers(expected: readonly Expected[], result: VerificationResult): readonly string[] {
  const success =
    expected.every(({ status }) => status !== "failed") && expected.some(({ status }) => status === "passed");
  return [
    ...expected.flatMap((each) => compareCheck(each, result)),
    ...(result.success === success ? [] : [`success is ${result.success}`]),
    ...(result.results.length === expected.length ? [] : [`${result.results.length} results`]),
  ];
}

function compareCheck(
  { check, status, units }: Expected,
  { results }: VerificationResult,
): readonly string[] {
  const result = results.find((each) => each.check === check.name);
  if (result?.status !== status) return [`${check.name} is ${result?.status}, and should be ${status}`];
  const isTold = check.name === "lint" || check.uses !== undefined;
  const found = foundBy(result);
  const wanted = units.flatMap(({ target, findings }) => findings.map((code) => `${target} ${code}`)).sort();
  return isTold && found.join() !== wanted.join()
    ? [`${check.name} found [${found.join(", ")}], and should find [${wanted.join(", ")}]`]
    : [];
}

function foundBy({ errors }: CheckResult): readonly string[] {
  return errors.map(({ file, code }) => `${file} ${code}`).sort();
}

function account({ results }: Outcome): readonly string[] {
  return results.flatMap(({ warnings, scope, results }) => [
    ...warnings,
    ...scope.scopeRationale.map(({ check, file, detail }) => `${check} ${file}: ${detail}`),
    ...results.flatMap(({ check, why }) => (why === undefined ? [] : [`${check}: ${why}`])),
  ]);
}

import type { Look } from "./looks.ts";
import type { ExpectedUnit } from "./reference.ts";

interface Kept {
  readonly passed: boolean;
  /** All that its command looked at, and what was there. */
  readonly seen: readonly (readonly [Look, string])[];
  /** Of that, what was about this unit. */
  readonly own: readonly (readonly [Look, string])[];
}

/** Which verdicts must be known: by check, and by what is known of a unit before its command is watched. */
export class KeptRecords {
  readonly #records = new Map<string, Kept>();

  clear(): void {
    this.#records.clear();
  }

  /** Whether the verdict for what is there now passed; undefined where there is none. */
  find(check: string, unit: ExpectedUnit): boolean | undefined {
    const kept = this.#records.get(keyOf(check, unit));
    return kept?.seen.every(([look, value]) => unit.see(look) === value) === true ? kept.passed : undefined;
  }

  /** Whether nothing has changed that the unit itself depends on, though something may have that its batch read. */
  isExact(check: string, unit: ExpectedUnit): boolean {
    const kept = this.#records.get(keyOf(check, unit));
    return kept?.passed === true && kept.own.every(([look, value]) => unit.see(look) === value);
  }

  /** Its command was about these units, and a command that is watched is watched as a whole. */
  keep(check: string, unit: ExpectedUnit, together: readonly ExpectedUnit[]): void {
    const note = (looks: readonly Look[]): Kept["seen"] => looks.map((look) => [look, unit.see(look)]);
    const all = unit.looks.length === 0 ? [] : together.flatMap(({ looks }) => looks);
    const own = note(unit.looks);
    this.#records.set(keyOf(check, unit), { passed: unit.passed, seen: note(all), own });
  }

  drop(check: string, unit: ExpectedUnit): void {
    this.#records.delete(keyOf(check, unit));
  }
}

function keyOf(check: string, { depends }: ExpectedUnit): string {
  return `${check}\n${depends}`;
}

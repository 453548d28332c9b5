import type { CachedVerdict } from "../../store/records/records.ts";
import { searchSorted } from "../../values/search-sorted.ts";
import type { NamedPathSet, PathSetId } from "../../vocabulary/tree/path-set.ts";
import type { Fingerprint, RepoPath } from "../../vocabulary/tree/path.ts";
import type { Target } from "../../vocabulary/verdict/unit.ts";
import type { KeptUnit } from "../unit.ts";
import type { KeptUnits, OpenedCheck } from "./kept-units.ts";
import { MORE, IS_OBSERVED } from "./row-columns.ts";

export interface TakenContext {
  readonly kept: KeptUnits;
  readonly check: OpenedCheck;
  /** The verdicts that have findings or output. */
  readonly telling: ReadonlyMap<Fingerprint, CachedVerdict>;
  readonly findSet: (id: PathSetId) => NamedPathSet;
}

export interface TakenSummary {
  /** How many verdicts have findings or output. */
  readonly telling: number;
  /** How many verdicts are observed rather than predicted. */
  readonly observed: number;
  /** How long it took to reach the verdicts, in milliseconds. */
  readonly durationMs: number;
  /** When the first and the last verdict were reached. */
  readonly first: number;
  readonly last: number;
}

/**
 * The units of a check that are reused unchanged from the last run. Common values and counts are read directly from the
 * columns; a single unit is created only on demand.
 */
export class TakenUnits implements Iterable<KeptUnit> {
  readonly #context: TakenContext;
  /** The rows, in order. */
  readonly #places: Uint32Array;
  #summary: TakenSummary | undefined;

  constructor(context: TakenContext, places: Uint32Array) {
    this.#context = context;
    this.#places = places;
  }

  get length(): number {
    return this.#places.length;
  }

  has(target: Target): boolean {
    return this.#placeOf(target) !== -1;
  }

  find(target: Target): KeptUnit | null {
    const place = this.#placeOf(target);
    return place === -1 ? null : this.#open(place);
  }

  *[Symbol.iterator](): Iterator<KeptUnit> {
    for (const place of this.#places) yield this.#open(place);
  }

  /** Only the units whose targets are meant. */
  within(isMeant: (target: RepoPath) => boolean): TakenUnits {
    const { kept, check } = this.#context;
    const isWithin = (place: number): boolean =>
      isMeant(kept.paths[check.rows.target[place] as number] as RepoPath);
    return new TakenUnits(this.#context, this.#places.filter(isWithin));
  }

  /** The counts. */
  get summary(): TakenSummary {
    return (this.#summary ??= this.#count());
  }

  #count(): TakenSummary {
    const { flags, durationMs, createdAt } = this.#context.check.rows;
    let [telling, observed, took, first, last] = [0, 0, 0, Infinity, 0];
    for (const place of this.#places) {
      const own = flags[place] as number;
      if ((own & MORE) !== 0) telling++;
      if ((own & IS_OBSERVED) !== 0) observed++;
      took += durationMs[place] as number;
      const reached = createdAt[place] as number;
      if (reached < first) first = reached;
      if (reached > last) last = reached;
    }
    return { telling, observed, durationMs: took, first, last };
  }

  /** The checkouts in which the verdicts were reached. */
  get origins(): readonly string[] {
    const { kept, check } = this.#context;
    return this.#eachOnce(check.rows.origin, kept.origins).map((origin) => kept.origins[origin] ?? "");
  }

  /** The path sets that the units are identified by, each once. */
  get pathSets(): readonly NamedPathSet[] {
    const { kept, check, findSet } = this.#context;
    return this.#eachOnce(check.rows.set, kept.sets).map((set) => findSet(kept.sets[set]?.id as PathSetId));
  }

  /** The numbers in a column, which are positions in `all`. */
  #eachOnce(column: Uint32Array, all: readonly unknown[]): readonly number[] {
    const numbers: number[] = [];
    const isKnown = new Uint8Array(all.length);
    for (const place of this.#places) {
      const number = column[place] as number;
      if (isKnown[number] === 1) continue;
      isKnown[number] = 1;
      numbers.push(number);
      if (numbers.length === all.length) break;
    }
    return numbers;
  }

  #placeOf(target: Target): number {
    const { kept, check } = this.#context;
    const file = target === "" ? -1 : searchSorted(kept.paths, target);
    const place = file === -1 ? -1 : check.rows.find(file);
    return searchSorted(this.#places, place) === -1 ? -1 : place;
  }

  #open(place: number): KeptUnit {
    const { kept, check, telling, findSet } = this.#context;
    const row = check.rows.at(place);
    const target = kept.paths[row.target] as RepoPath;
    const { fingerprint } = row;
    const pathSet = kept.sets[row.set]?.id as PathSetId;
    const passed: CachedVerdict = {
      fingerprint,
      pathSet,
      kind: (row.flags & IS_OBSERVED) === 0 ? "predicted" : "observed",
      check: check.name,
      target,
      status: "passed",
      exitCode: row.exitCode,
      durationMs: row.durationMs,
      findings: [],
      stdout: "",
      stderr: "",
      runId: kept.runs[row.run] ?? "",
      origin: kept.origins[row.origin] ?? "",
      createdAt: row.createdAt,
    };
    return {
      check: check.name,
      target,
      fingerprint,
      // Looked up on demand, because most units never need it.
      get pathSet() {
        return findSet(pathSet);
      },
      kept: telling.get(fingerprint) ?? passed,
    };
  }
}

import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openStore } from "../../src/store/open-store.ts";
import type { Store } from "../../src/store/store.ts";
import type { RepoPath } from "../../src/vocabulary/tree/path.ts";
import type { Target } from "../../src/vocabulary/verdict/unit.ts";
import { createMemoryStore } from "./memory/memory-store.ts";
import {
  DAY,
  execution,
  fingerprint,
  makeDir,
  run,
  START,
  stat,
  storeOptions,
  verdict,
  findVerdict,
  latestVerdict,
} from "./support.ts";

const TRIALS = Number(process.env["STORE_TRIALS"] ?? 1);

/** One thing to do with a store. What it returns is compared; `reopen` and `wait` are done by the test itself. */
type Step =
  | { readonly name: string; readonly use: (store: Store) => unknown }
  | "reopen"
  | "wait a day"
  | "wait long";

const seed = fc.integer({ min: 0, max: 12 });
const seeds = fc.array(seed, { maxLength: 6 });
const target = fc.constantFrom<Target[]>("", ...["a", "é\n", "\udcff", '"'].map((name) => name as Target));
const check = fc.constantFrom("lint", "test", "a\\b");
const text = fc.string({ unit: "binary", maxLength: 20 });

function step<T>(
  name: string,
  arbitrary: fc.Arbitrary<T>,
  use: (store: Store, value: T) => unknown,
): fc.Arbitrary<Step> {
  return arbitrary.map((value) => ({
    name: `${name} ${JSON.stringify(value)}`,
    use: (store) => use(store, value),
  }));
}

const sorted = (map: ReadonlyMap<string, unknown>): unknown => [...map].sort(([a], [b]) => (a < b ? -1 : 1));

const steps = fc.oneof(
  step("put", fc.record({ seed, target, check, stdout: text, runId: text }), (store, { seed, ...rest }) => {
    store.verdicts.putMany([verdict(seed, rest)]);
  }),
  step("find", seed, (store, seed) => findVerdict(store, fingerprint(seed))),
  step("findMany", seeds, (store, seeds) => sorted(store.verdicts.findMany(seeds.map(fingerprint)))),
  step("latest", fc.tuple(check, target), (store, [check, target]) => latestVerdict(store, check, target)),
  step("latestMany", check, (store, check) => sorted(store.verdicts.latestMany(check))),
  step("latestMany of targets", fc.tuple(check, fc.array(target)), (store, [check, targets]) =>
    sorted(store.verdicts.latestMany(check, targets)),
  ),
  step("standAgain", seed, (store, seed) => store.verdicts.standAgain([fingerprint(seed)])),
  step("evictMany", fc.tuple(seeds, text), (store, [seeds, reason]) =>
    store.verdicts.evictMany([...new Set(seeds)].map(fingerprint), reason, "test"),
  ),
  step("evict", fc.tuple(seed, text), (store, [seed, reason]) =>
    store.verdicts.evict(fingerprint(seed), reason, "test"),
  ),
  step("put nodes", seeds, (store, seeds) =>
    store.nodes.putMany(seeds.map((at) => [`n${at}`, { at }] as const)),
  ),
  step("get nodes", seeds, (store, seeds) => sorted(store.nodes.getMany(seeds.map((at) => `n${at}`)))),
  step("put extraction", fc.tuple(seed, fc.jsonValue()), (store, [at, value]) => {
    store.extractions.putMany([[`e${at}`, JSON.parse(JSON.stringify(value))]]);
  }),
  step("get extraction", seed, (store, at) => store.extractions.get(`e${at}`)),
  step("save files", fc.array(fc.tuple(target, seed)), (store, files) => {
    store.files.save(files.map(([path, at]) => [path, stat(at)] as const));
  }),
  step("load files", fc.constant(null), (store) => sorted(store.files.load())),
  step("record run", text, (store, id) => store.history.recordRun(run(id))),
  step("list runs", seed, (store, limit) => store.history.listRuns(limit)),
  step("select runs", seed, (store, limit) => [
    store.history.selectRuns(({ runId }) => runId.length % 2 === 0, limit),
    store.history.countRuns(),
  ]),
  step("get run", text, (store, id) => store.history.getRun(id)),
  step("execute", seed, (store, at) =>
    store.history.recordExecutions([execution(`${at % 3}`), execution("x")]),
  ),
  step("executions", fc.constant(null), (store) => [
    store.history.repeatedExecutions(),
    store.history.countExecutions(),
  ]),
  step("rename", fc.tuple(target, target, text), (store, [from, to, runId]) =>
    store.history.recordRenames([
      { from: from as RepoPath, to: to as RepoPath, similarity: 0.5, runId, at: 1 },
    ]),
  ),
  step("list renames", fc.constant(null), (store) => store.history.listRenames()),
  step("invalidations", seed, (store, limit) => store.invalidations.list(limit)),
  step("stats", fc.constant(null), (store) => {
    const { verdicts, nodes, extractions, files, runs, executions, invalidations } = store.stats();
    return [verdicts, nodes, extractions, files]
      .map(({ entries }) => entries)
      .concat(runs, executions, invalidations);
  }),
  step("prune", fc.constant(null), (store) => store.prune()?.expired),
  step("clear", fc.constant(null), (store) => store.clear()),
  fc.constantFrom<Step[]>("reopen", "wait a day", "wait long"),
);

describe("a store in SQLite", () => {
  it("answers like one in memory, whatever is done with it", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(steps, { maxLength: 60 }), async (steps) => {
        const dir = makeDir();
        let now = START;
        const options = storeOptions(dir, { now: () => now, ttlDays: 3 });
        const model = createMemoryStore(options);
        let store = await openStore(options);
        const answers: unknown[] = [];
        const expected: unknown[] = [];
        for (const step of steps) {
          if (step === "wait a day") now += DAY;
          else if (step === "wait long") now += 3 * DAY;
          else if (step === "reopen") {
            // Both prune here, so that the store has nothing left to prune by itself.
            answers.push(store.prune()?.expired);
            expected.push(model.prune()?.expired);
            store.close();
            store = await openStore(options);
          } else {
            answers.push({ [step.name]: step.use(store) });
            expected.push({ [step.name]: step.use(model) });
          }
        }
        expect(answers).toEqual(expected);
        store.close();
        expect(store.warnings).toEqual([]);
      }),
      { numRuns: 150 * TRIALS },
    );
  });
});

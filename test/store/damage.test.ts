import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { loadBinding } from "../../src/store/database/binding.ts";
import { SCHEMA_VERSION } from "../../src/store/database/schema.ts";
import { readLastRun, writeLastRun } from "../../src/store/kept/last-run.ts";
import type { Store } from "../../src/store/store.ts";
import {
  databaseFile,
  execution,
  fingerprint,
  lastRunOf,
  makeDir,
  open,
  run,
  START,
  stat,
  verdict,
  findVerdict,
  latestVerdict,
} from "./support.ts";

/** More for a longer proof. */
const TRIALS = Number(process.env["STORE_TRIALS"] ?? 1);
const COUNT = 60;
const NUMBERS = Array.from({ length: COUNT }, (_, at) => at);

/** Of several sizes: within a page, across pages, and compressed. */
const stored = (at: number): ReturnType<typeof verdict> =>
  verdict(at, { stdout: `${at} `.repeat(at % 10 === 0 ? 9000 : at) });

const STORED = NUMBERS.map(stored);
const FINGERPRINTS = NUMBERS.map(fingerprint);

function fill(store: Store): void {
  for (const at of NUMBERS) store.verdicts.putMany([stored(at)]);
  for (const table of [store.nodes, store.extractions])
    table.putMany(NUMBERS.map((at) => [`k${at}`, { at }] as const));
  store.files.save(NUMBERS.map((at) => [`f${at}`, stat(at)] as const));
  for (const at of NUMBERS) store.history.recordRun(run(`run-${at}`, { duration: at }));
  for (const _ of ["once", "twice"]) store.history.recordExecutions(NUMBERS.map((at) => execution(`${at}`)));
}

interface Reading {
  readonly found: number;
  /** Answers that are not what was stored. There must be none. */
  readonly wrong: readonly unknown[];
}

function readAll(store: Store): Reading {
  const wrong: unknown[] = [];
  const compare = (actual: unknown, expected: unknown): void => {
    if (!isDeepStrictEqual(actual, expected)) wrong.push({ actual, expected });
  };
  const found = store.verdicts.findMany(FINGERPRINTS);
  const answers = [
    ...found.values(),
    ...store.verdicts.latestMany("lint").values(),
    ...STORED.flatMap(({ target }) => latestVerdict(store, "lint", target) ?? []),
  ];
  for (const { lastUsedAt: _, ...actual } of answers) {
    compare(actual, { ...STORED[FINGERPRINTS.indexOf(actual.fingerprint)], origin: "#1", createdAt: START });
  }
  const keys = NUMBERS.map((at) => `k${at}`);
  for (const table of [store.nodes, store.extractions]) {
    for (const [key, value] of table.getMany(keys)) compare(value, { at: Number(key.slice(1)) });
  }
  for (const [path, actual] of store.files.load()) compare(actual, stat(Number(path.slice(1))));
  for (const actual of store.history.listRuns(99)) {
    compare(actual, run(actual.runId, { duration: Number(actual.runId.slice(4)) }));
  }
  for (const actual of store.history.repeatedExecutions()) {
    compare(actual, execution(String(FINGERPRINTS.indexOf(actual.fingerprint))));
  }
  store.invalidations.list(99);
  store.stats();
  return { found: found.size, wrong };
}

/** The store goes on: what is put in is there, or not, but never something else. */
function goOn(store: Store): readonly unknown[] {
  store.verdicts.putMany([verdict("new")]);
  const found = findVerdict(store, fingerprint("new"))?.stdout ?? "printed new";
  store.prune();
  store.verdicts.evict(fingerprint(1), "test", "test");
  const evicted = findVerdict(store, fingerprint(1));
  store.close();
  return [...(found === "printed new" ? [] : [found]), ...(evicted === undefined ? [] : [evicted])];
}

/** The files of a store, as they are after closing it, or as a killed process leaves them. */
async function makeFiles(ending: "closed" | "killed"): Promise<ReadonlyMap<string, Buffer>> {
  const dir = makeDir();
  const store = await open(dir);
  fill(store);
  // Pruning leaves nothing in the log. Closing does too, but not at once with every binding.
  if (ending === "closed") store.prune();
  const isPart = ending === "closed" ? /^store-.*\.db$/ : /^store-/;
  return new Map(
    readdirSync(dir)
      .filter((name) => isPart.test(name))
      .map((name) => [name, readFileSync(join(dir, name))]),
  );
}

async function openFiles(files: ReadonlyMap<string, Buffer>): Promise<Store> {
  const dir = makeDir();
  mkdirSync(dir);
  for (const [name, bytes] of files) writeFileSync(join(dir, name), bytes);
  return open(dir);
}

/** Everything that is wrong with what a store makes of these files. */
async function useFiles(files: ReadonlyMap<string, Buffer>): Promise<readonly unknown[]> {
  const store = await openFiles(files);
  const { wrong } = readAll(store);
  return [...wrong, ...goOn(store), ...store.warnings.slice(2)];
}

function flip(bytes: Buffer, at: number, mask: number): Buffer {
  const damaged = Buffer.from(bytes);
  damaged[at] = (damaged[at] as number) ^ mask;
  return damaged;
}

describe.each(["closed", "killed"] as const)("the files of a %s store", (ending) => {
  it("are all read where nothing is damaged", async () => {
    const store = await openFiles(await makeFiles(ending));
    expect(readAll(store)).toEqual({ found: COUNT, wrong: [] });
    expect(store.warnings).toEqual([]);
  });

  it("never make a wrong verdict with a byte of a header changed", async () => {
    const files = await makeFiles(ending);
    for (const [name, bytes] of files) {
      const places = [
        ...range(0, 132, TRIALS > 1 ? 1 : 2),
        ...range(4096, bytes.length, Math.max(4097, bytes.length / 30)),
      ].map(Math.floor);
      for (const at of places.filter((at) => at < bytes.length)) {
        const damaged = new Map([...files, [name, flip(bytes, at, at % 3 === 0 ? 0x01 : 0xff)]]);
        expect(await useFiles(damaged), `${name} at ${at}`).toEqual([]);
      }
    }
  });

  it("never make a wrong verdict with bytes changed anywhere", async () => {
    const files = await makeFiles(ending);
    const place = fc.double({ min: 0, max: 1, noNaN: true });
    const damages = fc.array(fc.tuple(place, fc.integer({ min: 1, max: 255 })), {
      minLength: 1,
      maxLength: 40,
    });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...files.keys()), damages, async (name, changes) => {
        let bytes = files.get(name) as Buffer;
        for (const [at, mask] of changes) bytes = flip(bytes, Math.floor(at * (bytes.length - 1)), mask);
        expect(await useFiles(new Map([...files, [name, bytes]]))).toEqual([]);
      }),
      { numRuns: 60 * TRIALS },
    );
  });

  it("never make a wrong verdict with a stretch overwritten, cut off or missing", async () => {
    const files = await makeFiles(ending);
    for (const [name, bytes] of files) {
      for (const at of range(0, bytes.length, Math.ceil(bytes.length / (15 * TRIALS)) + 7)) {
        const zeroed = Buffer.from(bytes).fill(0, at, Math.min(at + 700, bytes.length));
        const shuffled = Buffer.from(bytes);
        bytes.copy(shuffled, at, Math.floor(bytes.length / 2));
        for (const damaged of [zeroed, shuffled, bytes.subarray(0, at)]) {
          expect(await useFiles(new Map([...files, [name, damaged]])), `${name} at ${at}`).toEqual([]);
        }
      }
      expect(await useFiles(new Map([...files].filter(([other]) => other !== name)))).toEqual([]);
    }
  });
});

function range(from: number, to: number, step: number): readonly number[] {
  return Array.from({ length: Math.max(0, Math.ceil((to - from) / step)) }, (_, at) => from + at * step);
}

describe("a row that is damaged", () => {
  it.each(["nodes", "extractions", "files"] as const)("is not taken for another of the %s", async (table) => {
    const dir = makeDir();
    const store = await open(dir);
    store[table === "files" ? "nodes" : table].putMany([["a", "value of a"]]);
    store.files.save([["a", stat(1)]]);
    const { DatabaseSync } = await loadBinding();
    const other = new DatabaseSync(databaseFile(dir, 0));
    other.exec(`UPDATE ${table} SET key = replace(key, 'a', 'b')`);
    other.close();
    expect(table === "files" ? store.files.load().size : store[table].getMany(["a", "b"]).size).toBe(0);
    expect(store.stats()[table].entries).toBe(0);
  });

  it.each([
    ["its body", "UPDATE verdicts SET body = replace(body, 'passed', 'failed')"],
    ["its key", `UPDATE verdicts SET key = '${fingerprint("other")}'`],
    ["its seal", "UPDATE verdicts SET seal = ''"],
    ["the type of its body", "UPDATE verdicts SET body = 7"],
    ["the type of its time", "UPDATE verdicts SET last_used_at = 9223372036854775807, seal = x'00'"],
  ])("a row that is damaged in %s is a miss and is removed, with a note", async (_name, sql) => {
    const dir = makeDir();
    const store = await open(dir);
    store.verdicts.putMany([verdict(2, { status: "passed" })]);
    const { DatabaseSync } = await loadBinding();
    const other = new DatabaseSync(databaseFile(dir, 0));
    other.exec(sql);
    other.close();
    writeLastRun(lastRunOf(dir, "1.0.0"), "all well");
    expect(store.verdicts.findMany([fingerprint(2), fingerprint("other")]).size).toBe(0);
    expect(latestVerdict(store, "lint", verdict(2).target)).toBeUndefined();
    expect(store.stats().verdicts.entries).toBe(0);
    expect(readLastRun(lastRunOf(dir, "1.0.0"))).toBeUndefined();
  });

  it("does not hide the verdict before it", async () => {
    const dir = makeDir();
    const store = await open(dir);
    const unit = { target: stored(1).target };
    store.verdicts.putMany([verdict("before", unit)]);
    store.verdicts.putMany([verdict("newest", unit)]);
    const { DatabaseSync } = await loadBinding();
    const other = new DatabaseSync(databaseFile(dir, 0));
    other.exec(`UPDATE verdicts SET seal = '' WHERE key = '${fingerprint("newest")}'`);
    other.close();
    expect(store.verdicts.latestMany("lint").get(unit.target)?.stdout).toBe("printed before");
    expect(latestVerdict(store, "lint", unit.target)?.stdout).toBe("printed before");
    expect(store.invalidations.list(1)[0]).toMatchObject({
      reason: "damaged",
      fingerprint: fingerprint("newest"),
    });
  });
});

describe("a database that is not this store's", () => {
  const prepare: readonly (readonly [string, (file: string) => Promise<void>])[] = [
    ["text", async (file) => writeFileSync(file, "not a database\n".repeat(1000))],
    ["another program's", async (file) => change(file, "CREATE TABLE mine (a); INSERT INTO mine VALUES (1)")],
    [
      "a newer version's",
      async (file) => {
        (await open(join(file, ".."))).close();
        await change(file, `PRAGMA user_version = ${SCHEMA_VERSION + 1}`);
      },
    ],
    [
      "one without a table",
      async (file) => {
        (await open(join(file, ".."))).close();
        await change(file, "DROP TABLE verdicts");
      },
    ],
    ["a directory", async (file) => void mkdirSync(file)],
  ];

  async function change(file: string, sql: string): Promise<void> {
    const { DatabaseSync } = await loadBinding();
    const database = new DatabaseSync(file);
    database.exec(sql);
    database.close();
  }

  it.each(prepare)("is replaced by an empty one, said once: %s", async (_name, make) => {
    const dir = makeDir();
    mkdirSync(dir);
    await make(databaseFile(dir, 0));
    writeLastRun(lastRunOf(dir, "1.0.0"), "all well");
    const store = await open(dir);
    store.verdicts.putMany([verdict(1)]);
    expect(findVerdict(store, fingerprint(1))?.stdout).toBe("printed 1");
    expect(store.warnings).toHaveLength(1);
    expect(store.warnings[0]).toContain("starts without it");
    expect(readLastRun(lastRunOf(dir, "1.0.0"))).toBeUndefined();
    store.close();
    const again = await open(dir);
    expect(findVerdict(again, fingerprint(1))?.stdout).toBe("printed 1");
    expect(again.warnings).toEqual([]);
  });

  it("is started beside that of another version, said once, without touching it", async () => {
    const dir = makeDir();
    mkdirSync(dir);
    writeFileSync(join(dir, "store-99.0.db"), "whatever");
    const store = await open(dir);
    expect(store.warnings).toEqual([expect.stringContaining("another version")]);
    store.close();
    expect((await open(dir)).warnings).toEqual([]);
    expect(readFileSync(join(dir, "store-99.0.db"), "utf8")).toBe("whatever");
  });

  it("is left by two processes for the same new one", async () => {
    const dir = makeDir();
    const [one, other] = [await open(dir), await open(dir)];
    one.verdicts.putMany([verdict(1)]);
    const { DatabaseSync } = await loadBinding();
    const vandal = new DatabaseSync(databaseFile(dir, 0));
    vandal.exec("DROP TABLE verdicts");
    vandal.close();
    one.verdicts.putMany([verdict(2)]);
    other.verdicts.putMany([verdict(3)]);
    for (const store of [one, other]) {
      expect(store.verdicts.findMany([1, 2, 3].map(fingerprint)).size).toBe(2);
      expect(store.warnings).toHaveLength(1);
    }
    expect(existsSync(databaseFile(dir, 0))).toBe(false);
  });
});

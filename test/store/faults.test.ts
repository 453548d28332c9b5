import { chmodSync, existsSync, mkdirSync, statfsSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { afterAll, describe, expect, it } from "vitest";
import { type Binding, loadBinding } from "../../src/store/database/binding.ts";
import { openSqliteStore } from "../../src/store/sqlite-store.ts";
import type { Store } from "../../src/store/store.ts";
import type { Fingerprint } from "../../src/vocabulary/tree/path.ts";
import { compileProcesses } from "./compile.ts";
import { createFaultyBinding, type Fault, sqliteError } from "./faulty-binding.ts";
import { startProgram } from "./program.ts";
import { mountSmallDisk } from "./small-disk.ts";
import {
  asNobody,
  databaseFile,
  DAY,
  execution,
  fingerprint,
  makeDir,
  open,
  run,
  START,
  stat,
  storeOptions,
  verdict,
  findVerdict,
} from "./support.ts";

const compiled = compileProcesses();
afterAll(() => compiled.remove());

const CODES = { busy: 5, readOnly: 8, ioerr: 10, corrupt: 11, full: 13 };

/** Asks a store for everything that it can do, and returns what it found that is not true. */
function useAll(store: Store): readonly unknown[] {
  for (const at of [0, 1, 2]) store.verdicts.putMany([verdict(at)]);
  const answers = [
    ...store.verdicts.findMany([0, 1, 2].map(fingerprint)).values(),
    ...store.verdicts.latestMany("lint").values(),
  ];
  const wrong: unknown[] = answers.filter(
    (answer) => answer.fingerprint !== fingerprint(answer.stdout.replace("printed ", "")),
  );
  const compare = (actual: unknown, expected: unknown): void => {
    if (actual !== undefined && !isDeepStrictEqual(actual, expected)) wrong.push(actual);
  };
  store.nodes.putMany([["n", { deep: [1] }]]);
  compare(store.nodes.get("n"), { deep: [1] });
  store.extractions.putMany([["e", 2]]);
  compare(store.extractions.get("e"), 2);
  store.files.save([["f", stat(1)]]);
  compare(store.files.load().get("f"), stat(1));
  store.history.recordRun(run("r"));
  store.history.recordExecutions([execution("x")]);
  compare(store.history.getRun("r"), run("r"));
  store.history.latestRun(() => false);
  for (const each of store.history.runsStartingWith("r", 1)) compare(each, run("r"));
  for (const each of store.history.repeatedExecutions()) compare(each, execution("x"));
  store.verdicts.evict(fingerprint(0), "reason", "test");
  store.invalidations.list(5);
  store.stats();
  store.prune();
  store.clear();
  store.verdicts.putMany([verdict(7)]);
  store.close();
  return wrong;
}

async function openFaulty(dir: string, fault: Fault): Promise<Store> {
  return openSqliteStore(storeOptions(dir, { patience: 1 }), createFaultyBinding(await loadBinding(), fault));
}

describe("a statement that fails", () => {
  it.each(Object.entries(CODES))(
    "never breaks the run or a verdict, wherever it is: %s",
    async (name, code) => {
      const limit = name === "corrupt" || name === "readOnly" ? 2 : 1;
      let statements = 0;
      useAll(await openFaulty(makeDir(), () => void (statements += 1)));
      expect(statements).toBeGreaterThan(80);
      for (let failing = 0; failing < statements; failing += 1) {
        let count = -1;
        const once = await openFaulty(makeDir(), () => {
          count += 1;
          if (count === failing) throw sqliteError(code);
        });
        expect(useAll(once), `statement ${failing}`).toEqual([]);
        expect(once.warnings.slice(limit)).toEqual([]);
      }
    },
  );

  it.each(Object.entries(CODES))("is said once where it goes on failing: %s", async (name, code) => {
    const limit = name === "corrupt" || name === "readOnly" ? 2 : 1;
    for (const failing of [0, 1, 5, 12, 20, 30, 40, 60]) {
      let count = 0;
      const store = await openFaulty(makeDir(), () => {
        count += 1;
        if (count > failing) throw sqliteError(code);
      });
      expect(useAll(store), `statement ${failing}`).toEqual([]);
      expect(store.warnings).not.toEqual([]);
      expect(store.warnings.slice(limit)).toEqual([]);
    }
  });

  it("is thrown on where it is a bug of ours", async () => {
    const store = await openFaulty(makeDir(), (sql) => {
      if (sql.startsWith("INSERT OR")) throw new TypeError("bug");
    });
    expect(() => store.verdicts.putMany([verdict(1)])).toThrow("bug");
  });
});

describe("a full disk", () => {
  /** Where no small disk can be mounted, SQLite is made to say that the disk is full. */
  async function openOnSmallDisk(): Promise<{ readonly store: Store; readonly dir: string }> {
    const disk = mountSmallDisk("600k");
    if (disk !== null) return { store: await open(join(disk.dir, "cache")), dir: join(disk.dir, "cache") };
    let writes = 0;
    const dir = makeDir();
    const store = await openFaulty(dir, (sql) => {
      if (sql.startsWith("INSERT") && ++writes > 100) throw sqliteError(CODES.full);
    });
    return { store, dir };
  }

  it("stops the storing, is said once, and leaves what was stored", async () => {
    const { store, dir } = await openOnSmallDisk();
    const noise = (at: number): string => Array.from({ length: 100 }, (_, n) => Math.sin(at * n)).join();
    for (let at = 0; at < 2000; at += 1) store.verdicts.putMany([verdict(at, { stdout: noise(at) })]);
    expect(store.warnings).toHaveLength(1);
    expect(store.warnings[0]).toContain("cannot be written");
    const all = Array.from({ length: 2000 }, (_, at) => at);
    const found = store.verdicts.findMany(all.map(fingerprint));
    expect(found.size).toBeGreaterThan(10);
    expect(found.size).toBeLessThan(2000);
    for (const at of all) expect([undefined, noise(at)]).toContain(found.get(fingerprint(at))?.stdout);
    store.close();
    const again = await open(dir);
    expect(again.verdicts.findMany(all.map(fingerprint)).size).toBe(found.size);
  });

  it("may be full before there is a store", async () => {
    const disk = mountSmallDisk("64k");
    const dir = disk === null ? makeDir() : join(disk.dir, "cache");
    if (disk !== null) fillUp(disk.dir);
    const store = disk === null ? await openFaulty(dir, () => fail(CODES.full)) : await open(dir);
    store.verdicts.putMany([verdict(1)]);
    expect(findVerdict(store, fingerprint(1))).toBeUndefined();
    expect(store.warnings).toHaveLength(1);
  });
});

function withoutPermission<T>(dir: string, work: () => T): T {
  chmodSync(join(dir, ".."), 0o755);
  chmodSync(dir, 0o555);
  try {
    return asNobody(work);
  } finally {
    chmodSync(dir, 0o700);
  }
}

function fillUp(dir: string): void {
  const { bavail, bsize } = statfsSync(dir);
  writeFileSync(join(dir, "ballast"), Buffer.alloc(bavail * bsize - bsize));
}

function fail(code: number): never {
  throw sqliteError(code);
}

describe("a disk that is read-only", () => {
  it("is read, is not written to, and that is said once", async () => {
    const disk = mountSmallDisk("2m");
    const dir = disk === null ? makeDir() : join(disk.dir, "cache");
    // By another process: this one may keep the file open for a while after closing it.
    await startProgram(compiled.dir, "write-verdicts", [dir, "w", "1"]).ended;
    disk?.makeReadOnly();
    const binding = await loadBinding();
    const use = (): Store => {
      const store = openSqliteStore(storeOptions(dir), binding);
      store.verdicts.putMany([verdict(2)]);
      expect(findVerdict(store, "w-0" as Fingerprint)?.stdout).toBe("output of w-0 ");
      expect(findVerdict(store, fingerprint(2))).toBeUndefined();
      expect(store.clear()).toBeNull();
      expect(store.verdicts.evict("w-0" as Fingerprint, "wrong", "test")).toBe(false);
      expect(findVerdict(store, "w-0" as Fingerprint)).toBeUndefined();
      expect(store.prune()).toBeNull();
      store.close();
      return store;
    };
    const { warnings } = disk === null ? withoutPermission(dir, use) : use();
    expect(warnings).toEqual([expect.stringContaining("cannot be written")]);
  });

  it("is not read where a log says more than can be read", async () => {
    const dir = makeDir();
    const first = await open(dir);
    first.verdicts.putMany([verdict(1)]);
    first.prune();
    first.verdicts.putMany([verdict(2)]);
    expect(statSync(`${databaseFile(dir, 0)}-wal`).size).toBeGreaterThan(0);
    const binding = createFaultyBinding(await loadBinding(), (sql) => {
      if (sql.startsWith("PRAGMA busy_timeout")) fail(CODES.readOnly);
    });
    const store = openSqliteStore(storeOptions(dir), binding);
    expect(findVerdict(store, fingerprint(1))).toBeUndefined();
    expect(store.warnings).toEqual([expect.stringContaining("cannot be used")]);
  });

  it("may have no store yet", async () => {
    const disk = mountSmallDisk("1m");
    disk?.makeReadOnly();
    const dir = disk === null ? "/proc/store" : join(disk.dir, "cache");
    const store = await open(dir);
    store.verdicts.putMany([verdict(1)]);
    expect(findVerdict(store, fingerprint(1))).toBeUndefined();
    expect(store.warnings).toHaveLength(1);
    expect(store.warnings[0]).toContain("cannot be used");
  });
});

describe("a database whose header says that it may not be written to", () => {
  it("is replaced, because it may", async () => {
    const dir = makeDir();
    const first = await open(dir);
    first.verdicts.putMany([verdict(1)]);
    first.close();
    const store = await openFaulty(dir, (sql) => {
      if (sql.startsWith("BEGIN") && !existsSync(databaseFile(dir, 1))) fail(CODES.readOnly);
    });
    store.verdicts.putMany([verdict(2)]);
    expect(findVerdict(store, fingerprint(2))?.stdout).toBe("printed 2");
    expect(store.warnings).toEqual([expect.stringContaining("starts without it")]);
    store.close();
  });
});

describe("a directory that belongs to someone else", () => {
  async function prepare(mode: number): Promise<{ readonly dir: string; readonly binding: Binding }> {
    const dir = makeDir();
    chmodSync(join(dir, ".."), 0o755);
    const first = await open(dir);
    first.verdicts.putMany([verdict(1)]);
    first.close();
    chmodSync(dir, mode);
    return { dir, binding: await loadBinding() };
  }

  it("is read where that is allowed", async () => {
    const { dir, binding } = await prepare(0o555);
    const store = asNobody(() => openSqliteStore(storeOptions(dir), binding));
    asNobody(() => {
      expect(findVerdict(store, fingerprint(1))?.stdout).toBe("printed 1");
      store.verdicts.putMany([verdict(2)]);
      expect(findVerdict(store, fingerprint(2))).toBeUndefined();
      store.close();
    });
    expect(store.warnings).toEqual([expect.stringContaining("cannot be written")]);
    chmodSync(dir, 0o700);
  });

  it("is not used where it is not", async () => {
    const { dir, binding } = await prepare(0o000);
    const store = asNobody(() => openSqliteStore(storeOptions(dir), binding));
    expect(findVerdict(store, fingerprint(1))).toBeUndefined();
    expect(store.warnings).toEqual([expect.stringContaining("cannot be used")]);
    chmodSync(dir, 0o700);
  });
});

describe("what is not a directory", () => {
  it.runIf(process.platform === "linux")("cannot be made everywhere, and nobody waits for it", async () => {
    const store = await open("/proc/store/cache");
    expect(store.warnings).toEqual([expect.stringContaining("cannot be used")]);
  });

  it("what is not a directory is left alone", async () => {
    const dir = makeDir();
    writeFileSync(dir, "a file");
    for (const place of [dir, join(dir, "below")]) {
      const store = await open(place);
      store.verdicts.putMany([verdict(1)]);
      expect(store.warnings).toEqual([expect.stringContaining("nothing is cached")]);
    }
  });
});

describe("a file system without shared memory", () => {
  it("has a store without a write-ahead log", async () => {
    const dir = makeDir();
    const store = await openFaulty(dir, (sql) => {
      if (sql.includes("journal_mode = WAL")) fail(CODES.busy);
    });
    store.verdicts.putMany([verdict(1)]);
    expect(existsSync(`${databaseFile(dir, 0)}-wal`)).toBe(false);
    const other = await open(dir);
    expect(findVerdict(other, fingerprint(1))?.stdout).toBe("printed 1");
    other.verdicts.putMany([verdict(2)]);
    expect(findVerdict(store, fingerprint(2))?.stdout).toBe("printed 2");
    expect([...store.warnings, ...other.warnings]).toEqual([]);
    expect(existsSync(`${databaseFile(dir, 0)}-wal`)).toBe(false);
    store.close();
  });
});

describe("a store that is never closed", () => {
  it("has kept all but the times of use", async () => {
    const dir = makeDir();
    mkdirSync(dir);
    const first = await open(dir);
    first.verdicts.putMany([verdict(1)]);
    const second = await open(dir, { now: () => START + DAY });
    expect(findVerdict(second, fingerprint(1))?.lastUsedAt).toBe(START);
    expect(findVerdict(second, fingerprint(1))?.lastUsedAt).toBe(START);
  });
});

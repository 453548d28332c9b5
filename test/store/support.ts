import { hash } from "node:crypto";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { onTestFinished } from "vitest";
import type { StatRecord } from "../../src/detect/stat-index.ts";
import { databaseFile as fileIn } from "../../src/store/directory.ts";
import type { SealedPlace } from "../../src/store/kept/sealed-json.ts";
import { createKey, type StoreKey } from "../../src/store/key.ts";
import { openStore } from "../../src/store/open-store.ts";
import type { StoreOptions } from "../../src/store/options.ts";
import type { Execution, RunRecord, StoredVerdict, Verdict } from "../../src/store/records/records.ts";
import type { Store } from "../../src/store/store.ts";
import type { OwnPlace } from "../../src/system/own/own-place.ts";
import type { PathSetId, WeakKey } from "../../src/vocabulary/tree/path-set.ts";
import type { ContentId, Fingerprint, RepoPath } from "../../src/vocabulary/tree/path.ts";
import type { Target } from "../../src/vocabulary/verdict/unit.ts";

export const DAY: number = 24 * 60 * 60 * 1000;
export const START: number = Date.UTC(2030, 0, 1);

export function makeDir(): string {
  const dir = mkdtempSync(join(tmpdir(), "store-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return join(dir, "cache");
}

/** Whose the stores of tests are. */
export const KEY: StoreKey = createKey(Buffer.alloc(32, 7));

export function placeOf(dir: string): OwnPlace {
  let base = dirname(dir);
  while (!existsSync(base)) base = dirname(base);
  return { base, path: relative(base, dir) };
}

export function lastRunOf(dir: string, engine: string): SealedPlace {
  return { dir: placeOf(dir), key: KEY, engine };
}

/** The database of a store in this directory. */
export function databaseFile(dir: string, generation: number): string {
  return fileIn(placeOf(dir), KEY, generation);
}

export function storeOptions(dir: string, changes: Partial<StoreOptions> = {}): StoreOptions {
  const own = placeOf(dir);
  return {
    place: { own, shared: own, worktree: "", origin: "#1" },
    surroundings: "",
    key: KEY,
    create: true,
    engine: "1.0.0",
    now: () => START,
    ttlDays: 30,
    maxBytes: 1e9,
    ...changes,
  };
}

/** Opens a store and closes it when the test is over. */
export async function open(dir: string, changes: Partial<StoreOptions> = {}): Promise<Store> {
  const store = await openStore(storeOptions(dir, changes));
  onTestFinished(() => store.close());
  return store;
}

export function fingerprint(seed: string | number): Fingerprint {
  return hash("sha256", `fingerprint ${seed}`, "hex") as Fingerprint;
}

/** A verdict that can be told from every other: all of it follows from the seed. */
export function verdict(seed: string | number, changes: Partial<Verdict> = {}): Verdict {
  const failed = hash("sha256", String(seed), "hex").startsWith("0");
  return {
    fingerprint: fingerprint(seed),
    weakKey: `weak ${seed}` as WeakKey,
    pathSet: "set" as PathSetId,
    kind: "predicted",
    platform: "linux x64",
    surroundings: null,
    isShareable: true,
    check: "lint",
    target: `src/${seed}.ts` as RepoPath,
    status: failed ? "failed" : "passed",
    exitCode: failed ? 1 : 0,
    durationMs: 12.5,
    findings: failed
      ? [
          {
            id: `f${seed}`,
            check: "lint",
            category: "style",
            severity: "error",
            message: `wrong ${seed}`,
            line: 3,
          },
        ]
      : [],
    stdout: `printed ${seed}`,
    stderr: "",
    runId: "run-1",
    components: { engine: "1.0.0", target: `content ${seed}` },
    ...changes,
  };
}

export function stat(seed: number): StatRecord {
  return {
    size: seed,
    mtimeNs: 1_900_000_000_123_456_789n + BigInt(seed),
    ctimeNs: -5n,
    ino: 18_446_744_073_709_551_615n,
    mode: 0o100644,
    recordedMs: 1_900_000_000_999,
    id: hash("sha1", `content ${seed}`, "hex") as ContentId,
  };
}

export function run(runId: string, changes: Partial<RunRecord> = {}): RunRecord {
  return {
    runId,
    startedAt: START,
    duration: 1234,
    mode: "incremental",
    requestedMode: "auto",
    trigger: { triggered: false, confidence: 1, reasons: [] },
    reason: null,
    success: true,
    counts: { passed: 1, failed: 0, skipped: 0 },
    commit: "c".repeat(40),
    branch: null,
    worktree: "",
    baseline: { commitHash: "b".repeat(40), timestamp: START },
    checks: [
      {
        check: "lint",
        status: "passed",
        duration: 1000,
        cached: false,
        unitsRun: 3,
        unitsStood: 7,
        exitCode: 0,
        retryCount: 0,
        fingerprint: null,
      },
    ],
    ...changes,
  };
}

export function execution(seed: string, changes: Partial<Execution> = {}): Execution {
  return {
    fingerprint: fingerprint(seed),
    check: "test",
    target: "",
    runId: "run-1",
    status: "passed",
    at: START,
    ...changes,
  };
}

/** Root may do everything, so it becomes nobody for a while. */
export function asNobody<T>(work: () => T): T {
  const root = process.geteuid?.() === 0;
  if (root) process.seteuid?.(65_534);
  try {
    return work();
  } finally {
    if (root) process.seteuid?.(0);
  }
}

export function findVerdict({ verdicts }: Store, fingerprint: Fingerprint): StoredVerdict | undefined {
  return verdicts.findMany([fingerprint]).get(fingerprint);
}

export function latestVerdict({ verdicts }: Store, check: string, target: Target): StoredVerdict | undefined {
  return verdicts.latestMany(check, [target]).get(target);
}

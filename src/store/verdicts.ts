import type { Fingerprint } from "../vocabulary/path.ts";
import type { Row } from "./binding.ts";
import type { Database } from "./database.ts";
import type { Log } from "./log.ts";
import type { Invalidation, StoredVerdict, Verdict } from "./records.ts";
import type { Target } from "../vocabulary/unit.ts";
import { fromColumn, seal, toColumn, unseal } from "./seal.ts";
import { verdictBody } from "./shapes.ts";
import type { Verdicts } from "./store.ts";
import type { Touches } from "./touches.ts";

export interface VerdictsOptions {
  readonly database: Database;
  readonly touches: Touches;
  readonly invalidations: Log<Invalidation>;
  readonly now: () => number;
  /** Called with each answer to a question for a fingerprint. */
  readonly count: (hits: number, misses: number) => void;
  /** Called when a verdict is thrown away: what was concluded from it is no longer shown by anything. */
  readonly onEvict: () => void;
}

const CHOSEN = "WHERE key IN (SELECT value FROM json_each(?))";
/** Those of the given verdicts after which another was stored for the same unit. */
const OVERTAKEN = `SELECT key FROM verdicts AS one ${CHOSEN} AND EXISTS (
  SELECT 1 FROM verdicts AS other
  WHERE other.check_name = one.check_name AND other.target = one.target AND other.sequence > one.sequence)`;
const COLUMNS = "key, target, last_used_at, body, seal";

export function createVerdicts(options: VerdictsOptions): Verdicts {
  const { database, touches, now } = options;
  /** Not to be found again by this process, even where it cannot be removed for all. */
  const evicted = new Set<Fingerprint>();

  /** Undefined where the row is not what was stored; it is thrown away, then. */
  function open(row: Row): StoredVerdict | undefined {
    const key = String(row["key"]);
    const body = unseal("verdicts", key, row);
    if (!verdictBody(body) || toColumn(body.fingerprint) !== key) {
      remove([key], "damaged", "checksum");
      return undefined;
    }
    if (evicted.has(body.fingerprint)) return undefined;
    return Object.assign(body, { lastUsedAt: Number(row["last_used_at"]) });
  }

  function select(condition: string, ...values: readonly string[]): readonly Row[] {
    return database.read<readonly Row[]>(
      (connection) => connection.prepare(`SELECT ${COLUMNS} FROM verdicts ${condition}`).all(...values),
      [],
    );
  }

  /** How many were there and are removed. */
  function remove(keys: readonly string[], reason: string, triggeredBy: string): number {
    let found = 0;
    const removed = database.write((connection) => {
      const chosen = JSON.stringify(keys);
      const units = connection
        .prepare(`SELECT key, check_name, target FROM verdicts ${CHOSEN}`)
        .all(chosen)
        .map(unitOf);
      found = units.length;
      if (found === 0) return;
      connection.prepare(`DELETE FROM verdicts ${CHOSEN}`).run(chosen);
      const at = now();
      options.invalidations.appendTo(
        connection,
        units.map((unit) => ({ ...unit, reason, triggeredBy, at })),
      );
    });
    if (found > 0) options.onEvict();
    return removed ? found : 0;
  }

  function evictMany(fingerprints: readonly Fingerprint[], reason: string, triggeredBy: string): number {
    for (const fingerprint of fingerprints) evicted.add(fingerprint);
    const removed = remove(fingerprints.map(toColumn), reason, triggeredBy);
    // They must not come back when the machine dies now.
    if (removed > 0) database.maintain("PRAGMA wal_checkpoint(PASSIVE)");
    return removed;
  }

  function findMany(fingerprints: readonly Fingerprint[]): ReadonlyMap<Fingerprint, StoredVerdict> {
    const found = new Map<Fingerprint, StoredVerdict>();
    const wanted = new Set(fingerprints);
    if (wanted.size === 0) return found;
    const columns = JSON.stringify(Array.from(wanted, toColumn));
    for (const row of select(CHOSEN, columns)) {
      const verdict = open(row);
      if (verdict === undefined || !wanted.has(verdict.fingerprint)) continue;
      found.set(verdict.fingerprint, verdict);
      touches.note("verdicts", String(row["key"]), verdict.lastUsedAt);
    }
    options.count(found.size, wanted.size - found.size);
    return found;
  }

  function latest(check: string, target: Target): StoredVerdict | undefined {
    const unit = "WHERE check_name = ? AND target = ? ORDER BY sequence DESC";
    for (const row of select(unit, toColumn(check), toColumn(target))) {
      const verdict = open(row);
      if (verdict?.check === check && verdict.target === target) return verdict;
    }
    return undefined;
  }

  function putMany(verdicts: readonly Verdict[]): void {
    const at = now();
    const rows = verdicts.map((verdict) => {
      evicted.delete(verdict.fingerprint);
      const key = toColumn(verdict.fingerprint);
      const { body, seal: mark } = seal("verdicts", key, { ...verdict, createdAt: at });
      return [key, toColumn(verdict.check), toColumn(verdict.target), at, body, mark] as const;
    });
    database.write((connection) => {
      const insert = connection.prepare(
        "INSERT OR REPLACE INTO verdicts (key, check_name, target, last_used_at, body, seal) VALUES (?, ?, ?, ?, ?, ?)",
      );
      for (const row of rows) insert.run(...row);
    });
  }

  function standAgain(fingerprints: readonly Fingerprint[]): void {
    const chosen = JSON.stringify(fingerprints.map(toColumn));
    const overtaken = database.read<readonly Row[]>(
      (connection) => connection.prepare(OVERTAKEN).all(chosen),
      [],
    );
    if (overtaken.length === 0) return;
    database.write((connection) => {
      const move = connection.prepare(
        "UPDATE verdicts SET sequence = (SELECT max(sequence) + 1 FROM verdicts) WHERE key = ?",
      );
      for (const { key } of overtaken) move.run(String(key));
    });
  }

  return {
    find: (fingerprint) => findMany([fingerprint]).get(fingerprint),
    findMany,
    latest,
    put: (verdict) => putMany([verdict]),
    putMany,
    standAgain,
    latestMany(check, targets) {
      const newest = new Map<Target, StoredVerdict>();
      const chosen = targets === undefined ? "" : " AND target IN (SELECT value FROM json_each(?))";
      const condition = `WHERE sequence IN (SELECT max(sequence) FROM verdicts WHERE check_name = ?${chosen} GROUP BY target)`;
      const values = targets === undefined ? [] : [JSON.stringify(targets.map(toColumn))];
      for (const row of select(condition, toColumn(check), ...values)) {
        const verdict = open(row) ?? latest(check, fromColumn(String(row["target"])) as Target);
        if (verdict?.check === check) newest.set(verdict.target, verdict);
      }
      return newest;
    },
    evict: (fingerprint, ...why) => evictMany([fingerprint], ...why) > 0,
    evictMany,
  };
}

type Unit = Pick<Invalidation, "check" | "target" | "fingerprint">;

/** Which unit a row was for, as far as its columns tell: enough for the audit trail. */
export function unitOf(row: Row): Unit {
  return {
    check: fromColumn(String(row["check_name"])) ?? "",
    target: (fromColumn(String(row["target"])) ?? "") as Target,
    fingerprint: (fromColumn(String(row["key"])) ?? "") as Fingerprint,
  };
}

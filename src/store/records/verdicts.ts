import type { PathSetId, WeakKey } from "../../vocabulary/tree/path-set.ts";
import type { Fingerprint } from "../../vocabulary/tree/path.ts";
import type { Target } from "../../vocabulary/verdict/unit.ts";
import type { Row } from "../database/binding.ts";
import type { Database } from "../database/database.ts";
import { type VerdictBody, verdictBody } from "../database/shapes.ts";
import type { Touches } from "../database/touches.ts";
import { createSealer, fromColumn, toColumn } from "../kept/seal.ts";
import type { StoreKey } from "../key.ts";
import { BODY, MOST_ROWS } from "../limits.ts";
import type { Log } from "../log.ts";
import type { Verdicts } from "../store.ts";
import { choose, type CurrentCheckout, isContested, type Ranked } from "./origins.ts";
import type { Invalidation, StoredVerdict, Verdict } from "./records.ts";

export interface VerdictsOptions {
  readonly database: Database;
  readonly key: StoreKey;
  /** The checkout that stores verdicts; its own count before others'. */
  readonly here: CurrentCheckout;
  readonly touches: Touches;
  readonly invalidations: Log<Invalidation>;
  readonly now: () => number;
  /** Called with the outcome of each lookup by fingerprint. */
  readonly count: (hits: number, misses: number) => void;
  /** Called when a verdict is deleted or contradicted: conclusions from it no longer hold. */
  readonly onDoubt: () => void;
}

interface Writing<V extends Verdict> {
  readonly complete: (verdict: V) => VerdictBody;
  readonly setsThatStay: NonNullable<Parameters<Verdicts["putMany"]>[1]>;
}

const CHOSEN = "WHERE key IN (SELECT value FROM json_each(?))";
/**
 * Those of the given verdicts after which this worktree stored another for the same unit. Verdicts of other worktrees
 * keep their place: only a worktree that looked again may change it.
 */
const OVERTAKEN = `SELECT sequence FROM verdicts AS one ${CHOSEN} AND one.origin = ? AND EXISTS (
  SELECT 1 FROM verdicts AS other
  WHERE other.check_name = one.check_name AND other.target = one.target AND other.origin = one.origin
  AND other.sequence > one.sequence)`;
/** One row for each weak key and path set, newest first. */
const SETS = `SELECT weak_key, path_set, max(sequence) AS newest FROM verdicts
  WHERE weak_key IN (SELECT value FROM json_each(?)) GROUP BY weak_key, path_set ORDER BY newest DESC LIMIT ${MOST_ROWS}`;
const REPLACED = `DELETE FROM verdicts WHERE weak_key = ? AND path_set NOT IN (SELECT value FROM json_each(?))`;
const COLUMNS = `sequence, key, origin, check_name, target, last_used_at, ${BODY}, seal`;

export function createVerdicts(options: VerdictsOptions): Verdicts {
  const { database, touches, now, here } = options;
  const { origin: ownOrigin } = here;
  const sealer = createSealer(options.key, "verdicts");
  /** Ignored by this process, even if it cannot be deleted for all. */
  const evicted = new Set<Fingerprint>();
  const contested = new Set<Fingerprint>();

  /** Undefined if the row is not what was stored; then it is removed. */
  function open(row: Row): StoredVerdict | undefined {
    const key = String(row["key"]);
    const body = sealer.unseal(nameOf(key, String(row["origin"])), row);
    if (!verdictBody(body) || !isOf(body, row)) {
      removeRow(row);
      return undefined;
    }
    if (evicted.has(body.fingerprint)) return undefined;
    return Object.assign(body, { lastUsedAt: Number(row["last_used_at"]) });
  }

  function select(condition: string, ...values: readonly string[]): readonly Row[] {
    return database.read<readonly Row[]>(
      (connection) =>
        connection.prepare(`SELECT ${COLUMNS} FROM verdicts ${condition} LIMIT ${MOST_ROWS}`).all(...values),
      [],
    );
  }

  /** Only this row: what other worktrees have for the same fingerprint is not damaged. */
  function removeRow(row: Row): void {
    database.write((connection) => {
      const { changes } = connection
        .prepare("DELETE FROM verdicts WHERE sequence = ?")
        .run(Number(row["sequence"]));
      const entry = { ...unitOf(row), reason: "damaged", triggeredBy: "seal", at: now() };
      if (Number(changes) > 0) options.invalidations.appendTo(connection, [entry]);
    });
    options.onDoubt();
  }

  /** Returns how many were removed. */
  function remove(keys: readonly string[], reason: string, triggeredBy: string): number {
    let found = 0;
    const removed = database.write((connection) => {
      const chosen = JSON.stringify(keys);
      const units = connection
        .prepare(`SELECT key, check_name, target FROM verdicts ${CHOSEN} LIMIT ${MOST_ROWS}`)
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
    if (found > 0) options.onDoubt();
    return removed ? found : 0;
  }

  function evictMany(fingerprints: readonly Fingerprint[], reason: string, triggeredBy: string): number {
    for (const fingerprint of fingerprints) evicted.add(fingerprint);
    const removed = remove(fingerprints.map(toColumn), reason, triggeredBy);
    // They must not come back if the machine dies now.
    if (removed > 0) database.maintain("PRAGMA wal_checkpoint(PASSIVE)");
    return removed;
  }

  /** What every worktree has stored for these fingerprints. */
  function readMany(fingerprints: ReadonlySet<Fingerprint>): ReadonlyMap<Fingerprint, readonly Ranked[]> {
    const found = new Map<Fingerprint, Ranked[]>();
    if (fingerprints.size === 0) return found;
    for (const row of select(CHOSEN, JSON.stringify(Array.from(fingerprints, toColumn)))) {
      const verdict = open(row);
      if (verdict === undefined || !fingerprints.has(verdict.fingerprint)) continue;
      const ranked = { verdict, sequence: Number(row["sequence"]) };
      const others = found.get(verdict.fingerprint);
      if (others === undefined) found.set(verdict.fingerprint, [ranked]);
      else others.push(ranked);
      touches.note("verdicts", String(row["key"]), verdict.lastUsedAt);
    }
    return found;
  }

  function findMany(fingerprints: readonly Fingerprint[]): ReadonlyMap<Fingerprint, StoredVerdict> {
    const found = new Map<Fingerprint, StoredVerdict>();
    const wanted = new Set(fingerprints);
    for (const [fingerprint, verdicts] of readMany(wanted)) {
      const chosen = choose(verdicts, here);
      if (chosen === null) contested.add(fingerprint);
      else if (chosen !== undefined) found.set(fingerprint, chosen);
    }
    options.count(found.size, wanted.size - found.size);
    return found;
  }

  /** The newest intact row of a unit, this worktree's own first. */
  function latest(check: string, target: Target): StoredVerdict | undefined {
    const unit = "WHERE check_name = ? AND target = ? ORDER BY origin <> ?, sequence DESC";
    for (const row of select(unit, toColumn(check), toColumn(target), toColumn(ownOrigin))) {
      const verdict = open(row);
      if (verdict?.check === check && verdict.target === target) return verdict;
    }
    return undefined;
  }

  function pathSetsOf(weakKeys: readonly WeakKey[]): ReadonlyMap<WeakKey, readonly PathSetId[]> {
    const found = new Map<WeakKey, PathSetId[]>();
    if (weakKeys.length === 0) return found;
    const rows = database.read<readonly Row[]>(
      (connection) => connection.prepare(SETS).all(JSON.stringify(weakKeys)),
      [],
    );
    for (const row of rows) {
      const key = String(row["weak_key"]) as WeakKey;
      const sets = found.get(key);
      const id = String(row["path_set"]) as PathSetId;
      if (sets === undefined) found.set(key, [id]);
      else sets.push(id);
    }
    return found;
  }

  function putMany(
    verdicts: readonly Verdict[],
    setsThatStay: Parameters<Verdicts["putMany"]>[1] = new Map(),
  ): number {
    const at = now();
    for (const { fingerprint } of verdicts) {
      evicted.delete(fingerprint);
      contested.delete(fingerprint);
    }
    write(verdicts, {
      complete: (verdict) => ({ ...verdict, origin: ownOrigin, createdAt: at }),
      setsThatStay,
    });
    return at;
  }

  function write<V extends Verdict>(verdicts: readonly V[], { complete, setsThatStay }: Writing<V>): void {
    const at = now();
    const known = readMany(new Set(verdicts.map(({ fingerprint }) => fingerprint)));
    const isNews = known.size > 0 && isContested(verdicts.map(complete), known);
    database.write((connection) => {
      const insert = connection.prepare(
        `INSERT OR REPLACE INTO verdicts
         (key, origin, check_name, target, weak_key, path_set, last_used_at, body, seal)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      );
      // Each is made when its turn comes: with its components, it is large.
      for (const verdict of verdicts) {
        const value = complete(verdict);
        const [key, origin] = [toColumn(value.fingerprint), toColumn(value.origin)];
        const { body, seal } = sealer.seal(nameOf(key, origin), value);
        const unit = [toColumn(value.check), toColumn(value.target)] as const;
        insert.run(key, origin, ...unit, value.weakKey, value.pathSet, at, body, seal);
      }
      if (setsThatStay.size === 0) return;
      const remove = connection.prepare(REPLACED);
      for (const [weakKey, sets] of setsThatStay) remove.run(weakKey, JSON.stringify([...sets]));
    });
    if (isNews) options.onDoubt();
  }

  function standAgain(fingerprints: readonly Fingerprint[]): void {
    const chosen = JSON.stringify(fingerprints.map(toColumn));
    const overtaken = database.read<readonly Row[]>(
      (connection) => connection.prepare(`${OVERTAKEN} LIMIT ${MOST_ROWS}`).all(chosen, toColumn(ownOrigin)),
      [],
    );
    if (overtaken.length === 0) return;
    database.write((connection) => {
      const move = connection.prepare(
        `UPDATE verdicts SET sequence = (SELECT max(sequence) + 1 FROM verdicts) WHERE sequence = ?
         AND NOT EXISTS (SELECT 1 FROM verdicts AS other WHERE other.key = verdicts.key
           AND other.origin <> verdicts.origin AND other.sequence > verdicts.sequence)`,
      );
      for (const { sequence } of overtaken) move.run(Number(sequence));
    });
  }

  return {
    findMany,
    isContested: (fingerprint) => contested.has(fingerprint),
    pathSetsOf,
    putMany,
    takeOver: (verdicts) => write(verdicts, { complete: (verdict) => verdict, setsThatStay: new Map() }),
    standAgain,
    latestMany(check, targets) {
      const newest = new Map<Target, StoredVerdict>();
      const chosen = targets === undefined ? "" : " AND target IN (SELECT value FROM json_each(?))";
      const values = targets === undefined ? [] : [JSON.stringify(targets.map(toColumn))];
      // One row for each unit: the newest of this worktree, or else the newest of all.
      const condition = `WHERE sequence IN (
        SELECT coalesce(max(CASE WHEN origin = ? THEN sequence END), max(sequence))
        FROM (SELECT sequence, target, origin FROM verdicts WHERE check_name = ?${chosen} LIMIT ${MOST_ROWS})
        GROUP BY target)`;
      for (const row of select(condition, toColumn(ownOrigin), toColumn(check), ...values)) {
        const verdict = open(row) ?? latest(check, fromColumn(String(row["target"])) as Target);
        if (verdict?.check === check) newest.set(verdict.target, verdict);
      }
      return newest;
    },
    evict: (fingerprint, ...why) => evictMany([fingerprint], ...why) > 0,
    evictMany,
  };
}

function nameOf(key: string, origin: string): string {
  return `${key} ${origin}`;
}

/** Whether a body belongs to the row in which it was found. */
function isOf({ fingerprint, origin }: VerdictBody, row: Row): boolean {
  return toColumn(fingerprint) === row["key"] && toColumn(origin) === row["origin"];
}

type Unit = Pick<Invalidation, "check" | "target" | "fingerprint">;

/** The unit of a row, as far as its columns say: enough for the audit trail. */
export function unitOf(row: Row): Unit {
  return {
    check: fromColumn(String(row["check_name"])) ?? "",
    target: (fromColumn(String(row["target"])) ?? "") as Target,
    fingerprint: (fromColumn(String(row["key"])) ?? "") as Fingerprint,
  };
}

import type { OwnPlace } from "../../system/own/own-place.ts";
import type { FixedFinding, Severity } from "../../vocabulary/verdict/finding.ts";
import {
  arrayOf,
  literal,
  nullable,
  number,
  object,
  optional,
  recordOf,
  type IsShaped,
  string,
} from "../database/shape.ts";
import { readSealed, type SealedFile, writeSealed } from "../kept/sealed-json.ts";
import type { StoreKey } from "../key.ts";

/** What was found in one state of the tree. */
export interface FindingRecord {
  /** Null if something was not committed. */
  readonly commit: string | null;
  /** In milliseconds since 1970. */
  readonly at: number;
  /** The checks whose findings are all here. */
  readonly checks: readonly string[];
  readonly findings: readonly FixedFinding[];
  /** The exit statuses of checks that failed then, by name. Absent if they were not stored. */
  readonly exitCodes?: Readonly<Record<string, readonly number[]>>;
}

const FILE: SealedFile = {
  name: "findings.sealed",
  what: "findings.sealed",
  limit: 64 * 1024 * 1024,
  isDurable: true,
};
const MOST_RECORDS = 10;
const MOST_FINDINGS = 50_000;
const MESSAGE = 300;

const text = optional(string) as IsShaped<string>;

const findingRecord: IsShaped<FindingRecord> = object<FindingRecord>({
  commit: nullable(string),
  at: number,
  checks: arrayOf(string),
  findings: arrayOf(
    object<FixedFinding>({
      id: string,
      check: string,
      severity: literal<Severity>("error", "warning", "info"),
      message: string,
      file: text,
      line: optional(number) as IsShaped<number>,
      code: text,
    }),
  ),
  exitCodes: optional(recordOf(arrayOf(number))) as IsShaped<Readonly<Record<string, readonly number[]>>>,
});

/** The records in the store's directory, newest first. Leaves out what is damaged or not sealed with this key. */
export function readFindingRecords(dir: OwnPlace, key: StoreKey): readonly FindingRecord[] {
  const value = readSealed({ dir, key, engine: null }, FILE);
  return arrayOf(findingRecord)(value) ? value : [];
}

/** Replaces all records in one step, as far as there is room. Returns whether it could. */
export function writeFindingRecords(
  dir: OwnPlace,
  key: StoreKey,
  records: readonly FindingRecord[],
): boolean {
  let room = MOST_FINDINGS;
  const kept = records.slice(0, MOST_RECORDS).filter(({ findings }, index) => {
    room -= findings.length;
    return index === 0 || room >= 0;
  });
  const bounded = kept.map((record) => ({
    ...record,
    findings: record.findings.slice(0, MOST_FINDINGS).map(shorten),
  }));
  return writeSealed({ dir, key, engine: null }, FILE, bounded) !== null;
}

function shorten({ id, check, severity, message, file, line, code }: FixedFinding): FixedFinding {
  return {
    id,
    check,
    severity,
    message: message.slice(0, MESSAGE),
    ...(file === undefined ? {} : { file }),
    ...(line === undefined ? {} : { line }),
    ...(code === undefined ? {} : { code }),
  };
}

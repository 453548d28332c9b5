import { hash } from "node:crypto";
import { join } from "node:path";
import { readSmallFile, replaceFile } from "../system/state-file.ts";
import type { FixedFinding, Severity } from "../vocabulary/finding.ts";
import {
  arrayOf,
  literal,
  nullable,
  number,
  object,
  optional,
  recordOf,
  string,
  type Shape,
} from "./shape.ts";

/** What was found in one state of the tree. */
export interface FindingRecord {
  /** Null where something was not committed. */
  readonly commit: string | null;
  /** In milliseconds since 1970. */
  readonly at: number;
  /** The checks of which everything that they found is here. */
  readonly checks: readonly string[];
  readonly findings: readonly FixedFinding[];
  /** The statuses with which checks failed then, by the check's name. Absent where that was not kept. */
  readonly exitCodes?: Readonly<Record<string, readonly number[]>>;
}

const NAME = "findings.json";
const SIZE_LIMIT = 64 * 1024 * 1024;
const MOST_RECORDS = 10;
const MOST_FINDINGS = 50_000;
const MESSAGE = 300;

const text = optional(string) as Shape<string>;

const findingRecord: Shape<FindingRecord> = object<FindingRecord>({
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
      line: optional(number) as Shape<number>,
      code: text,
    }),
  ),
  exitCodes: optional(recordOf(arrayOf(number))) as Shape<Readonly<Record<string, readonly number[]>>>,
});

/** The records in the store's directory, newest first. What is damaged is not there. */
export function readFindingRecords(dir: string): readonly FindingRecord[] {
  const file = readSmallFile(join(dir, NAME), SIZE_LIMIT);
  if (typeof file === "string") return [];
  const json = file.text.slice(file.text.indexOf("\n") + 1);
  if (file.text !== seal(json)) return [];
  try {
    const value: unknown = JSON.parse(json);
    return arrayOf(findingRecord)(value) ? value : [];
  } catch {
    return [];
  }
}

/** Replaces all records in one step, as far as there is room for them, and says whether it could. */
export function writeFindingRecords(dir: string, records: readonly FindingRecord[]): boolean {
  let room = MOST_FINDINGS;
  const kept = records.slice(0, MOST_RECORDS).filter(({ findings }, index) => {
    room -= findings.length;
    return index === 0 || room >= 0;
  });
  const bounded = kept.map((record) => ({
    ...record,
    findings: record.findings.slice(0, MOST_FINDINGS).map(shorten),
  }));
  return replaceFile(join(dir, NAME), seal(JSON.stringify(bounded))) === "written";
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

function seal(json: string): string {
  return `${hash("sha256", json, "hex")}\n${json}`;
}

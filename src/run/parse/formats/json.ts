import type { RepoPath } from "../../../vocabulary/tree/path.ts";
import type { Severity } from "../../../vocabulary/verdict/finding.ts";
import type { Locate } from "../locate.ts";

export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function objects(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

export function textValue(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** A line or column: they count from 1, and tools write 0 for "unknown". */
export function positionOf(value: unknown): number | undefined {
  const number = typeof value === "string" ? Number(value) : value;
  return typeof number === "number" && Number.isSafeInteger(number) && number > 0 ? number : undefined;
}

export function fileOf(value: unknown, locate: Locate): RepoPath | undefined {
  return typeof value === "string" ? locate(value)?.path : undefined;
}

export function severityOf(word: unknown): Severity {
  if (typeof word !== "string") return "error";
  const lower = word.toLowerCase();
  if (/^(error|fatal|failure|err)/.test(lower)) return "error";
  if (lower.startsWith("warn")) return "warning";
  return /^(info|note|notice|hint|advice|remark|message|suggestion|none)/.test(lower) ? "info" : "error";
}

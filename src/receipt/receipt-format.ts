import { hash } from "node:crypto";
import type { LeftOutCheck, Receipt, ReceiptCheck } from "../vocabulary/run/receipt.ts";

/** A text that should be a receipt: parsed, altered since it was written, or not a receipt. */
export type ReadReceipt =
  | { readonly type: "receipt"; readonly receipt: Receipt }
  | { readonly type: "altered"; readonly detail: string }
  | { readonly type: "unreadable"; readonly detail: string };

const HEADER = "verification-receipt: 1";

/** A few lines for people and programs; the last one is a digest of the others. */
export function formatReceipt(receipt: Receipt): string {
  const lines = linesOf(receipt);
  return `${[...lines, `digest: ${digestLines(lines)}`].join("\n")}\n`;
}

/** The same as a JSON document, with the same digest. */
export function withDigest(receipt: Receipt): Receipt & { readonly digest: string } {
  return { ...receipt, digest: digestLines(linesOf(receipt)) };
}

/** Reads either form. A receipt in lines may have other text before and after it, as in a description. */
export function readReceipt(text: string): ReadReceipt {
  return /^\s*\{/.test(text) ? readJson(text) : readLines(text.split(/\r?\n/).map((line) => line.trimEnd()));
}

function linesOf(receipt: Receipt): readonly string[] {
  const { commit, gitTree, profiles, checks, leftOut } = receipt;
  return [
    HEADER,
    `engine: ${receipt.engine}`,
    `commit: ${commit ?? "none"}`,
    gitTree === null ? `uncommitted: ${receipt.uncommittedFiles}` : `git-tree: ${gitTree}`,
    `tree: ${receipt.tree}`,
    `files: ${receipt.files}`,
    ...profiles.map((name) => `profile: ${quote(name)}`),
    `verified: ${receipt.verifiedAt}`,
    ...checks.map(
      ({ check, units, fingerprints }) => `check: passed ${units} ${fingerprints} ${quote(check)}`,
    ),
    ...leftOut.map(({ check, why }) => `left-out: ${why} ${quote(check)}`),
  ];
}

function digestLines(lines: readonly string[]): string {
  return hash("sha256", lines.join("\n"));
}

/** Characters that are invisible, end a line, or may be a command to a CI system. */
const UNSAFE = /##|[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;

/** A plain name, or one in quotes and ASCII if it would not survive on a printed line. */
function quote(name: string): string {
  if (/^[^\p{Z}"][^]*(?<!\p{Z})$/u.test(name) && !UNSAFE.test(name)) return name;
  return JSON.stringify(name).replaceAll(
    /[^ -"$-~]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

function unquote(text: string): string | null {
  if (!text.startsWith('"')) return text;
  try {
    return String(JSON.parse(text));
  } catch {
    return null;
  }
}

function readLines(lines: readonly string[]): ReadReceipt {
  const start = lines.indexOf(HEADER);
  if (start === -1) return { type: "unreadable", detail: `no line says "${HEADER}"` };
  if (lines.indexOf(HEADER, start + 1) !== -1)
    return { type: "unreadable", detail: "it contains more than one receipt" };
  const end = lines.findIndex((line, index) => index > start && line.startsWith("digest: "));
  if (end === -1) return { type: "altered", detail: "its digest is missing" };
  const own = lines.slice(start, end);
  if (lines[end] !== `digest: ${digestLines(own)}`) return ALTERED;
  const receipt = parseLines(own.slice(1));
  return receipt === null ? { type: "altered", detail: "not all of it can be read" } : receipt;
}

const ALTERED = { type: "altered", detail: "its digest does not match its content" } as const;

function parseLines(lines: readonly string[]): ReadReceipt | null {
  const fields = new Map<string, string>();
  const profiles: string[] = [];
  const checks: ReceiptCheck[] = [];
  const leftOut: LeftOutCheck[] = [];
  for (const line of lines) {
    const [, key = "", value = ""] = /^([a-z-]+): (.+)$/.exec(line) ?? [];
    const check = /^passed (\d+) ([0-9a-f]+) (.+)$/.exec(value);
    const left = /^(disabled|no-files) (.+)$/.exec(value);
    if (key === "profile") profiles.push(unquote(value) ?? "");
    else if (key === "check" && check !== null) {
      const [, units = "", fingerprints = "", name = ""] = check;
      checks.push({ check: unquote(name) ?? "", units: Number(units), fingerprints });
    } else if (key === "left-out" && left !== null) {
      leftOut.push({ why: left[1] as LeftOutCheck["why"], check: unquote(left[2] as string) ?? "" });
    } else fields.set(key, value);
  }
  const commit = fields.get("commit");
  const receipt: Receipt = {
    schemaVersion: 1,
    engine: fields.get("engine") ?? "",
    commit: commit === undefined || commit === "none" ? null : commit,
    gitTree: fields.get("git-tree") ?? null,
    uncommittedFiles: Number(fields.get("uncommitted") ?? 0),
    tree: fields.get("tree") ?? "",
    files: Number(fields.get("files")),
    profiles,
    verifiedAt: fields.get("verified") ?? "",
    checks,
    leftOut,
  };
  // Lines that differ from what we would write may mean something else.
  return linesOf(receipt).slice(1).join("\n") === lines.join("\n") ? { type: "receipt", receipt } : null;
}

function readJson(text: string): ReadReceipt {
  const notOne = { type: "unreadable", detail: "it is JSON, but not a receipt" } as const;
  let given: Partial<Record<string, unknown>>;
  try {
    given = JSON.parse(text) as typeof given;
  } catch {
    return { type: "unreadable", detail: "it is not valid JSON" };
  }
  if (given["schemaVersion"] !== 1 || typeof given["digest"] !== "string" || !isReceipt(given)) return notOne;
  const { digest, ...receipt } = given as unknown as Receipt & { digest: string };
  const lines = linesOf(receipt);
  if (digest !== digestLines(lines)) return ALTERED;
  const read = parseLines(lines.slice(1));
  return read === null ? { type: "altered", detail: "not all of it can be read" } : read;
}

/** Whether it has the lists and fields that lines are made of; reading those lines validates their values. */
function isReceipt(given: Partial<Record<string, unknown>>): boolean {
  const isList = (value: unknown, isItem: (item: unknown) => boolean): boolean =>
    Array.isArray(value) && value.every(isItem);
  const isNamed = (item: unknown): boolean => typeof (item as { check?: unknown } | null)?.check === "string";
  return (
    isList(given["profiles"], (name) => typeof name === "string") &&
    isList(given["checks"], isNamed) &&
    isList(given["leftOut"], isNamed)
  );
}

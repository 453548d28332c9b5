import { dirname, join } from "node:path";
import { readOwn, replaceOwn, type Unwritten } from "../../system/own/own-file.ts";
import { isTooDeep } from "../../values/json-depth.ts";
import type { AnalysisStatus, Meta } from "../../vocabulary/flow/workflow.ts";
import { ANALYSIS_PHASES } from "../phases/phases.ts";
import { validatePhasesCompleted } from "./validate-phases-completed.ts";

export const META_FILE = "meta.json";
const SIZE_LIMIT = 4 * 1024 * 1024;

/** An item's record; null if it is missing or corrupt. Never throws. */
export function readMeta(dir: string): Meta | null {
  return loadMeta(dir).meta;
}

export type LoadedMeta =
  | { readonly meta: Meta; readonly problem: null }
  | { readonly meta: null; readonly problem: "missing" | "corrupt" }
  /** It is a link, or behind one; `why` has no full stop. */
  | { readonly meta: null; readonly problem: "refused"; readonly why: string };

/** Follows no link below the base, which is by default the parent of the item's directory. */
export function loadMeta(dir: string, base: string = dirname(dir)): LoadedMeta {
  const read = readOwn({ base, path: join(dir, META_FILE) }, SIZE_LIMIT);
  if (read === "absent") return { meta: null, problem: "missing" };
  if (read === "unreadable") return { meta: null, problem: "corrupt" };
  if ("refused" in read) return { meta: null, problem: "refused", why: read.refused };
  try {
    const value = JSON.parse(read.text.replace(/^\uFEFF/, "")) as unknown;
    if (typeof value === "object" && value !== null && !Array.isArray(value) && !isTooDeep(value)) {
      return { meta: understandLegacy(value as Meta), problem: null };
    }
  } catch {
    // Not JSON, so it is corrupt.
  }
  return { meta: null, problem: "corrupt" };
}

/** Older records only say whether the whole analysis was done. */
function understandLegacy(meta: Meta): Meta {
  if (!("phase_a_completed" in meta) || "phases_completed" in meta) return meta;
  return { ...meta, phases_completed: meta["phase_a_completed"] === true ? [...ANALYSIS_PHASES] : [] };
}

/**
 * Replaces an item's record in one step, with the indentation, line endings and last line of the existing one. Returns
 * whether it could; never throws.
 */
export function writeMeta(dir: string, meta: Meta, base: string = dirname(dir)): "written" | Unwritten {
  const place = { base, path: join(dir, META_FILE) };
  const old = readOwn(place, SIZE_LIMIT);
  return replaceOwn(place, formatLike(typeof old === "object" && "text" in old ? old.text : "", meta));
}

function formatLike(old: string, meta: Meta): string {
  const indentation = /^\uFEFF?\s*\{\r?\n([ \t]+)"/.exec(old)?.[1];
  const isOneLine = old.trim().startsWith("{") && indentation === undefined && old.trim() !== "{}";
  const json = JSON.stringify(meta, null, isOneLine ? undefined : (indentation ?? 2));
  const text = old === "" || old.endsWith("\n") ? `${json}\n` : json;
  return `${old.startsWith("\uFEFF") ? "\uFEFF" : ""}${old.includes("\r\n") ? text.replaceAll("\n", "\r\n") : text}`;
}

/** A field that is text; null if it is anything else. */
export function textField(meta: Meta | null, field: string): string | null {
  const value = meta?.[field];
  return typeof value === "string" && value !== "" ? value : null;
}

/** The status of an analysis, from the phases that its record calls completed. Anything but a list counts as none. */
export function deriveAnalysisStatus(completed: unknown): AnalysisStatus {
  return analysisStatus(validatePhasesCompleted(completed).valid);
}

/** The status of an analysis with these phases: all five, unless a workflow has fewer. */
export function analysisStatus(
  completed: readonly string[],
  wanted: readonly string[] = ANALYSIS_PHASES,
): AnalysisStatus {
  if (completed.length === 0) return "raw";
  return wanted.every((phase) => completed.includes(phase)) ? "analyzed" : "partial";
}

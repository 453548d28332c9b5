import type { CheckResult } from "../vocabulary/verdict/result.ts";
import type { RanOn } from "../vocabulary/run/workers.ts";

/** `840 ms`, `3.2 s`, `2 min 5 s`. */
export function formatDuration(milliseconds: number): string {
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  const seconds = milliseconds / 1000;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  return `${Math.floor(seconds / 60)} min ${Math.floor(seconds % 60)} s`;
}

/** How long a check took; empty if it was cached or did not end by itself. */
export function formatTime({ cached, duration, exitCode, signal, status, command }: CheckResult): string {
  const isEnded = exitCode !== null || signal !== undefined || isBuiltinResult({ command });
  return cached || (status === "failed" && !isEnded) ? "" : formatDuration(duration);
}

/** Built-in verifiers have no command line and no exit code. */
export function isBuiltinResult({ command }: Pick<CheckResult, "command">): boolean {
  return command[0]?.startsWith("builtin:") ?? false;
}

/** `on one (12), two (8)`: which workers ran how many commands. */
export function describeWorkers(ranOn: readonly RanOn[]): string {
  const [first, ...others] = ranOn;
  if (first !== undefined && others.length === 0) return `on ${first.worker}`;
  const named = ranOn.slice(0, MOST_WORKERS).map(({ worker, commands }) => `${worker} (${commands})`);
  const more = ranOn.length - named.length;
  return `on ${named.join(", ")}${more > 0 ? ` and ${plural(more, "other")}` : ""}`;
}

const MOST_WORKERS = 4;

export function describeUnits({ cached, filesVerified, cacheHits }: CheckResult): string {
  if (cached) return cacheHits > 1 ? `cached, ${plural(cacheHits, "file")}` : "cached";
  if (cacheHits > 0) return `${plural(filesVerified, "file")} verified, ${cacheHits} cached`;
  return filesVerified > 1 ? plural(filesVerified, "file") : "";
}

export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** A share from 0 to 1: `0 %`, `12.5 %`, `100 %`. */
export function formatPercent(share: number): string {
  return `${(share * 100).toFixed(share === 1 || share === 0 ? 0 : 1)} %`;
}

/** The first digits of a hash, as people quote it. */
export function hashPrefix(hash: string, digits = 12): string {
  return hash.slice(0, digits);
}

/** The first lines of a long list, and how many more there are. */
export function clipList<T>(
  lines: readonly T[],
  {
    most,
    indent = "",
    hint = "",
  }: { readonly most: number; readonly indent?: string; readonly hint?: string },
): readonly (T | string)[] {
  if (lines.length <= most) return lines;
  const rest = `${indent}... and ${lines.length - most} more`;
  return [...lines.slice(0, most), hint === "" ? rest : `${rest} (${hint})`];
}

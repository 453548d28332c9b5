import type { Invalidation } from "../store/records.ts";
import type { PruneReport, StoreStats } from "../store/store.ts";
import { plural } from "./format.ts";

export function renderCacheStats(stats: StoreStats): string {
  const rows: [string, string][] = [
    ["directory", stats.dir ?? "none"],
    ["size", `${formatBytes(stats.bytes)} of at most ${formatBytes(stats.maxBytes)}`],
    ["verdicts", `${stats.verdicts.entries} (${formatBytes(stats.verdicts.bytes)})`],
    ["evidence", `${stats.nodes.entries} (${formatBytes(stats.nodes.bytes)})`],
    ["extractions", `${stats.extractions.entries} (${formatBytes(stats.extractions.bytes)})`],
    ["runs", String(stats.runs)],
    ["lookups", `${stats.hits} found, ${stats.misses} not`],
    ["oldest use", stats.verdicts.oldest === null ? "never" : new Date(stats.verdicts.oldest).toISOString()],
    ["last pruned", stats.prunedAt === null ? "never" : new Date(stats.prunedAt).toISOString()],
  ];
  return `${rows.map(([name, value]) => `${name.padEnd(12)} ${value}`).join("\n")}\n`;
}

export function renderPruned({ expired, overLimit, bytes }: PruneReport): string {
  return `Removed ${plural(expired.verdicts, "verdict")} for age and ${overLimit.verdicts} to make room; ${formatBytes(bytes)} are left.\n`;
}

export function renderInvalidations(invalidations: readonly Invalidation[]): string {
  if (invalidations.length === 0) return "No verdict has stopped standing.\n";
  const lines = invalidations.map(({ at, check, target, reason, triggeredBy }) => {
    const because = triggeredBy === target || triggeredBy === check ? "" : `, by ${triggeredBy}`;
    return `${new Date(at).toISOString()}  ${check}${target === "" ? "" : ` ${target}`}: ${reason}${because}`;
  });
  return `${lines.join("\n")}\n`;
}

function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  return bytes < 1024 * 1024 ? `${(bytes / 1024).toFixed(1)} KiB` : `${(bytes / 1024 / 1024).toFixed(1)} MiB`;
}

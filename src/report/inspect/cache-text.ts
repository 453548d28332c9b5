import type { RemoteStatus } from "../../inspect/cache-stats.ts";
import type { Invalidation } from "../../store/records/records.ts";
import type { PruneReport, StoreStats } from "../../store/store.ts";
import { plural } from "../format.ts";
import { joinLines, joinParts, type Part, safe, type SafeText } from "../print/safe-text.ts";

export function renderCacheStats(stats: StoreStats & { readonly remote: RemoteStatus | null }): SafeText {
  const rows: readonly (readonly [string, Part])[] = [
    ["directory", stats.dir ?? "none"],
    ["size", safe`${formatBytes(stats.bytes)} of at most ${formatBytes(stats.maxBytes)}`],
    ["verdicts", safe`${stats.verdicts.entries} (${formatBytes(stats.verdicts.bytes)})`],
    ...(stats.fromElsewhere === 0 && stats.remote === null
      ? []
      : [["elsewhere", `${stats.fromElsewhere} of them from other machines`] as const]),
    ["path sets", safe`${stats.pathSets.entries} (${formatBytes(stats.pathSets.bytes)})`],
    ["fingerprints", safe`${stats.nodes.entries} (${formatBytes(stats.nodes.bytes)})`],
    ["extractions", safe`${stats.extractions.entries} (${formatBytes(stats.extractions.bytes)})`],
    ["runs", String(stats.runs)],
    ["lookups", safe`${stats.hits} found, ${stats.misses} not`],
    ["oldest use", stats.verdicts.oldest === null ? "never" : new Date(stats.verdicts.oldest).toISOString()],
    ["last pruned", stats.prunedAt === null ? "never" : new Date(stats.prunedAt).toISOString()],
  ];
  const shared = stats.remote === null ? [] : describeRemote(stats.remote);
  return joinLines([...[...rows, ...shared].map(([name, value]) => safe`${name.padEnd(12)} ${value}`), ""]);
}

function describeRemote(remote: RemoteStatus): readonly (readonly [string, Part])[] {
  if ("problem" in remote) return [["shared", remote.problem]];
  const keys = remote.writers.map(
    ({ id, name, onlyBranches }) => safe`${name} (${id}${onlyBranches ? ", branches only" : ""})`,
  );
  return [
    ["shared", safe`${remote.place}, for ${remote.repository}`],
    ["reads", remote.reads.join(", ")],
    ["writes", remote.writes ?? safe`nothing: ${remote.why ?? ""}`],
    ["trusts", keys.length === 0 ? "nobody" : joinParts(keys, ", ")],
    ...remote.notes.map((note) => ["note", note] as const),
  ];
}

export function renderPruned({ expired, overLimit, bytes }: PruneReport): SafeText {
  return safe`Removed ${plural(expired.verdicts, "verdict")} for age and ${overLimit.verdicts} to make room; ${formatBytes(bytes)} left.\n`;
}

/** Where the reason has said it already. */
const SAID: ReadonlySet<string> = new Set(["clear", "seal"]);

export function renderInvalidations(invalidations: readonly Invalidation[]): SafeText {
  if (invalidations.length === 0) return safe`No cached verdict was invalidated.\n`;
  const lines = invalidations.map(({ at, check, target, reason, triggeredBy }) => {
    const because =
      SAID.has(triggeredBy) || triggeredBy === target || triggeredBy === check
        ? ""
        : safe`, by ${triggeredBy}`;
    const why = reason.replaceAll(/\s*\n\s*/g, "; ");
    return safe`${new Date(at).toISOString()}  ${check}${target === "" ? "" : safe` ${target}`}: ${why}${because}`;
  });
  return joinLines([...lines, ""]);
}

export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  return bytes < 1024 * 1024 ? `${(bytes / 1024).toFixed(1)} KiB` : `${(bytes / 1024 / 1024).toFixed(1)} MiB`;
}

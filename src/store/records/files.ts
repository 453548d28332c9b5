import type { StatRecord } from "../../detect/stat-index.ts";
import type { ContentId } from "../../vocabulary/tree/path.ts";
import type { Worktree } from "../../vocabulary/verdict/origin.ts";
import type { FileStats } from "../store.ts";
import type { DocumentTable } from "./documents.ts";

/** The stats of a worktree's files, as documents of the form `size mtime ctime ino mode recorded id`. */
export function createFileStats(documents: DocumentTable, worktree: Worktree): FileStats {
  // No worktree has a line end in its name.
  const prefix = `${worktree}\n`;
  const keyOf = (path: string): string => `${prefix}${path}`;
  return {
    load() {
      const loaded = new Map<string, StatRecord>();
      for (const [key, value] of documents.getStarting(prefix)) {
        const stat = parseStat(value);
        if (stat !== undefined) loaded.set(key.slice(prefix.length), stat);
      }
      return loaded;
    },
    save(stats) {
      documents.putMany(Array.from(stats, ([path, stat]) => [keyOf(path), formatStat(stat)] as const));
    },
  };
}

const NS_PER_MS = 1_000_000n;
const FORM = /^(\d+) (-?\d+) (-?\d+) (\d+) (\d+) (-?\d+) (\S+)$/;

function formatStat({ size, mtimeNs, ctimeNs, ino, mode, recordedMs, id }: StatRecord): string {
  return `${size} ${mtimeNs} ${ctimeNs} ${ino} ${mode} ${BigInt(recordedMs) * NS_PER_MS} ${id}`;
}

function parseStat(value: unknown): StatRecord | undefined {
  const match = typeof value === "string" ? FORM.exec(value) : null;
  if (match === null) return undefined;
  const [, size, mtime, ctime, ino, mode, recorded, id] = match as unknown as readonly string[];
  return {
    size: Number(size),
    mtimeNs: BigInt(mtime as string),
    ctimeNs: BigInt(ctime as string),
    ino: BigInt(ino as string),
    mode: Number(mode),
    recordedMs: Number(BigInt(recorded as string) / NS_PER_MS),
    id: id as ContentId,
  };
}

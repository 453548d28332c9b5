import type { ContentId } from "../vocabulary/path.ts";
import type { DocumentTable } from "./documents.ts";
import type { FileStat } from "./records.ts";
import type { FileStats } from "./store.ts";

/** File stats, as documents of the form `size mtime ctime ino mode recorded id`. */
export function createFileStats(documents: DocumentTable): FileStats {
  return {
    load(paths) {
      const loaded = new Map<string, FileStat>();
      for (const [path, value] of paths === undefined ? documents.getAll() : documents.getMany(paths)) {
        const stat = parseStat(value);
        if (stat !== undefined) loaded.set(path, stat);
      }
      return loaded;
    },
    save(stats) {
      documents.putMany(Array.from(stats, ([path, stat]) => [path, formatStat(stat)] as const));
    },
    forget: (paths) => documents.removeMany(paths),
  };
}

const FORM = /^(\d+) (-?\d+) (-?\d+) (\d+) (\d+) (-?\d+) (\S+)$/;

function formatStat({ size, mtimeNs, ctimeNs, ino, mode, recordedAtNs, id }: FileStat): string {
  return `${size} ${mtimeNs} ${ctimeNs} ${ino} ${mode} ${recordedAtNs} ${id}`;
}

function parseStat(value: unknown): FileStat | undefined {
  const match = typeof value === "string" ? FORM.exec(value) : null;
  if (match === null) return undefined;
  const [, size, mtime, ctime, ino, mode, recorded, id] = match as unknown as readonly string[];
  return {
    size: BigInt(size as string),
    mtimeNs: BigInt(mtime as string),
    ctimeNs: BigInt(ctime as string),
    ino: BigInt(ino as string),
    mode: BigInt(mode as string),
    recordedAtNs: BigInt(recorded as string),
    id: id as ContentId,
  };
}

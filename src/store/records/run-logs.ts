import { listOwn } from "../../system/own/own-directory.ts";
import { appendOwn, PRIVATE, readOwn, removeOwn } from "../../system/own/own-file.ts";
import { absolute, lstat, type OwnPlace } from "../../system/own/own-place.ts";
import { within } from "../directory.ts";

/** Whatever a run has to tell, it stops here. */
const MOST_BYTES = 12 * 1024 * 1024;
/** How many runs are kept. */
const KEPT = 5;
const NAME = /^run-([0-9]{8}-[0-9]{6}-[0-9a-f]{6})\.jsonl$/;

/** How much of an id says when it was. */
const SECOND = "20260101-000000".length;

function changedAt(place: OwnPlace): number {
  try {
    return lstat(absolute(place))?.mtimeMs ?? 0;
  } catch {
    return 0;
  }
}

/** What the latest runs of a checkout wrote down while they went on, for others to look at. Nothing of it is believed. */
export interface RunLogs {
  /** The ids of the runs that have one, the newest first. */
  list(): readonly string[];
  /** Tells whether something was added since; null if there is none. */
  size(runId: string): number | null;
  /** The whole text; empty if there is none, or none that can be read. */
  read(runId: string): string;
  /** Adds to the log of a run; false if that was not possible, and then it never is. */
  append(runId: string, text: string): boolean;
  /** Makes room for another. */
  tidy(): void;
}

export function createRunLogs(own: OwnPlace | null): RunLogs {
  if (own === null)
    return { list: () => [], size: () => null, read: () => "", append: () => false, tidy: () => {} };
  const at = (runId: string): OwnPlace => within(own, `run-${runId}.jsonl`);
  const list = (): readonly string[] => {
    const names = listOwn(own);
    if (!Array.isArray(names)) return [];
    const ids = (names as readonly string[]).flatMap((name) => NAME.exec(name)?.[1] ?? []);
    const writtenAt = new Map(ids.map((id) => [id, changedAt(at(id))]));
    // An id has the second in it; of two runs of one second, the later one wrote last.
    return ids.toSorted((one, other) => {
      const [second, otherSecond] = [one.slice(0, SECOND), other.slice(0, SECOND)];
      if (second !== otherSecond) return second < otherSecond ? 1 : -1;
      return (writtenAt.get(other) ?? 0) - (writtenAt.get(one) ?? 0);
    });
  };
  const isId = (runId: string): boolean => NAME.test(`run-${runId}.jsonl`);
  return {
    list,
    size(runId) {
      try {
        return isId(runId) ? (lstat(absolute(at(runId)))?.size ?? null) : null;
      } catch {
        return null;
      }
    },
    read(runId) {
      // What is added while it grows beyond the limit is in it all the same.
      const found = isId(runId) ? readOwn(at(runId), 2 * MOST_BYTES) : "absent";
      return typeof found === "object" && "text" in found ? found.text : "";
    },
    append: (runId, text) => appendOwn(at(runId), text, { ...PRIVATE, limit: MOST_BYTES }) === "written",
    tidy() {
      for (const runId of list().slice(KEPT - 1)) removeOwn(at(runId));
    },
  };
}

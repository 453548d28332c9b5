import { listOwn } from "../../system/own/own-directory.ts";
import { appendOwn, PRIVATE, readOwn, removeOwn } from "../../system/own/own-file.ts";
import { absolute, lstat, type OwnPlace } from "../../system/own/own-place.ts";
import { within } from "../directory.ts";

/** The log of a run stops at this size. */
const MOST_BYTES = 12 * 1024 * 1024;
/** How many runs are kept. */
const KEPT = 5;
const NAME = /^run-([0-9]{8}-[0-9]{6}-[0-9a-f]{6})\.jsonl$/;

/** The part of an id that says when the run started. */
const SECOND = "20260101-000000".length;

function changedAt(place: OwnPlace): number {
  try {
    return lstat(absolute(place))?.mtimeMs ?? 0;
  } catch {
    return 0;
  }
}

/**
 * The events that the latest runs of a checkout wrote down while they ran, for others to watch. Nothing trusts them.
 */
export interface RunLogs {
  /** The ids of the runs that have a log, newest first. */
  list(): readonly string[];
  /** Grows when something is added; null if there is no log. */
  size(runId: string): number | null;
  /** The whole text; empty if there is none, or if it cannot be read. */
  read(runId: string): string;
  /** Adds to the log of a run. False if that is not possible; then it stays impossible. */
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
    // An id contains the second; of two runs in the same second, the later one wrote last.
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
      // The last addition may exceed the limit, and is still part of the log.
      const found = isId(runId) ? readOwn(at(runId), 2 * MOST_BYTES) : "absent";
      return typeof found === "object" && "text" in found ? found.text : "";
    },
    append: (runId, text) => appendOwn(at(runId), text, { ...PRIVATE, limit: MOST_BYTES }) === "written",
    tidy() {
      for (const runId of list().slice(KEPT - 1)) removeOwn(at(runId));
    },
  };
}

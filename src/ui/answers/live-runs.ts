import type { RunLogs } from "../../store/records/run-logs.ts";
import { birthOf, isProcessAlive } from "../../system/process/living-process.ts";
import type { LoggedEvent } from "../../vocabulary/run/run-log.ts";
import type { FindingsPage, FindingsQuery, RunView } from "../api.ts";
import { gatherFindings, listFindings, NO_FINDINGS } from "./list-findings.ts";
import { parseLog, readRun } from "./read-run.ts";

/** The latest runs that have a log. */
export interface LiveRuns {
  /** The newest; null if there is none. */
  current(): RunView | null;
  find(runId: string): RunView | null;
  findings(query: FindingsQuery): FindingsPage;
  events(runId: string): readonly LoggedEvent[];
}

/** Reads logs. A log that has not grown is not read again. */
export function createLiveRuns(logs: RunLogs): LiveRuns {
  const read = new Map<string, { readonly size: number; readonly events: readonly LoggedEvent[] }>();
  const gathered = new WeakMap<readonly LoggedEvent[], ReturnType<typeof gatherFindings>>();
  const events = (runId: string): readonly LoggedEvent[] => {
    const size = logs.size(runId) ?? 0;
    const known = read.get(runId);
    if (known?.size === size) return known.events;
    const parsed = parseLog(logs.read(runId));
    read.set(runId, { size, events: parsed });
    return parsed;
  };
  const list = (): readonly string[] => {
    const ids = logs.list();
    for (const known of read.keys()) if (!ids.includes(known)) read.delete(known);
    return ids;
  };
  const find = (runId: string): RunView | null => readRun(events(runId), isAlive);
  const found = (runId: string): ReturnType<typeof gatherFindings> => {
    const runEvents = events(runId);
    const known = gathered.get(runEvents) ?? gatherFindings(runId, runEvents);
    gathered.set(runEvents, known);
    return known;
  };
  return {
    current() {
      const [newest] = list();
      return newest === undefined ? null : find(newest);
    },
    find: (runId) => (list().includes(runId) ? find(runId) : null),
    events: (runId) => (list().includes(runId) ? events(runId) : []),
    findings(query) {
      // A running run has not reported its findings yet.
      const ended = list().filter((runId) => events(runId).some(({ type }) => type === "finished"));
      const runId = ended.find((id) => id === query.run) ?? ended[0] ?? null;
      return {
        ...listFindings(runId === null ? NO_FINDINGS : found(runId), query),
        runId,
        runs: ended.map((id) => ({
          runId: id,
          startedAt: find(id)?.startedAt ?? 0,
          findings: found(id).total,
        })),
      };
    },
  };
}

function isAlive(pid: number, born: string): boolean {
  return isProcessAlive(pid) && birthOf(pid) === born;
}

import { basename, dirname, join } from "node:path";
import { ensureOwnDirectory, listOwn } from "../../system/own/own-directory.ts";
import { readOwn, removeOwn, renameOwn, replaceOwn } from "../../system/own/own-file.ts";
import type { OwnPlace } from "../../system/own/own-place.ts";
import { isTooDeep } from "../../values/json-depth.ts";
import { fail, succeed } from "../../values/succeed.ts";
import type { Result } from "../../vocabulary/failure.ts";

export const PHASE_STATUSES = [
  "pending",
  "running",
  "waiting",
  "failed",
  "interrupted",
  "completed",
  "skipped",
] as const;

export interface PhaseState {
  readonly status: (typeof PHASE_STATUSES)[number];
  readonly started_at?: string;
  readonly completed_at?: string;
  /** Why it failed. */
  readonly reason?: string;
}

/** The workflow that runs, waits or was stopped. */
export interface ActiveWorkflow {
  readonly type: string;
  readonly mode: "build" | "analyze";
  readonly artifact_folder: string;
  readonly phases: readonly string[];
  readonly current_phase: string | null;
  readonly current_phase_index: number;
  readonly started_at: string;
  readonly branch: string | null;
  readonly supervised: boolean;
  readonly options: Readonly<Record<string, string>>;
  /** For a repeated quick scan: a digest of its earlier artifacts. Null if none is repeated. */
  readonly quick_scan_before: string | null;
}

export interface FlowState {
  readonly schemaVersion: 1;
  readonly active_workflow: ActiveWorkflow | null;
  readonly phases: Readonly<Record<string, PhaseState>>;
}

export interface LoadedState {
  readonly state: FlowState;
  readonly problem: "corrupt" | null;
}

const EMPTY: FlowState = { schemaVersion: 1, active_workflow: null, phases: {} };
const SIZE_LIMIT = 4 * 1024 * 1024;

/** Where the state is. */
export interface StatePlace {
  readonly root: string;
  readonly statePath: string;
}

function placeOf({ root, statePath }: StatePlace): OwnPlace {
  return { base: root, path: statePath };
}

/** The state of the running workflow. An unreadable state counts as none. Never throws. */
export function readState(config: StatePlace): LoadedState {
  const read = readOwn(placeOf(config), SIZE_LIMIT);
  if (read === "absent") return { state: EMPTY, problem: null };
  if (typeof read === "string" || "refused" in read) return { state: EMPTY, problem: "corrupt" };
  try {
    const value = JSON.parse(read.text) as FlowState;
    if (!isTooDeep(value) && isState(value))
      return { state: { ...value, phases: value.phases ?? {} }, problem: null };
  } catch {
    // Not JSON, so it is corrupt.
  }
  return { state: EMPTY, problem: "corrupt" };
}

function isState(value: unknown): value is FlowState {
  if (typeof value !== "object" || value === null || !("active_workflow" in value)) return false;
  const active = value.active_workflow as ActiveWorkflow | null;
  if (!arePhases((value as Partial<FlowState>).phases)) return false;
  if (active === null) return true;
  return (
    typeof active === "object" &&
    typeof active.type === "string" &&
    typeof active.artifact_folder === "string" &&
    !/[/\\]|^\.+$/.test(active.artifact_folder) &&
    Array.isArray(active.phases) &&
    active.phases.every((phase) => typeof phase === "string") &&
    Number.isInteger(active.current_phase_index) &&
    active.current_phase_index >= 0 &&
    areTexts(active.mode, active.started_at, active.branch, active.current_phase, active.quick_scan_before) &&
    isRecord(active.options ?? {}) &&
    areTexts(...Object.values(active.options ?? {}))
  );
}

/** Older states and hand-edited ones may lack fields; a field never has another type. */
function arePhases(phases: unknown): boolean {
  if (phases === undefined) return true;
  return (
    isRecord(phases) &&
    Object.values(phases).every(
      (phase) =>
        isRecord(phase) &&
        (PHASE_STATUSES as readonly unknown[]).includes(phase["status"]) &&
        areTexts(phase["started_at"], phase["completed_at"], phase["reason"]),
    )
  );
}

function areTexts(...values: readonly unknown[]): boolean {
  return values.every((value) => value === undefined || value === null || typeof value === "string");
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Replaces the state in one step: whatever happens, the next command finds the old one or the new one. */
export function writeState(config: StatePlace, state: FlowState): Result<FlowState> {
  prepareStateDirectory(config);
  const place = placeOf(config);
  if (readState(config).problem === "corrupt") setAside(place);
  const written = replaceOwn(place, `${JSON.stringify(state, null, 2)}\n`);
  if (written === "written") return succeed(state);
  return fail({
    kind: "usage",
    message: `The state of the workflow cannot be written (${written.reason}).`,
    value: place.path,
    expected: "a file that can be written",
  });
}

/** The directory of the state. If nothing else is in it, its own .gitignore keeps it out of git. */
export function prepareStateDirectory({ root: base, statePath }: StatePlace): void {
  const directory = { base, path: dirname(statePath) };
  const name = basename(statePath);
  // Writing the state will report what is wrong.
  if ("reason" in ensureOwnDirectory(directory)) return;
  const isOwn = (each: string): boolean =>
    each === name || each.startsWith(`${name}.`) || /^(?:items|workflow)\.lock\.|^\.gitignore\./.test(each);
  const names = listOwn(directory);
  if (typeof names === "string" || "refused" in names || !names.every(isOwn)) return;
  const text = `/.gitignore\n/${name}\n/${name}.*\n/*.lock.*\n`;
  replaceOwn({ base, path: join(directory.path, ".gitignore") }, text);
}

/** Removes temporary files that killed commands left beside a file. Only for the holder of the lock. */
export function removeLitter({ base, path }: OwnPlace): void {
  const prefix = `${basename(path)}.`;
  const names = listOwn({ base, path: dirname(path) });
  // The directory is missing or cannot be listed, which is harmless.
  if (typeof names === "string" || "refused" in names) return;
  for (const name of names)
    if (name.startsWith(prefix) && /^[0-9a-f]{12}\.tmp$/.test(name.slice(prefix.length)))
      removeOwn({ base, path: join(dirname(path), name) });
}

/** Keeps an unreadable file under another name. A link stays where it is: it is refused. */
export function setAside(place: OwnPlace): void {
  const read = readOwn(place, SIZE_LIMIT);
  if (typeof read === "object" && "refused" in read) return;
  renameOwn(place, `${basename(place.path)}.corrupt`);
}

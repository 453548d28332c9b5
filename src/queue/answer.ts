import { gunzipSync, gzipSync } from "node:zlib";
import { identifyPathSet } from "../paths/path-sets.ts";
import type { NamedPathSet, PathSet, WeakKey } from "../vocabulary/tree/path-set.ts";
import type { Fingerprint } from "../vocabulary/tree/path.ts";
import type { Target } from "../vocabulary/verdict/unit.ts";
import { MOST } from "./job.ts";

/** A unit as the worker sees it after its command. */
export interface AnsweredUnit {
  readonly target: Target;
  readonly weakKey: WeakKey;
  /** The index of its path set; null if its command was not watched. */
  readonly set: number | null;
  readonly fingerprint: Fingerprint;
}

/** Why a worker did not run a command, or does not trust the outcome. */
export type RefusalKind =
  /** Something that the units depend on differs there. */
  | "differs"
  /** The tree is not on the remote. */
  | "no-tree"
  /** Something is wrong with this worker. */
  | "trouble"
  /** It is being stopped. */
  | "stopping";

export type WorkerAnswer =
  | {
      readonly version: 1;
      readonly type: "ran";
      readonly worker: string;
      readonly tree: string;
      readonly code: number;
      readonly stdout: string;
      readonly stderr: string;
      /** Milliseconds. */
      readonly duration: number;
      readonly units: readonly AnsweredUnit[];
      readonly sets: readonly PathSet[];
    }
  | {
      readonly version: 1;
      readonly type: "refused";
      readonly worker: string;
      readonly kind: RefusalKind;
      readonly why: string;
      /** If the weak key of a unit differs: its components, as short hashes. */
      readonly components?: Readonly<Record<string, string>>;
    };

/** Replaces the path of the checkout in output, because it differs on every machine. */
export const ROOT_PLACEHOLDER = "\0verification root\0";

/** Null if it is larger than an answer may be. */
export function packAnswer(answer: WorkerAnswer): Buffer | null {
  const json = JSON.stringify(answer);
  if (json.length > MOST.inflatedBytes) return null;
  const packed = gzipSync(json, { level: 1 });
  return packed.length > MOST.answerBytes ? null : packed;
}

/** Null if it is not an answer. */
export function unpackAnswer(
  bytes: Buffer,
  isPathSet: (value: unknown) => value is PathSet,
): WorkerAnswer | null {
  if (bytes.length > MOST.answerBytes) return null;
  try {
    const value: unknown = JSON.parse(
      gunzipSync(bytes, { maxOutputLength: MOST.inflatedBytes }).toString("utf8"),
    );
    return isAnswer(value, isPathSet) ? value : null;
  } catch {
    return null;
  }
}

function isAnswer(value: unknown, isPathSet: (value: unknown) => value is PathSet): value is WorkerAnswer {
  if (!isObject(value) || value["version"] !== 1 || !isName(value["worker"])) return false;
  if (value["type"] === "refused") {
    const { kind, why, components } = value;
    return (
      ["differs", "no-tree", "trouble", "stopping"].includes(kind as string) &&
      typeof why === "string" &&
      (components === undefined ||
        (isObject(components) && Object.values(components).every((each) => typeof each === "string")))
    );
  }
  const { tree, code, stdout, stderr, duration, units, sets } = value;
  return (
    value["type"] === "ran" &&
    typeof tree === "string" &&
    Number.isSafeInteger(code) &&
    typeof stdout === "string" &&
    typeof stderr === "string" &&
    Number.isFinite(duration) &&
    (duration as number) >= 0 &&
    Array.isArray(sets) &&
    sets.every(isPathSet) &&
    Array.isArray(units) &&
    units.every((unit) => isUnit(unit, sets.length))
  );
}

function isUnit(value: unknown, sets: number): boolean {
  if (!isObject(value)) return false;
  const { target, weakKey, set, fingerprint } = value;
  const isSet = set === null || (Number.isSafeInteger(set) && (set as number) >= 0 && (set as number) < sets);
  return [target, weakKey, fingerprint].every((each) => typeof each === "string") && isSet;
}

/** The name of a worker is shown and stored. */
function isName(value: unknown): value is string {
  return typeof value === "string" && /^[\w.:@-]{1,100}$/.test(value);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The path sets of an answer, each with its id. */
export function nameSets(sets: readonly PathSet[]): readonly NamedPathSet[] {
  return sets.map((set) => ({ id: identifyPathSet(set), set }));
}

import { hash } from "node:crypto";
import { posix } from "node:path";
import { leadsOut } from "../paths/is-within.ts";
import { isTree } from "../system/git/tree-ref.ts";
import type { WeakKey } from "../vocabulary/tree/path-set.ts";
import type { Target } from "../vocabulary/verdict/unit.ts";

/** Limits: nothing larger is sent or accepted. */
export const MOST = {
  /** Of a job. */
  jobBytes: 1024 * 1024,
  targets: 20_000,
  nameBytes: 8192,
  /** Of an answer in transit, and unpacked. */
  answerBytes: 16 * 1024 * 1024,
  inflatedBytes: 128 * 1024 * 1024,
  /** Of one message about a command, and of the output of a command that is sent while it runs. */
  newsBytes: 256 * 1024,
  heardBytes: 256 * 1024,
  /** Profiles, skills or triggers of one run. */
  names: 100,
} as const;

/** What selects the configuration of a tree, by name; its content is in the tree. */
export interface ConfigChoice {
  /** A file of the tree; null for the one that is found there. */
  readonly config: string | null;
  readonly profiles: readonly string[];
  readonly skills: readonly string[];
  readonly triggers: readonly string[];
}

/**
 * Everything that a worker is told: which tree, which check, which targets. What runs is what the configuration in that
 * tree declares; nothing in a job is ever run, and it contains no value of a variable.
 */
export interface Job {
  readonly version: 1;
  /** The run that sent it. */
  readonly run: string;
  readonly tree: string;
  readonly choice: ConfigChoice;
  readonly check: string;
  /** A single empty target is the whole project. */
  readonly targets: readonly Target[];
  /** A digest of the weak keys that these units have in the run. */
  readonly keys: string;
  /** In milliseconds, 0 for none: the run's own limit, if it is lower than the tree's. */
  readonly timeout: number;
}

const WORD = /^[\w.:-]{1,80}$/;

/** Reads a job from the queue. Null if it is not a job, or too large. */
export function readJob(value: unknown): Job | null {
  if (typeof value !== "object" || value === null) return null;
  const { version, run, tree, check, targets, keys, timeout, choice } = value as Partial<
    Record<keyof Job, unknown>
  >;
  const isOne =
    version === 1 &&
    isText(run) &&
    WORD.test(run) &&
    isText(tree) &&
    isTree(tree) &&
    isText(check) &&
    check !== "" &&
    isText(keys) &&
    /^[0-9a-f]{64}$/.test(keys) &&
    Array.isArray(targets) &&
    targets.length > 0 &&
    targets.length <= MOST.targets &&
    targets.every(isText) &&
    (!targets.includes("") || targets.length === 1) &&
    Number.isSafeInteger(timeout) &&
    (timeout as number) >= 0;
  const chosen = readChoice(choice);
  if (!isOne || chosen === null) return null;
  return {
    version,
    run,
    tree,
    choice: chosen,
    check,
    targets: targets as Target[],
    keys,
    timeout: timeout as number,
  };
}

function readChoice(value: unknown): ConfigChoice | null {
  if (typeof value !== "object" || value === null) return null;
  const { config, profiles, skills, triggers } = value as Partial<Record<keyof ConfigChoice, unknown>>;
  const isPath = config === null || (isText(config) && isInside(config));
  if (!isPath || !isNames(profiles) || !isNames(skills) || !isNames(triggers)) return null;
  return { config, profiles, skills, triggers };
}

/** Whether it is the path of a file below the root, in its canonical form. */
function isInside(path: string): boolean {
  return posix.normalize(path) === path && path !== "." && !posix.isAbsolute(path) && !leadsOut(path);
}

function isNames(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.length <= MOST.names && value.every(isText);
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value.length <= MOST.nameBytes;
}

export function fitsJob(job: Job): boolean {
  return readJob(job) !== null && JSON.stringify(job).length <= MOST.jobBytes;
}

/** Equal exactly if every unit has the same weak key. */
export function digestKeys(units: readonly { readonly target: Target; readonly weakKey: WeakKey }[]): string {
  return hash("sha256", JSON.stringify(units.map(({ target, weakKey }) => [target, weakKey])), "hex");
}

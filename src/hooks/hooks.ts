import { relative } from "node:path";
import { loadConfig } from "../config/load.ts";
import { findExecutable, searchPath } from "../system/process/find-executable.ts";
import { fail, succeed } from "../values/succeed.ts";
import type { Result } from "../vocabulary/failure.ts";
import type { HookName, HookOptions, HookOutcome } from "../vocabulary/flow/hook.ts";
import { formatCommand } from "../wording/format-command.ts";
import { type Obstacle, readHook, removeHook, writeHook } from "./hook-file.ts";
import {
  findBlock,
  hookBlock,
  INSTALL,
  isOtherLanguage,
  isSameButForOptions,
  newHook,
  putBlock,
  removeBlock,
} from "./hook-script.ts";
import { type HookPlace, isManaged, locateHook, type ManagedPlace } from "./locate-hook.ts";

/** Makes git verify before a push or a commit. Never changes what someone else has written into a hook. */
export async function installHook(options: HookOptions): Promise<Result<HookOutcome>> {
  const outcome = await atPlace(options, {
    managed: (place, by) => noteMissing(by.installByManager(place, options), place, options),
    own: (place) => noteMissing(installAt(place, options), place, options),
  });
  return noteNothing(outcome, options);
}

/** A hook in a repository without checks would stop everything too. Options may say where checks are. */
async function noteNothing(
  outcome: Result<HookOutcome>,
  { cwd = process.cwd(), env = process.env, hook, options = [] }: HookOptions,
): Promise<Result<HookOutcome>> {
  if (!outcome.ok || outcome.value.state === "by-hand" || options.length > 0) return outcome;
  const config = await loadConfig({ cwd, env });
  if (config.ok || config.failures.every(({ kind }) => kind !== "nothing-to-verify")) return outcome;
  const note = `There is nothing to verify here yet: the hook stops every ${STOPPED[hook]} until a check is declared in .verification.yml.`;
  return succeed({ ...outcome.value, notes: [...outcome.value.notes, note] });
}

const STOPPED: Readonly<Record<HookName, string>> = { "pre-push": "push", "pre-commit": "commit" };

/** A hook that does not find the command stops every push or commit. */
function noteMissing(
  outcome: Result<HookOutcome>,
  { root }: HookPlace,
  { hook, env = process.env }: HookOptions,
): Result<HookOutcome> {
  if (!outcome.ok || outcome.value.state === "by-hand") return outcome;
  const { type } = findExecutable("verification", { cwd: root, path: searchPath({ cwd: root, root, env }) });
  if (type === "found") return outcome;
  const note = `verification is not installed here: the hook stops every ${STOPPED[hook]} until it is. Run \`${INSTALL}\`.`;
  return succeed({ ...outcome.value, notes: [...outcome.value.notes, note] });
}

function installAt(place: HookPlace, options: HookOptions): Result<HookOutcome> {
  const block = hookBlock(options.hook, options.options ?? []);
  const outcome = describe(place, options.hook, block);
  const found = readHook(place);
  const before = found.text ?? "";
  const advice = isOtherLanguage(before) ? adviseScript(options.options ?? []) : null;
  const obstacle = found.isOff
    ? { why: "there is already a hook, and it is switched off (not executable)", advice }
    : found.obstacle;
  if (obstacle !== null) return succeed(leaveToUser(outcome, obstacle));
  const text = before.trim() === "" ? newHook(block) : putBlock(before, block, place.manager === "husky");
  if (text === null) {
    const why = "there is already a hook, and it is not a POSIX shell script";
    return succeed(leaveToUser(outcome, { why, advice }));
  }
  if (text === found.text) return succeed({ ...outcome, state: "unchanged" });
  const isOurs = found.text !== null && findBlock(found.text) !== null;
  const written = options.dryRun === true ? null : writeHook(place, text, found.mode);
  if (written !== null) return fail(written);
  return succeed({ ...outcome, state: isOurs ? "updated" : "installed" });
}

function adviseScript(options: readonly string[]): string {
  const command = formatCommand(["npx", "--no-install", "verification", ...options]);
  return `Make it run \`${command}\`, and fail if that fails.`;
}

function leaveToUser(outcome: Omit<HookOutcome, "state">, { why, advice }: Obstacle): HookOutcome {
  const left = { ...outcome, state: "by-hand", why } as const;
  return advice === null ? left : { ...left, lines: [], notes: [...outcome.notes, advice] };
}

/** Removes the lines that `installHook` added, and the file if nothing else is in it. */
export function uninstallHook(options: HookOptions): Promise<Result<HookOutcome>> {
  return atPlace(options, {
    managed: (place, by) => by.uninstallByManager(place, options),
    own: (place) => uninstallAt(place, options),
  });
}

function uninstallAt(place: HookPlace, options: HookOptions): Result<HookOutcome> {
  const found = readHook(place);
  const { text } = found;
  const block = text === null ? null : findBlock(text);
  const outcome = { ...describe(place, options.hook, block ?? []), notes: [] };
  if (text === null || block === null) return succeed({ ...outcome, state: "absent" });
  if (found.obstacle !== null) return succeed(leaveToUser(outcome, found.obstacle));
  const left = removeBlock(text);
  if (options.dryRun !== true) {
    const unwritten = left === "" ? removeHook(place) : writeHook(place, left, found.mode);
    if (unwritten !== null) return fail(unwritten);
  }
  return succeed({ ...outcome, state: "removed" });
}

/** Whether a hook verifies. Writes nothing. */
export function hookStatus(options: HookOptions): Promise<Result<HookOutcome>> {
  return atPlace(options, {
    managed: (place, by) => succeed(by.findByManager(place, options)),
    own: (place) => statusAt(place, options),
  });
}

function statusAt(place: HookPlace, options: HookOptions): Result<HookOutcome> {
  const found = readHook(place);
  const block = found.text === null ? null : findBlock(found.text);
  const outcome = describe(place, options.hook, block ?? []);
  if (block === null) return succeed({ ...outcome, state: "absent", notes: [] });
  const notes = found.isOff ? ["Git does not run it: it is not executable."] : outcome.notes;
  const state = isSameButForOptions(block, hookBlock(options.hook, [])) ? "present" : "other";
  return succeed({ ...outcome, state, notes });
}

type ManagerHooks = Awaited<ReturnType<typeof loadManagerHooks>>;

interface Ways {
  readonly managed: (place: ManagedPlace, by: ManagerHooks) => Result<HookOutcome>;
  readonly own: (place: HookPlace) => Result<HookOutcome>;
}

/** Finds the place of a hook, and handles it as its manager requires. */
async function atPlace({ cwd, hook }: HookOptions, { managed, own }: Ways): Promise<Result<HookOutcome>> {
  const located = await locateHook(cwd ?? process.cwd(), hook);
  if (!located.ok) return located;
  const place = located.value;
  return isManaged(place) ? managed(place, await loadManagerHooks()) : own(place);
}

const loadManagerHooks = () => import("./manager-hooks.ts");

/** What is known about a hook before it is changed. */
function describe(place: HookPlace, hook: HookName, lines: readonly string[]): Omit<HookOutcome, "state"> {
  return {
    schemaVersion: 1,
    hook,
    manager: place.manager,
    file: place.shown,
    why: null,
    lines,
    notes: notesOf(place),
  };
}

/** Husky's hooks run only once git is told to look for them. */
function notesOf({ manager, hooksDirectory, root }: HookPlace): readonly string[] {
  if (manager !== "husky" || relative(root, hooksDirectory).startsWith(".husky")) return [];
  return ["Git does not use .husky yet: run `npx husky`."];
}

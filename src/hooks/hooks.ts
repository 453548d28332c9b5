import { rmSync } from "node:fs";
import { relative } from "node:path";
import { fail, succeed, type Result } from "../vocabulary/failure.ts";
import type { HookName, HookOptions, HookOutcome } from "../vocabulary/hook.ts";
import { readHook, writeHook } from "./hook-file.ts";
import { findBlock, hookBlock, isSameButForOptions, newHook, putBlock, removeBlock } from "./hook-script.ts";
import { isManaged, locateHook, type HookPlace, type ManagedPlace } from "./locate-hook.ts";

/** Makes git verify before a push or a commit. Never changes what someone else has written into a hook. */
export function installHook(options: HookOptions): Promise<Result<HookOutcome>> {
  return atPlace(options, {
    managed: (place, by) => by.installByManager(place, options),
    own: (place) => installAt(place, options),
  });
}

function installAt(place: HookPlace, options: HookOptions): Result<HookOutcome> {
  const block = hookBlock(options.hook, options.options ?? []);
  const outcome = describe(place, options.hook, block);
  const found = readHook(place);
  const obstacle = found.isOff
    ? "there is a hook already that is switched off (it is not executable)"
    : found.obstacle;
  if (obstacle !== null) return succeed({ ...outcome, state: "by-hand", why: obstacle });
  const text = found.text === null ? newHook(block) : putBlock(found.text, block, place.manager === "husky");
  if (text === null) {
    const why = "there is a hook already, and it is no script of a POSIX shell";
    return succeed({ ...outcome, state: "by-hand", why });
  }
  if (text === found.text) return succeed({ ...outcome, state: "unchanged" });
  const isOurs = found.text !== null && findBlock(found.text) !== null;
  const written = options.dryRun === true ? null : writeHook(place.file, text, found.mode);
  if (written !== null) return fail(written);
  return succeed({ ...outcome, state: isOurs ? "updated" : "installed" });
}

/** Takes the lines out again that `installHook` put in, and the file if nothing else is in it. */
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
  if (found.obstacle !== null) return succeed({ ...outcome, state: "by-hand", why: found.obstacle });
  const left = removeBlock(text);
  if (options.dryRun !== true) {
    if (left === "") rmSync(place.file, { force: true });
    else {
      const written = writeHook(place.file, left, found.mode);
      if (written !== null) return fail(written);
    }
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

/** Finds the place of a hook, and goes the way that is right for who reads it. */
async function atPlace({ cwd, hook }: HookOptions, { managed, own }: Ways): Promise<Result<HookOutcome>> {
  const located = await locateHook(cwd ?? process.cwd(), hook);
  if (!located.ok) return located;
  const place = located.value;
  return isManaged(place) ? managed(place, await loadManagerHooks()) : own(place);
}

const loadManagerHooks = () => import("./manager-hooks.ts");

/** What is known of a hook before anything is done to it. */
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
  return ["Git does not look into .husky yet: run `npx husky`."];
}

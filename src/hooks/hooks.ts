import { rmSync } from "node:fs";
import { relative } from "node:path";
import { findBlock, hookBlock, isSameButForOptions, newHook, putBlock, removeBlock } from "./hook-script.ts";
import { isManaged, locateHook, type HookPlace } from "./locate-hook.ts";
import { readHook } from "./read-hook.ts";
import { fail, succeed, type Result } from "../vocabulary/failure.ts";
import type { HookName, HookOptions, HookOutcome } from "../vocabulary/hook.ts";
import { writeHook } from "./write-hook.ts";

/** Makes git verify before a push or a commit. Never changes what someone else has written into a hook. */
export async function installHook(options: HookOptions): Promise<Result<HookOutcome>> {
  const located = await locateHook(options.cwd ?? process.cwd(), options.hook);
  if (!located.ok) return located;
  const place = located.value;
  if (isManaged(place)) {
    const { installByManager } = await import("./manager-hooks.ts");
    return installByManager(place, options);
  }
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
export async function uninstallHook(options: HookOptions): Promise<Result<HookOutcome>> {
  const located = await locateHook(options.cwd ?? process.cwd(), options.hook);
  if (!located.ok) return located;
  const place = located.value;
  if (isManaged(place)) {
    const { uninstallByManager } = await import("./manager-hooks.ts");
    return succeed(uninstallByManager(place, options));
  }
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
export async function hookStatus(options: HookOptions): Promise<Result<HookOutcome>> {
  const located = await locateHook(options.cwd ?? process.cwd(), options.hook);
  if (!located.ok) return located;
  const place = located.value;
  if (isManaged(place)) {
    const { findByManager } = await import("./manager-hooks.ts");
    return succeed(findByManager(place, options));
  }
  const found = readHook(place);
  const block = found.text === null ? null : findBlock(found.text);
  const outcome = describe(place, options.hook, block ?? []);
  if (block === null) return succeed({ ...outcome, state: "absent", notes: [] });
  const notes = found.isOff ? ["Git does not run it: it is not executable."] : outcome.notes;
  const state = isSameButForOptions(block, hookBlock(options.hook, [])) ? "present" : "other";
  return succeed({ ...outcome, state, notes });
}

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

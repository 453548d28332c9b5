import { statPath } from "../system/files/file-stat.ts";
import { readSmallFile } from "../system/files/small-file.ts";
import { fail, succeed } from "../values/succeed.ts";
import type { Failure, Result } from "../vocabulary/failure.ts";
import type { HookName, HookOptions, HookOutcome } from "../vocabulary/flow/hook.ts";
import { writeHook } from "./hook-file.ts";
import type { ManagedPlace } from "./locate-hook.ts";
import { appendToLefthook, hasLefthookCommand, managerLines, removeFromLefthook } from "./manager-lines.ts";

type Manager = ManagedPlace["manager"];

const LONGEST = 4 * 1024 * 1024;

/** Adds verification to a hook of a hook manager, or gives the lines to add. */
export function installByManager(place: ManagedPlace, options: HookOptions): Result<HookOutcome> {
  const found = findByManager(place, options);
  if (found.state === "present") return succeed({ ...found, state: "unchanged" });
  const text = isLefthookYaml(place) ? readConfig(place) : null;
  const appended = text === null ? null : appendToLefthook(text, options.hook, found.lines);
  if (appended === null) {
    const why = `${place.manager} decides what this hook does, and ${place.shown} is yours`;
    return succeed({ ...found, state: "by-hand", why, notes: [afterwards(place.manager, options.hook)] });
  }
  const unwritten = writeConfig(place, appended, options);
  if (unwritten !== null) return fail(unwritten);
  return succeed({ ...found, state: "installed", notes: [afterwards(place.manager, options.hook)] });
}

/** Removes the lines that `installByManager` added. Lines between those of someone else stay. */
export function uninstallByManager(place: ManagedPlace, options: HookOptions): Result<HookOutcome> {
  const found = findByManager(place, options);
  if (found.state === "absent") return succeed(found);
  const text = isLefthookYaml(place) ? readConfig(place) : null;
  const left = text === null ? null : removeFromLefthook(text, options.hook);
  if (left === null)
    return succeed({ ...found, state: "by-hand", why: `it is between other lines of ${place.shown}` });
  const unwritten = writeConfig(place, left, options);
  return unwritten === null ? succeed({ ...found, state: "removed" }) : fail(unwritten);
}

/** Whether the manager's configuration names verification for this hook. */
export function findByManager(place: ManagedPlace, { hook, options = [] }: HookOptions): HookOutcome {
  const { manager } = place;
  return {
    schemaVersion: 1,
    hook,
    manager,
    file: place.shown,
    state: isNamed(place, hook) ? "present" : "absent",
    why: null,
    lines: managerLines(manager, hook, options),
    notes: [],
  };
}

function isNamed(place: ManagedPlace, hook: HookName): boolean {
  const text = readConfig(place);
  if (text === null) return false;
  switch (place.manager) {
    case "lefthook":
      return isLefthookYaml(place) ? hasLefthookCommand(text, hook) : /\bverification\b/.test(text);
    case "pre-commit":
      return /^\s*-?\s*id:\s*["']?verification["']?\s*$/m.test(text);
    case "simple-git-hooks":
      return place.file.endsWith("package.json")
        ? isNamedInManifest(text, hook)
        : /\bverification\b/.test(text);
  }
}

function isNamedInManifest(text: string, hook: HookName): boolean {
  const manifest = JSON.parse(text) as { "simple-git-hooks"?: Partial<Record<HookName, unknown>> };
  return String(manifest["simple-git-hooks"]?.[hook] ?? "").includes("verification");
}

function isLefthookYaml({ manager, file }: ManagedPlace): boolean {
  return manager === "lefthook" && /\.ya?ml$/.test(file);
}

function writeConfig(place: ManagedPlace, text: string, { dryRun }: HookOptions): Failure | null {
  if (dryRun === true) return null;
  const stat = statPath(place.file);
  return writeHook(place, text, typeof stat === "string" ? 0o644 : stat.mode);
}

function readConfig({ file }: ManagedPlace): string | null {
  const read = readSmallFile(file, LONGEST);
  return typeof read === "string" ? null : read.text;
}

function afterwards(manager: Manager, hook: HookName): string {
  switch (manager) {
    case "lefthook":
      return "Then run `npx lefthook install`, to make git run it.";
    case "pre-commit":
      return `Then run \`pre-commit install --hook-type ${hook}\`, to make git run it.`;
    case "simple-git-hooks":
      return "Then run `npx simple-git-hooks`, to make git run it.";
  }
}

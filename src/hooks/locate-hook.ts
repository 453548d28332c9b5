import { existsSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { findRoot } from "../config/root.ts";
import { isWithin } from "../paths/is-within.ts";
import { statPath } from "../system/files/file-stat.ts";
import { readSmallFile } from "../system/files/small-file.ts";
import { explainGitFailure, type GitFailure, runGit } from "../system/git/git.ts";
import { fail, succeed } from "../values/succeed.ts";
import type { Failure, Result } from "../vocabulary/failure.ts";
import type { HookManager, HookName } from "../vocabulary/flow/hook.ts";

/** The file that decides what a hook does, and who reads it. */
export interface HookPlace {
  readonly root: string;
  readonly manager: HookManager;
  /** Absolute. */
  readonly file: string;
  /** The same, relative to the root if it is inside. */
  readonly shown: string;
  /** No link is followed below it: the root, if the file is among those that git tracks. */
  readonly base: string;
  /** Where git looks for hooks; absolute. */
  readonly hooksDirectory: string;
  /** Whether other repositories have their hooks there too. */
  readonly isShared: boolean;
}

/** If a hook manager decides, instead of git's own hooks or similar files. */
export type ManagedPlace = HookPlace & { readonly manager: Exclude<HookManager, "git" | "husky"> };

export function isManaged(place: HookPlace): place is ManagedPlace {
  return place.manager !== "git" && place.manager !== "husky";
}

const LEFTHOOK = [
  "lefthook.yml",
  "lefthook.yaml",
  ".lefthook.yml",
  ".lefthook.yaml",
  ".config/lefthook.yml",
  "lefthook.toml",
  "lefthook.json",
  ".lefthook.toml",
  ".lefthook.json",
];
const SIMPLE = [
  ".simple-git-hooks.cjs",
  ".simple-git-hooks.js",
  "simple-git-hooks.cjs",
  "simple-git-hooks.js",
];

/** Finds where a hook of this repository belongs, according to git and its hook manager. */
export async function locateHook(cwd: string, hook: HookName): Promise<Result<HookPlace>> {
  const { path: root, git } = findRoot(cwd);
  const ask = async (...args: readonly string[]): Promise<string | GitFailure> => {
    const asked = await runGit({ root, args: ["rev-parse", ...args] });
    return asked.ok ? asked.stdout.toString("utf8").replace(/\n$/, "") : asked;
  };
  const hooks = await ask("--git-path", "hooks");
  if (typeof hooks !== "string") return fail(noRepository(cwd, hooks));
  const common = await ask("--git-common-dir");
  if (typeof common !== "string") return fail(noRepository(cwd, common));
  // Git also answers for a bare repository, and inside its directory.
  if (!git || (await ask("--is-bare-repository")) === "true")
    return fail({
      kind: "usage",
      message: `${BELONGS} that has a working tree, and this one has none.`,
      value: cwd,
    });
  const hooksDirectory = resolve(root, hooks);
  const gitDirectory = resolve(root, common);
  const isGits = isWithin(gitDirectory, hooksDirectory);
  const isShared = !isWithin(root, hooksDirectory) && !isGits;
  const manager = recognise(root);
  const file = manager === null ? join(hooksDirectory, hook) : managerFile({ root, hook, ...manager });
  const shown = isWithin(root, file) ? relative(root, file) : file;
  const own = isShared || existsSync(hooksDirectory) ? hooksDirectory : gitDirectory;
  const base = manager === null && (isGits || isShared) ? own : root;
  return succeed({ root, manager: manager?.name ?? "git", file, shown, base, hooksDirectory, isShared });
}

const BELONGS = "A hook belongs to a git repository";

function noRepository(cwd: string, failure: GitFailure): Failure {
  return {
    kind: "usage",
    message: `${BELONGS}, and ${explainGitFailure(failure)}.`,
    value: cwd,
    ...(failure.reason === "not-a-repository" ? { hint: "Create one with `git init`." } : {}),
  };
}

interface Recognised {
  readonly name: HookManager;
  /** The path of its configuration, from the root. */
  readonly config: string;
}

function recognise(root: string): Recognised | null {
  const isThere = (path: string): boolean => typeof statPath(join(root, path)) !== "string";
  if (isThere(".husky")) return { name: "husky", config: ".husky" };
  const lefthook = LEFTHOOK.find(isThere);
  if (lefthook !== undefined) return { name: "lefthook", config: lefthook };
  const framework = [".pre-commit-config.yaml", ".pre-commit-config.yml"].find(isThere);
  if (framework !== undefined) return { name: "pre-commit", config: framework };
  const simple = SIMPLE.find(isThere) ?? (namesSimpleGitHooks(root) ? "package.json" : undefined);
  return simple === undefined ? null : { name: "simple-git-hooks", config: simple };
}

function namesSimpleGitHooks(root: string): boolean {
  const manifest = readSmallFile(join(root, "package.json"), 4 * 1024 * 1024);
  if (typeof manifest === "string") return false;
  try {
    return "simple-git-hooks" in (JSON.parse(manifest.text) as object);
  } catch {
    return false;
  }
}

function managerFile({ root, hook, name, config }: Recognised & { root: string; hook: HookName }): string {
  return name === "husky" ? join(root, config, hook) : join(root, config);
}

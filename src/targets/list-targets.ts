import { existsSync } from "node:fs";
import { isAbsolute, join, relative, resolve } from "node:path";
import { isArgument } from "../paths/encode-path.ts";
import { matchGlobs, plainStart } from "../paths/glob.ts";
import { createRedact } from "../secrets/redact.ts";
import { realpathSync } from "../system/observed/observed-files.ts";
import type { TargetList, TargetQuestion } from "../vocabulary/check/target-list.ts";
import type { RepoPath } from "../vocabulary/tree/path.ts";
import type { Emit } from "../vocabulary/run/event.ts";
import { shorten } from "../wording/shorten.ts";
import { type Asking, type AskOptions, askTool } from "./ask-tool.ts";
import { readListOptions } from "./linter-options.ts";
import { LINTER_SCRIPTS } from "./linter-scripts.ts";
import { listCommand } from "./list-command.ts";
import { readAnswer, readPaths } from "./read-answer.ts";
import { readRules } from "./read-rules.ts";

export interface ListOptions extends AskOptions {
  /** Stored answers, by their keys. */
  readonly kept: KeptLists;
  readonly emit: Emit;
}

export interface KeptLists {
  get(key: string): readonly string[] | undefined;
  put(key: string, names: readonly string[]): void;
}

/**
 * The files of the tree that the tool of a check takes: from a stored answer if nothing changed, or else by asking the
 * tool.
 */
export async function listTargets(question: TargetQuestion, options: ListOptions): Promise<TargetList> {
  const { check, tool, key } = question;
  const kept = key === null ? undefined : options.kept.get(key);
  const isNeeded = check.lister !== null && !check.listsWithin;
  const [first] = kept ?? [];
  if (first?.startsWith(CANNOT) === true)
    return { type: "failed", tool, why: first.slice(CANNOT.length), isLasting: true };
  if (kept !== undefined && (kept.length > 0 || isNeeded))
    return { type: "listed", tool, ...readRules(kept) };
  if (kept !== undefined) return { type: "failed", tool, why: "it could not say the last time" };
  const list = await ask(question, options);
  // If the answer only saves work, a tool that cannot give it is not asked again.
  if (list.type === "failed" && !isNeeded && key !== null) options.kept.put(key, []);
  else if (list.type === "failed" && list.isLasting === true && key !== null)
    options.kept.put(key, [`${CANNOT}${list.why}`]);
  return list;
}

async function ask(question: TargetQuestion, options: ListOptions): Promise<TargetList> {
  const { check, tool, key } = question;
  const asking = questionTo(question, options.root);
  if ("why" in asking) return { type: "failed", tool, why: asking.why };
  options.emit({ type: "asking", check: check.name, tool });
  const answer = await askTool(asking, options);
  if (answer.type === "stopped") return { type: "stopped", tool };
  if (answer.type === "failed") return { ...answer, tool };
  if (answer.code !== 0) {
    const error = describeError(answer.stderr, options);
    const why = `it ended with status ${answer.code}${error === "" ? "" : `: ${error}`}`;
    return { type: "failed", tool, why, ...(UNKNOWN_OPTION.test(answer.stderr) ? { isLasting: true } : {}) };
  }
  const names = tool === "tsc" ? readPaths(answer.stdout) : readAnswer(answer.stdout);
  if (names === null) return { type: "failed", tool, why: "what it printed is no list of files" };
  const listed =
    tool === "tsc" ? sourcesInTree(names, question, options.root) : inTree(names, question, options.root);
  if (key !== null) options.kept.put(key, listed);
  return { type: "listed", tool, ...readRules(listed) };
}

function questionTo({ check, tool, files }: TargetQuestion, root: string): Asking | { readonly why: string } {
  const { cwd, timeout } = check;
  const env = Object.fromEntries(
    Object.entries(check.env).filter((entry): entry is [string, string] => entry[1] !== null),
  );
  const at = { cwd, timeout, env };
  if (tool === "vitest" || tool === "jest" || tool === "tsc") {
    const listing = listCommand(check, tool);
    if ("why" in listing) return listing;
    const [command = "", ...args] = listing.words;
    return { ...at, command, args };
  }
  const read = readListOptions(check, tool);
  if ("why" in read) return read;
  const below = files.filter((path) => isArgument(path) && (cwd === "." || path.startsWith(`${cwd}/`)));
  const absolute = (path: string): string => join(root, path);
  const usual = below.filter(matchGlobs(check.files ?? []));
  const input = JSON.stringify({
    files: below.map(absolute),
    usual: usual.map(absolute),
    walked: usual.filter(isWalked(check)).map(absolute),
    options: read.options,
  });
  return {
    ...at,
    command: process.execPath,
    args: ["--input-type=module", "--eval", LINTER_SCRIPTS[tool]],
    input,
  };
}

/** Whether a file is found only by walking down from where the tool starts, and not from a directory that is named. */
function isWalked({ cwd, files }: TargetQuestion["check"]): (path: RepoPath) => boolean {
  const named = (files ?? []).filter((glob) => {
    const start = plainStart(glob);
    return !glob.startsWith("!") && start !== "" && start !== cwd;
  });
  return named.length === 0 ? () => true : (path) => !matchGlobs(named)(path);
}

/** A file outside the tree cannot be verified. Files that no tool can list are selected by the globs of the preset. */
function inTree(names: readonly string[], { check, files }: TargetQuestion, root: string): readonly string[] {
  const known = new Set<string>(files);
  const real = realpathSync(root);
  const cwd = join(root, check.cwd);
  const listed = new Set<string>();
  for (const name of names) {
    const [written = "", rules] = name.split("\0");
    const absolute = resolve(cwd, written);
    const path = [root, real].map((each) => relative(each, absolute)).find((each) => known.has(each));
    if (path !== undefined) listed.add(rules === undefined ? path : `${path}\0${rules}`);
  }
  const matches = matchGlobs(check.files ?? []);
  for (const path of files) if (!isArgument(path) && matches(path)) listed.add(path);
  return [...names.filter((name) => name.startsWith("\0")), ...[...listed].sort()];
}

/**
 * The sources of a program. If some are outside the tree, generated by something else, then what they are made from
 * counts too, and only the preset names that.
 */
function sourcesInTree(names: readonly string[], question: TargetQuestion, root: string): readonly string[] {
  const { check, files } = question;
  const real = realpathSync(root);
  const isInstalled = (path: string): boolean => /(?:^|[\\/])node_modules[\\/]/.test(path);
  const isOwn = (path: string): boolean => !path.startsWith("..") && !isAbsolute(path) && !isInstalled(path);
  const sources = names.filter((name) => [root, real].some((each) => isOwn(relative(each, name))));
  const listed = inTree(sources, question, root);
  return sources.every(
    (name) => listed.includes(relative(root, name)) || listed.includes(relative(real, name)),
  )
    ? listed
    : files.filter(matchGlobs(check.files ?? []));
}

/** The line that names the error, and not the place in the tool's own code that comes before it; else the first one. */
function describeError(text: string, { env }: ListOptions): string {
  const redact = createRedact({ env, isPath: existsSync });
  const lines = redact(text)
    .split("\n")
    .map((each) => each.replaceAll(ESCAPES, "").trim())
    .filter((each) => /\w/.test(each));
  return shorten(lines.find((line) => /^\w*Error\b/.test(line)) ?? lines[0] ?? "", 160);
}

/** Colour codes. */
const ESCAPES = new RegExp(`${String.fromCharCode(27)}\\[[\\d;]*m`, "g");

/** How a version says that it does not know the option by which later ones list their files, as vitest before 2.1. */
const UNKNOWN_OPTION = /\bunknown option\b/i;

/** Kept in place of a list where the tool cannot list its files; no file's name begins so, and no set of rules. */
const CANNOT = "\0!";

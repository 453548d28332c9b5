import { basename, delimiter, dirname, join, resolve } from "node:path";
import { readFileSync } from "../../system/observed/observed-files.ts";
import type { Check } from "../../vocabulary/check/check.ts";
import type { RepoPath } from "../../vocabulary/tree/path.ts";
import { splitWords } from "../../shell/shell-commands.ts";
import { type CommandPlace, type ToolContext, ToolDraft } from "./tool-draft.ts";
import { isShellScript, readInterpreter, ToolExecutables } from "./tool-executables.ts";
import { candidates, statOf, ToolFiles } from "./tool-files.ts";
import { isManager, type ManagerCommand, readManagerCommand, readTaskCall } from "./tool-managers.ts";
import { commandsOfPackage, findManifest, loadManifest, type PackageManifest } from "./tool-manifests.ts";
import { walkScript } from "./tool-script.ts";
import { isShell, readShellCall } from "./tool-shells.ts";
import { knownEnd } from "./tool-words.ts";
import { isRunner, unwrap } from "./tool-wrappers.ts";

/** What a check runs, as far as it can be seen without running it. */
export interface ToolIdentity {
  /** One line for each tool, script and file outside the snapshot, in the order in which they are found. */
  readonly lines: readonly string[];
  /** Files of the repository that run as part of it. */
  readonly files: readonly RepoPath[];
  /** Files of the repository that are not in the snapshot and whose content is in the lines. */
  readonly beside: readonly RepoPath[];
  /** Why the identity is unknown; null if it is known. Verdicts of an unknown tool are not reused. */
  readonly unknown: string | null;
}

/** Scripts call scripts, but none this deep on purpose. */
const MAX_DEPTH = 24;
const MAX_COMMANDS = 5000;
const MAX_SCRIPT_SIZE = 256 * 1024;
/** Commands whose arguments are places that they create or remove. */
const WRITERS = new Set("tee rm rmdir mkdir touch rimraf echo printf cd pushd".split(" "));
/** Commands whose last argument is a place that they create. */
const COPIERS = new Set(["cp", "mv", "install", "ln"]);
/** With this option, the place that they create comes before what they read. */
const TARGET_FIRST = /^(?:-[A-Za-z]*t|--target-directory)/;
/** Variables whose values are words, not places. */
const MODES = /(?:^|_)(?:ENV|MODE|STAGE|LEVEL|CI|DEBUG|LANG)$/;

/** Finds out which tool a check runs and in which version, by reading the file system and never by starting the tool. */
export async function identifyTool(check: Check, context: ToolContext): Promise<ToolIdentity> {
  const draft = new ToolDraft(check, context);
  const place = { cwd: resolve(context.root, check.cwd), script: null };
  await new Visitor(draft).visit([check.command, ...check.args], { ...place, depth: 0, isOwn: true });
  const { unknown } = draft;
  return { lines: [...draft.lines], files: [...draft.files].sort(), beside: [...draft.beside], unknown };
}

interface Visit extends CommandPlace {
  readonly depth: number;
  /** Whether it is the check's own command, which must exist. */
  readonly isOwn: boolean;
}

/** Follows a command to everything that it starts. */
class Visitor {
  readonly #draft: ToolDraft;
  readonly #files: ToolFiles;
  readonly #executables: ToolExecutables;
  readonly #seen = new Set<string>();

  constructor(draft: ToolDraft) {
    this.#draft = draft;
    this.#files = new ToolFiles(draft);
    this.#executables = new ToolExecutables(draft);
  }

  async visit(words: readonly string[], at: Visit): Promise<void> {
    const [command, ...args] = words;
    if (command === undefined || command === "" || this.#isDone(words, at)) return;
    await this.#addVariables(at);
    const name = basename(command).replace(/\.(?:exe|cmd|bat|ps1)$/i, "");
    const inner = { ...at, depth: at.depth + 1, isOwn: false };
    const read =
      COPIERS.has(command) && !args.some((arg) => TARGET_FIRST.test(arg)) ? args.slice(0, -1) : args;
    if (!WRITERS.has(command)) await this.#addArguments(name, read, inner);
    const path = await this.#executables.add(command, at.cwd);
    if (path !== null) await this.#lookBehind(path, args, inner);
    else if (at.isOwn) {
      this.#draft.giveUp(`the command ${command} was not found or could not be read`);
      this.#draft.say(`${command} is missing`);
    }
    await this.#visitInner(name, args, { ...inner, isOwn: at.isOwn });
  }

  #isDone(words: readonly string[], at: Visit): boolean {
    const key = JSON.stringify([words, at.cwd, at.script, at.isOwn]);
    if (this.#seen.has(key)) return true;
    this.#seen.add(key);
    const isTooMuch = at.depth > MAX_DEPTH || this.#seen.size > MAX_COMMANDS;
    if (isTooMuch) this.#draft.giveUp("what the command starts goes too deep to be followed");
    return isTooMuch;
  }

  /** The values of the check's variables and the options in Node's variables can name files, just as arguments can. */
  async #addVariables(at: Visit): Promise<void> {
    const key = JSON.stringify(["variables", at.cwd]);
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    const { env } = this.#draft.context;
    const { NODE_OPTIONS, NODE_PATH } = env;
    const values = { NODE_OPTIONS, NODE_PATH, ...this.#draft.check.env };
    for (const [name, value] of Object.entries(values))
      if (typeof value === "string") await this.#addAssignment(`${name}=${value}`, at);
  }

  async #addAssignment(assignment: string, at: Visit): Promise<void> {
    const name = assignment.slice(0, assignment.indexOf("="));
    const value = assignment.slice(name.length + 1);
    const words = new Set([value, ...splitWords(value), ...value.split(/\s+/), ...value.split(delimiter)]);
    const named = [...words].filter((word) => !MODES.test(name) || /[./]/.test(word));
    await this.#files.add(named, at);
  }

  async #addArguments(name: string, args: readonly string[], at: Visit): Promise<void> {
    const { directory } = (isManager(name) ? readManagerCommand(name, args) : null) ?? {};
    // The arguments of a package manager are script names first, and places second.
    const words = isManager(name)
      ? args.filter((arg) => /[./]/.test(arg) && arg !== directory && !arg.endsWith(`=${directory}`))
      : args;
    for (const file of await this.#files.add(words, at, name))
      if (/\.(?:sh|bash)$/.test(file)) await this.#visitScript(file, [], at);
  }

  /** A script counts together with its interpreter and, if it is a shell script of the repository, with what it starts. */
  async #lookBehind(path: string, args: readonly string[], at: Visit): Promise<void> {
    await this.visit(readInterpreter(path), at);
    if (this.#draft.inside(path) !== null && isShellScript(path)) await this.#visitScript(path, args, at);
  }

  async #visitInner(name: string, args: readonly string[], at: Visit): Promise<void> {
    if (name === "." || name === "source") return this.#visitScripts(args[0], args.slice(1), at);
    if (isShell(name)) {
      const call = readShellCall(args);
      if (call.text === null) return this.#visitScripts(call.script ?? undefined, call.args, at);
      return this.#visitText(call.text, call.args, at);
    }
    const call = readManagerCommand(name, args) ?? readTaskCall(name, args);
    if (call !== null) return this.#visitCall(call, at);
    const inner = unwrap(name, args);
    if (inner === null) return;
    const place = { ...at, cwd: resolve(at.cwd, inner.directory ?? ".") };
    if (inner.text !== undefined) await this.#visitText(inner.text, [], place);
    else if (inner.words !== undefined)
      await this.visit(isRunner(name) ? this.#runnerWords(inner.words, place.cwd) : inner.words, place);
  }

  /** For package runners: `@scope/tool@1.2.3` means the command that this package provides. */
  #runnerWords(words: readonly string[], cwd: string): readonly string[] {
    const [first = "", ...args] = words;
    const bare = first.replace(/(?<=.)@[^/]*$/, "");
    const names = [first, bare, ...commandsOfPackage(bare, cwd)];
    return [names.find((name) => this.#executables.find(name, cwd) !== null) ?? first, ...args];
  }

  async #visitScripts(word: string | undefined, args: readonly string[], at: Visit): Promise<void> {
    if (word === undefined) return;
    const path = knownEnd(word);
    for (const file of candidates({ path, isPartial: path !== word }, at, this.#draft.context.root))
      if (statOf(file)?.isFile()) await this.#visitScript(file, args, at);
  }

  async #visitScript(path: string, args: readonly string[], at: Visit): Promise<void> {
    if (this.#isDone(["script", path, ...args], at)) return;
    if (this.#draft.inside(path) === null || path.includes("{files}")) return;
    if ((statOf(path)?.size ?? 0) > MAX_SCRIPT_SIZE)
      return this.#draft.giveUp(`${this.#draft.nameOf(path)} is too long to be looked into`);
    let text: string;
    try {
      text = readFileSync(path, "utf8");
    } catch {
      return this.#draft.giveUp(`${this.#draft.nameOf(path)} cannot be read`);
    }
    await this.#visitText(text, args, { ...at, script: dirname(path) });
  }

  async #visitText(text: string, args: readonly string[], at: Visit): Promise<void> {
    const inner = { ...at, depth: at.depth + 1, isOwn: false };
    const { root } = this.#draft.context;
    for (const { words, assignments, places } of walkScript(text, at, root))
      for (const place of places) {
        for (const assignment of assignments) await this.#addAssignment(assignment, { ...inner, ...place });
        await this.visit(words, { ...inner, ...place });
      }
    // A script may start its own arguments.
    if (!/\$[@*\d{]/.test(text)) return;
    await this.visit(args, inner);
    await this.visit(args.slice(1), inner);
  }

  async #visitCall(call: ManagerCommand, at: Visit): Promise<void> {
    const place = { ...at, cwd: resolve(at.cwd, call.directory), script: null };
    const { run } = call;
    if (run.type === "text") return this.#visitText(run.text, [], place);
    const nearest = findManifest(place.cwd, this.#draft.context.root);
    const manifests = [
      ...(nearest === null ? [] : [nearest]),
      ...(call.isWorkspace ? this.#manifests() : []),
    ];
    if (run.type === "command") {
      await this.visit(this.#runnerWords(call.args, place.cwd), place);
      if (call.isWorkspace)
        for (const { directory } of manifests)
          await this.visit(call.args, { ...place, cwd: directory, isOwn: false });
      return;
    }
    let isFound = false;
    for (const manifest of manifests) isFound = (await this.#visitManifest(manifest, call, place)) || isFound;
    // Then it is a file, or the command of a package.
    if (!isFound)
      for (const name of run.names) await this.visit([name, ...call.args], { ...place, isOwn: false });
  }

  async #visitManifest(manifest: PackageManifest, call: ManagerCommand, at: Visit): Promise<boolean> {
    if (call.run.type !== "scripts") return false;
    const { directory, scripts } = manifest;
    this.#draft.context.addBeside(join(directory, "package.json"));
    const wanted = call.run.names.map(nameTest);
    const names = Object.keys(scripts).filter((name) => wanted.some((isWanted) => isWanted(name)));
    const given = call.args.map((arg) => ` '${arg.replaceAll("'", "'\\''")}'`).join("");
    for (const name of names)
      for (const each of [`pre${name}`, name, `post${name}`]) {
        const text = scripts[each];
        if (typeof text !== "string") continue;
        const where = this.#draft.inside(directory) ?? directory;
        this.#draft.say(`script ${each}${where === "." ? "" : ` of ${where}`} is ${text}`);
        await this.#visitText(each === name ? text + given : text, [], {
          ...at,
          cwd: directory,
          isOwn: false,
        });
      }
    return names.length > 0;
  }

  /** The packages of the repository. */
  #manifests(): readonly PackageManifest[] {
    const { root, below } = this.#draft.context;
    return below("." as RepoPath)
      .filter((path) => basename(path) === "package.json")
      .sort()
      .flatMap((path) => loadManifest(dirname(join(root, path))) ?? []);
  }
}

/** Tests names of scripts; `*` in the pattern matches anything. */
function nameTest(pattern: string): (name: string) => boolean {
  if (!pattern.includes("*")) return (name) => name === pattern;
  const parts = pattern.split(/\*+/).map((part) => part.replaceAll(/[^\w]/g, "\\$&"));
  const test = new RegExp(`^${parts.join(".*")}$`);
  return (name) => test.test(name);
}

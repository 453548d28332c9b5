import { isNamedTool } from "../../checks/name-files.ts";
import { type ShellCommand, splitCommands } from "../../shell/shell-commands.ts";
import { TOOLS } from "../../tools/table.ts";
import { ownValue } from "../../values/own-value.ts";
import { FILES } from "../../vocabulary/check/check.ts";
import type { Tool } from "../../vocabulary/check/tool.ts";
import { readManifest } from "../manifest.ts";

const MANAGERS = new Set(["npm", "pnpm", "yarn", "bun"]);
const SHELLS = new Set(["sh", "bash", "zsh", "dash", "ash", "ksh"]);
/** Programs that start the one that their arguments name. */
const STARTERS = new Set(
  [
    "npx bunx pnpx corepack node tsx ts-node env cross-env cross-env-shell dotenv dotenvx c8 nyc exec command",
    "python python3 uv uvx poetry pipenv pdm hatch rye pipx",
    "time nice nohup timeout gtimeout setsid stdbuf ionice taskset xargs sudo flock faketime unbuffer xvfb-run",
  ].flatMap((line) => line.split(" ")),
);
/** Those of them that pass their arguments to a shell. */
const TO_SHELL = new Set(["npm", "npx", "yarn"]);
/** Packages whose names differ from their commands. */
const PACKAGES: ReadonlyMap<string, string> = new Map([
  ["@playwright/test", "playwright"],
  ["@biomejs/biome", "biome"],
  ["remark-cli", "remark"],
]);
/** Options with which a tool reads names in another way. */
const MODES: ReadonlyMap<string, string> = new Map([
  ["jest", "--runTestsByPath"],
  ["node", "--test"],
  ["tsx", "--test"],
]);
/** Scripts that call scripts: deeper than this, something is wrong. */
const DEPTH = 5;

/**
 * The tool that reads the files of a command, seen through `npx`, package scripts, shells and programs that only start
 * another. An unknown program is itself the tool.
 */
export function findTool(words: readonly string[], directory: string): Tool {
  return seek(words, { directory, depth: 0, via: null });
}

interface Way {
  readonly directory: string;
  readonly depth: number;
  readonly via: string | null;
}

function seek([command = "", ...args]: readonly string[], way: Way): Tool {
  const name = nameOf(command);
  const { depth, directory } = way;
  const via = way.via ?? (TO_SHELL.has(name) ? name : null);
  if (depth > DEPTH) return { name, via };
  const inner = (next: readonly string[]): Tool => seek(next, { directory, depth: depth + 1, via });
  if (SHELLS.has(name)) return inner(wordsOf(textOf(args), (all) => all.find(getsArguments)));
  const script = MANAGERS.has(name) ? findScript(args, directory) : null;
  if (script !== null) return inner([...wordsOf(script.text, (all) => all.at(-1)), ...script.given]);
  const at = isStarter(name) ? args.findIndex((arg) => isKnown(nameOf(arg)) || isScript(arg)) : -1;
  // The arguments after a script of the repository can mean anything.
  if (at !== -1 && isKnown(nameOf(args[at] ?? ""))) return inner(args.slice(at));
  const mode = MODES.get(name);
  return { name: mode !== undefined && args.includes(mode) ? `${name} ${mode}` : name, via };
}

function isStarter(name: string): boolean {
  return MANAGERS.has(name) || SHELLS.has(name) || STARTERS.has(name);
}

function isKnown(name: string): boolean {
  return isNamedTool(name) || TOOLS.has(name) || isStarter(name);
}

function isScript(word: string): boolean {
  return /\.(?:[cm]?[jt]s|py)$/.test(word) && !word.startsWith("-");
}

/** `node_modules/.bin/jest`, `jest@30`, `node_modules/jest/bin/jest.js`: all are jest. */
function nameOf(word: string): string {
  const inPackage = /(?:^|[\\/])node_modules[\\/]((?:@[^\\/]+[\\/])?[^.\\/][^\\/]*)[\\/]/.exec(word)?.[1];
  const called =
    inPackage?.replace("\\", "/") ?? (word.startsWith("@") ? word : word.replace(/^.*[\\/]/s, ""));
  const bare = called.replace(/(?<=.)@[^@/]*$/, "").replace(/\.(?:cmd|exe|[cm]?js)$/i, "");
  return PACKAGES.get(bare) ?? bare;
}

/** The text after `-c`; empty if the shell gets a script. */
function textOf(args: readonly string[]): string {
  const at = args.findIndex((arg) => /^-[a-z]*c$/.test(arg));
  return at === -1 ? "" : (args[at + 1] ?? "");
}

/** In a shell text, what stands for its arguments. */
const ARGUMENTS = /\$(?:[@*\d]|\{[@*\d]\})/g;

/** The words of one command in a shell text; none if the text cannot be read to its end. */
function wordsOf(
  text: string,
  choose: (commands: readonly ShellCommand[]) => ShellCommand | undefined,
): readonly string[] {
  const { commands, isComplete } = splitCommands(text);
  const { written = [] } = choose(commands) ?? {};
  return isComplete ? written.map((word) => word.replaceAll(ARGUMENTS, FILES)) : [];
}

/** The files go to the command that names the arguments of the text. */
function getsArguments({ written }: ShellCommand): boolean {
  return written.some((word) => word.search(ARGUMENTS) !== -1);
}

/** The package script that a package manager is told to run, with its arguments; null if it runs something else. */
function findScript(
  args: readonly string[],
  directory: string,
): { readonly text: string; readonly given: readonly string[] } | null {
  const scripts: Readonly<Record<string, unknown>> = readManifest(directory)?.scripts ?? {};
  const at = args.findIndex((arg) => typeof ownValue(scripts, arg) === "string");
  return at === -1 ? null : { text: scripts[args[at] as string] as string, given: args.slice(at + 1) };
}

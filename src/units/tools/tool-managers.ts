import { ownValue } from "../../values/own-value.ts";
import { splitOnce } from "./tool-wrappers.ts";

/** What a package manager is asked to run. */
export interface ManagerCommand {
  /** Where it looks for the package, relative to the working directory. */
  readonly directory: string;
  /** Whether packages of the repository other than the nearest are affected. */
  readonly isWorkspace: boolean;
  readonly run:
    | { readonly type: "scripts"; readonly names: readonly string[] }
    | { readonly type: "command" }
    | { readonly type: "text"; readonly text: string };
  /** The arguments of the script; or the command with its arguments. */
  readonly args: readonly string[];
}

interface Options {
  readonly directory: readonly string[];
  readonly workspace: readonly string[];
  /** Options of these two kinds, and others, whose value is the next word. */
  readonly valued: readonly string[];
}

const MANAGERS: Readonly<Record<string, Options>> = {
  npm: {
    directory: ["--prefix", "-C"],
    workspace: ["-w", "--workspace", "-ws", "--workspaces", "--ws"],
    valued: [
      "--prefix",
      "-C",
      "-w",
      "--workspace",
      "--loglevel",
      "--registry",
      "--cache",
      "--userconfig",
    ].concat(["--script-shell", "-p", "--package", "-c", "--call"]),
  },
  pnpm: {
    directory: ["-C", "--dir", "--prefix"],
    workspace: ["-r", "--recursive", "-F", "--filter", "--filter-prod", "-w", "--workspace-root"],
    valued: ["-C", "--dir", "--prefix", "-F", "--filter", "--filter-prod", "--workspace-concurrency"].concat([
      "--reporter",
      "--loglevel",
      "--package",
    ]),
  },
  yarn: {
    directory: ["--cwd"],
    workspace: ["-W", "--all", "-A", "--since", "--from", "-R", "-p"],
    valued: ["--cwd", "--include", "--exclude", "--from", "-j", "--jobs", "--package"],
  },
  bun: {
    directory: ["--cwd"],
    workspace: ["-F", "--filter", "--workspaces"],
    valued: ["--cwd", "-F", "--filter", "-c", "--config", "-r", "--preload", "--env-file"],
  },
};
const SHORT: Readonly<Record<string, string>> = { t: "test", tst: "test" };
const RUN = new Set(["run", "run-script", "rum", "urn"]);
const EXEC = new Set(["exec", "dlx", "x", "node-exec"]);

export function isManager(name: string): boolean {
  return Object.hasOwn(MANAGERS, name);
}

/** Reads the arguments of a package manager; null if they run nothing. */
export function readManagerCommand(name: string, args: readonly string[]): ManagerCommand | null {
  const options = ownValue(MANAGERS, name);
  if (options === undefined) return null;
  const words: string[] = [];
  let directory = ".";
  let isWorkspace = false;
  let text: string | null = null;
  let at = 0;
  for (; at < args.length; at++) {
    const arg = args[at] as string;
    const [option, value] = arg.startsWith("--") ? splitOnce(arg) : [arg];
    if (arg === "--") break;
    // npm reads its options everywhere. With the others, what follows the script's name belongs to the script.
    if (name !== "npm" && isComplete(words)) break;
    if (name === "npm" && words.length > 1 && EXEC.has(words[0] ?? "")) break;
    if (!arg.startsWith("-") || arg === "-") {
      words.push(arg);
      continue;
    }
    isWorkspace ||= options.workspace.includes(option);
    const given = options.valued.includes(option) ? (value ?? args[++at]) : undefined;
    if (given !== undefined && options.directory.includes(option)) directory = given;
    if (given !== undefined && name === "npm" && (option === "-c" || option === "--call")) text = given;
  }
  const rest = args.slice(at);
  if (text !== null) return { directory, isWorkspace, run: { type: "text", text }, args: [] };
  const inner = withoutWorkspace(words);
  return callOf(inner.words, rest, { directory, isWorkspace: isWorkspace || inner.isWorkspace });
}

function callOf(
  words: readonly string[],
  rest: readonly string[],
  where: Pick<ManagerCommand, "directory" | "isWorkspace">,
): ManagerCommand | null {
  const [first, second, ...others] = words;
  const given = rest[0] === "--" ? rest.slice(1) : rest;
  if (first === undefined) return null;
  if (EXEC.has(first)) {
    const command = [...words.slice(1), ...given];
    return command.length === 0 ? null : { ...where, run: { type: "command" }, args: command };
  }
  if (RUN.has(first)) {
    if (second === undefined) return null;
    return {
      ...where,
      run: { type: "scripts", names: [second] },
      args: [...others, ...given],
    };
  }
  return {
    ...where,
    run: { type: "scripts", names: [ownValue(SHORT, first) ?? first] },
    args: [...words.slice(1), ...given],
  };
}

/** Whether the manager's own words are complete, so that the rest belongs to the script. */
function isComplete(words: readonly string[]): boolean {
  const inner = withoutWorkspace(words);
  const [first, second] = inner.words;
  if (first === undefined) return false;
  return RUN.has(first) || EXEC.has(first) ? second !== undefined : true;
}

/** `workspace q run a` is `run a` in another package. */
function withoutWorkspace(words: readonly string[]): { words: readonly string[]; isWorkspace: boolean } {
  const [first, second] = words;
  if (first === "workspace") return { words: words.slice(2), isWorkspace: true };
  if (first === "workspaces") return { words: words.slice(second === "foreach" ? 2 : 1), isWorkspace: true };
  if (first === "recursive" || first === "multi" || first === "m")
    return { words: words.slice(1), isWorkspace: true };
  return { words, isWorkspace: false };
}

/** Reads the arguments of a program that runs package scripts; null if it is not one. */
export function readTaskCall(name: string, args: readonly string[]): ManagerCommand | null {
  const words = args.filter((arg) => !arg.startsWith("-"));
  const scripts = (names: readonly string[], isWorkspace: boolean): ManagerCommand => ({
    directory: ".",
    isWorkspace,
    run: { type: "scripts", names },
    args: [],
  });
  if (name === "node" && args.some((arg) => arg.startsWith("--run")))
    return scripts(
      args.map((arg) => arg.replace(/^--run=/, "")),
      false,
    );
  if (/^(?:run-s|run-p|npm-run-all2?)$/.test(name)) return scripts(words, false);
  if (/^(?:turbo|lerna|nx)$/.test(name))
    return scripts(
      args.flatMap((arg) => arg.split(/[=,:#]/)),
      true,
    );
  return null;
}

import { closeSync, openSync, readFileSync, readSync, realpathSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative, resolve } from "node:path";
import { findExecutable, searchPath } from "../system/find-executable.ts";
import type { Check } from "../vocabulary/check.ts";
import type { RepoPath } from "../vocabulary/path.ts";
import { commandsOf, type Words } from "./script-words.ts";

/** What a check runs, as far as it can be seen without running it. */
export interface ToolIdentity {
  /** One line for each tool and script, in the order in which they are met. */
  readonly lines: readonly string[];
  /** Files of the repository that take part in running it. */
  readonly files: readonly RepoPath[];
  /** Why the identity is not known; null where it is. A verdict of an unknown tool is not reused. */
  readonly unknown: string | null;
}

export interface ToolContext {
  readonly root: string;
  readonly env: NodeJS.ProcessEnv;
  /** Whether a file belongs to the snapshot. */
  readonly has: (path: RepoPath) => boolean;
  /** The content id of a file anywhere; null where it cannot be read. */
  readonly hashFile: (absolute: string) => Promise<string | null>;
}

const MANAGERS = new Set(["npm", "pnpm", "yarn", "bun"]);
const RUNNERS = new Set(["npx", "bunx", "pnpx"]);
const SHELLS = new Set(["sh", "bash", "zsh", "dash"]);
/** Scripts call scripts; this deep they no longer do for a reason. */
const MAX_DEPTH = 8;

/** Reads from the file system, and never by starting it, which tool a check runs and in which version. */
export async function identifyTool(check: Check, context: ToolContext): Promise<ToolIdentity> {
  const lines: string[] = [];
  const files = new Set<RepoPath>();
  let unknown: string | null = null;
  const seen = new Set<string>();

  const visit = async (words: Words, cwd: string, depth: number): Promise<void> => {
    const key = JSON.stringify([words, cwd]);
    if (depth > MAX_DEPTH || seen.has(key)) return;
    seen.add(key);
    const [command, ...args] = words;
    addFiles(words, cwd);
    const line = await identifyExecutable(command, cwd, 0);
    if (line === null) {
      if (depth === 0) unknown ??= `the command ${command} was not found or could not be read`;
      lines.push(`${command} is missing`);
    } else lines.push(line);
    for (const inner of innerCommands(command, args, cwd)) await visit(inner.words, inner.cwd, depth + 1);
  };

  const addFiles = (words: Words, cwd: string): void => {
    for (const word of words.flatMap((each) => [each, each.slice(each.indexOf("=") + 1)])) {
      const path = relative(context.root, resolve(cwd, word)).replaceAll("\\", "/") as RepoPath;
      if (context.has(path)) files.add(path);
    }
  };

  const identifyExecutable = async (command: string, cwd: string, depth: number): Promise<string | null> => {
    const found = findExecutable(command, {
      cwd,
      path: searchPath({ cwd, root: context.root, env: context.env }),
    });
    if (found.type !== "found") return null;
    const real = realpathSync(found.path);
    const inside = relative(context.root, real).replaceAll("\\", "/") as RepoPath;
    if (context.has(inside)) {
      files.add(inside);
      return `${command} is ${inside}`;
    }
    const id = await context.hashFile(real);
    if (id === null) return null;
    const interpreter = depth < 3 ? readInterpreter(real) : null;
    const runtime =
      interpreter === null ? "" : ` run by ${await identifyExecutable(interpreter, cwd, depth + 1)}`;
    return `${command} is ${packageOf(real) ?? "content"} ${id.slice(0, 16)}${runtime}`;
  };

  const innerCommands = (
    command: string,
    args: readonly string[],
    cwd: string,
  ): readonly { words: Words; cwd: string }[] => {
    const name = basename(command);
    if (MANAGERS.has(name)) return scriptCommands(args, cwd);
    const plain = args.filter((arg) => !arg.startsWith("-"));
    const [first, ...rest] = plain;
    if (RUNNERS.has(name) && first !== undefined) return [{ words: [first, ...rest], cwd }];
    const script = args[args.indexOf("-c") + 1];
    if (SHELLS.has(name) && args.includes("-c") && script !== undefined) {
      return commandsOf(script).map((words) => ({ words, cwd }));
    }
    return [];
  };

  const scriptCommands = (args: readonly string[], cwd: string): readonly { words: Words; cwd: string }[] => {
    const plain = args.filter((arg) => !arg.startsWith("-"));
    const name =
      plain[0] === "run" || plain[0] === "run-script" ? plain[1] : plain[0] === "t" ? "test" : plain[0];
    if (name === undefined) return [];
    if ((plain[0] === "exec" || plain[0] === "dlx") && plain[1] !== undefined)
      return [{ words: [plain[1], ...plain.slice(2)], cwd }];
    const manifest = findManifest(cwd, context.root);
    if (manifest === null) return [];
    return [`pre${name}`, name, `post${name}`].flatMap((each) => {
      const text = manifest.scripts[each];
      if (typeof text !== "string")
        return each === name && plain[0] !== "run" ? [{ words: [name] as Words, cwd }] : [];
      lines.push(`script ${each} is ${text}`);
      return commandsOf(text).map((words) => ({ words, cwd: manifest.directory }));
    });
  };

  await visit([check.command, ...check.args], join(context.root, check.cwd), 0);
  return { lines, files: [...files].sort(), unknown };
}

/** The name and version of the installed package that a file belongs to. */
function packageOf(path: string): string | null {
  const at = path.replaceAll("\\", "/").lastIndexOf("/node_modules/");
  if (at === -1) return null;
  for (
    let directory = dirname(path);
    directory.length > at + "/node_modules".length;
    directory = dirname(directory)
  ) {
    const manifest = readManifest(directory);
    if (typeof manifest?.name === "string" && typeof manifest.version === "string")
      return `${manifest.name}@${manifest.version}`;
  }
  return null;
}

/** What a script's first line says it is run by. */
function readInterpreter(path: string): string | null {
  const buffer = Buffer.alloc(256);
  let length = 0;
  try {
    const file = openSync(path, "r");
    length = readSync(file, buffer, 0, buffer.length, 0);
    closeSync(file);
  } catch {
    return null;
  }
  const [line = ""] = buffer.toString("latin1", 0, length).split("\n");
  if (!line.startsWith("#!")) return null;
  const words = line.slice(2).trim().split(/\s+/);
  const viaEnv =
    basename(words[0] ?? "") === "env"
      ? words.slice(1).find((word) => !word.startsWith("-") && !word.includes("="))
      : words[0];
  return viaEnv === undefined || viaEnv === "" ? null : viaEnv;
}

interface Manifest {
  readonly name?: unknown;
  readonly version?: unknown;
  readonly scripts?: Readonly<Record<string, unknown>>;
}

function findManifest(
  cwd: string,
  root: string,
): { directory: string; scripts: Readonly<Record<string, unknown>> } | null {
  for (let directory = cwd; ; directory = dirname(directory)) {
    const manifest = readManifest(directory);
    if (manifest !== null) return { directory, scripts: manifest.scripts ?? {} };
    if (directory === root || dirname(directory) === directory || !isAbsolute(directory)) return null;
  }
}

function readManifest(directory: string): Manifest | null {
  try {
    const value = JSON.parse(readFileSync(join(directory, "package.json"), "utf8")) as Manifest | null;
    return typeof value === "object" ? value : null;
  } catch {
    return null;
  }
}

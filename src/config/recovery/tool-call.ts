import { join } from "node:path";
import { ownValue } from "../../values/own-value.ts";
import type { Check } from "../../vocabulary/check/check.ts";
import { readManifest } from "../manifest.ts";
import { splitCommand } from "../resolve/command-words.ts";

/** The tool that a check finally runs, and how. */
export interface ToolCall {
  /** Its name, without its directory. */
  readonly tool: string;
  /** The command to start. */
  readonly command: string;
  readonly args: readonly string[];
}

const MANAGERS = new Set(["npm", "pnpm", "yarn", "bun"]);
const DEPTH = 3;

/**
 * Sees through `npx`, `npm exec`, and package scripts that are one plain command. Null for a built-in verifier, or if
 * the tool is unknown.
 */
export function readToolCall(check: Check, root: string): ToolCall | null {
  if (check.builtin !== null) return null;
  return unwrap([check.command, ...check.args], { directory: join(root, check.cwd), depth: 0 });
}

interface Place {
  readonly directory: string;
  readonly depth: number;
}

function unwrap([command = "", ...args]: readonly string[], { directory, depth }: Place): ToolCall | null {
  const tool = command.replace(/^.*[\\/]/s, "").replace(/\.(cmd|exe)$/i, "");
  if (tool === "" || depth > DEPTH) return null;
  const next = { directory, depth: depth + 1 };
  if (tool === "npx" || tool === "bunx") return unwrap(withoutOptions(args), next);
  if (!MANAGERS.has(tool)) return { tool, command, args };
  const [verb = "", ...rest] = args;
  if (verb === "exec" || verb === "x") return unwrap(withoutOptions(rest), next);
  const [script = "", ...given] = verb === "run" || verb === "run-script" ? rest : args;
  const text: unknown = ownValue(readManifest(directory)?.scripts, script);
  if (typeof text !== "string") return null;
  const split = splitCommand(text);
  if (split.type !== "words") return null;
  return unwrap([...split.words, ...(given[0] === "--" ? given.slice(1) : given)], next);
}

/** `--no-install eslint .` becomes `eslint .`; options with a separate value are not read. */
function withoutOptions(args: readonly string[]): readonly string[] {
  const at = args.findIndex((arg) => !["--", "-y", "--yes", "--no", "--no-install"].includes(arg));
  return at === -1 || args[at]?.startsWith("-") === true ? [] : args.slice(at);
}

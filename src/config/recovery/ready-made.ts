import { join, posix } from "node:path";
import { readdirSync } from "../../system/observed/observed-files.ts";
import { ownValue } from "../../values/own-value.ts";
import type { Check } from "../../vocabulary/check/check.ts";
import { READY_MADE, type ReadyMadeName, type Strategy } from "../../vocabulary/run/recovery.ts";
import { packageManager, readManifest } from "../manifest.ts";
import { findTool } from "../resolve/find-tool.ts";
import { FIXERS } from "./fix-args.ts";
import { readToolCall, type ToolCall } from "./tool-call.ts";

type Draft = Pick<Strategy, "command" | "args"> &
  Partial<Pick<Strategy, "cwd" | "effect">> & { readonly name: ReadyMadeName; readonly pattern?: string };

/** The strategies that fit the tool of a check, in the order in which they are tried. Changes nothing. */
export function readyMadeFor(check: Check, root: string): readonly (Strategy & { name: ReadyMadeName })[] {
  const call = readToolCall(check, root);
  const drafts = [
    ...(check.builtin === null ? installing(root) : []),
    ...(call === null
      ? []
      : [...fixing(call), ...refreshing(call, join(root, check.cwd)), ...clearing(call)]),
  ];
  const set = Object.entries(check.env).filter((entry): entry is [string, string] => entry[1] !== null);
  return drafts
    .map(({ pattern, ...draft }) => ({
      cwd: check.cwd,
      effect: "anywhere" as const,
      env: Object.fromEntries(set),
      timeout: check.timeout,
      needsExit: draft.name !== "install-packages",
      when: [{ check: check.name, ...(pattern === undefined ? {} : { pattern }) }],
      ...draft,
      tool: findTool([draft.command, ...draft.args], join(root, draft.cwd ?? check.cwd)),
    }))
    .toSorted((one, other) => READY_MADE.indexOf(one.name) - READY_MADE.indexOf(other.name));
}

/** A module with a package's name; installing does not fix a wrong path. */
const MISSING_PACKAGE = [
  "Cannot find (?:module|package) ['\"](?![./\\\\]|node:|[A-Za-z]:)",
  "Failed to resolve import ['\"](?![./\\\\])",
  "(?:command not found|: not found)$",
  "The command [^\\s/]+ was not found",
].join("|");

function installing(root: string): readonly Draft[] {
  const manifest = readManifest(root);
  const packages = { ...manifest?.dependencies, ...manifest?.devDependencies };
  if (manifest === null || Object.keys(packages).length === 0) return [];
  const command = packageManager(root, manifest);
  const args = command === "npm" ? ["install", "--no-audit", "--no-fund"] : ["install"];
  return [{ name: "install-packages", command, args, cwd: ".", pattern: MISSING_PACKAGE }];
}

function fixing({ tool, command, args }: ToolCall): readonly Draft[] {
  return (ownValue(FIXERS, tool) ?? []).flatMap(({ name, fix }): readonly Draft[] => {
    const fixed = fix(args);
    return fixed === null ? [] : [{ name, command, args: fixed, effect: "tree" }];
  });
}

/** A build that trusts what it stored about an earlier one. */
function refreshing({ tool, command, args }: ToolCall, directory: string): readonly Draft[] {
  if (tool !== "tsc") return [];
  const name = "refresh-build-info";
  const [first = "", ...rest] = args;
  if (first === "--build" || first === "-b")
    return rest.includes("--force") || rest.includes("-f")
      ? []
      : [{ name, command, args: [first, "--force", ...rest] }];
  const named = inside(valueOf("--tsBuildInfoFile", args));
  const files =
    named === null ? listNames(directory).filter((file) => file.endsWith(".tsbuildinfo")) : [named];
  return files.length === 0 ? [] : [{ name, ...removing(files) }];
}

/** The caches of tools, in their default places. */
const CACHES: Readonly<Record<string, string>> = {
  eslint: ".eslintcache",
  prettier: "node_modules/.cache/prettier",
};

function clearing({ tool, command, args }: ToolCall): readonly Draft[] {
  const name = "clear-cache";
  if (tool === "jest" || tool === "vitest")
    return [{ name, command, args: ["--clearCache"], pattern: "\\b(?:[Cc]ache|[Hh]aste)" }];
  const usual = ownValue(CACHES, tool);
  if (usual === undefined || !args.some((arg) => /^--cache(-location|$)/.test(arg))) return [];
  const place = inside(valueOf("--cache-location", args) ?? usual);
  return place === null ? [] : [{ name, ...removing([place]) }];
}

const REMOVE =
  "for (const path of process.argv.slice(1)) require('node:fs').rmSync(path, { recursive: true, force: true })";

/** In its own process, like every strategy, so that it is shown and can be repeated by hand. */
function removing(paths: readonly string[]): Pick<Draft, "command" | "args"> {
  return { command: "node", args: ["-e", REMOVE, "--", ...paths] };
}

/** The value of an option, as the next word or after `=`. */
function valueOf(option: string, args: readonly string[]): string | null {
  const at = args.findIndex((arg) => arg === option || arg.startsWith(`${option}=`));
  const found = args[at];
  if (found === undefined) return null;
  return found === option ? (args[at + 1] ?? null) : found.slice(option.length + 1);
}

/** A path below the working directory; nothing else is removed. */
function inside(path: string | null): string | null {
  const normal = path === null ? "." : posix.normalize(path);
  return normal === "." || posix.isAbsolute(normal) || /^\.\.(\/|$)|^[A-Za-z]:|\\/.test(normal)
    ? null
    : normal;
}

function listNames(directory: string): readonly string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}

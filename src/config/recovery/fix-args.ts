import type { ReadyMadeName } from "../../vocabulary/run/recovery.ts";

/** Turns the arguments for checking into those for fixing; null if that is not possible. */
type Fix = (args: readonly string[]) => readonly string[] | null;

export interface Fixer {
  readonly name: ReadyMadeName;
  readonly fix: Fix;
}

/** By tool. The same command fixes its findings if it is told to write; all other arguments stay. */
export const FIXERS: Readonly<Record<string, readonly Fixer[]>> = {
  eslint: [{ name: "eslint-fix", fix: (args) => writing(["--fix", ...args], args) }],
  oxlint: [{ name: "oxlint-fix", fix: (args) => writing(["--fix", ...args], args) }],
  biome: [{ name: "biome-fix", fix: fixBiome }],
  prettier: [
    { name: "prettier-write", fix: inPlaceOf(["--check", "-c", "--list-different", "-l"], "--write") },
  ],
  oxfmt: [{ name: "oxfmt-write", fix: inPlaceOf(["--check", "--list-different"], "--write") }],
  ruff: [
    {
      name: "ruff-fix",
      fix: (args) => (args[0] === "check" ? writing(["check", "--fix", ...args.slice(1)], args) : null),
    },
    {
      name: "ruff-format",
      fix: (args) => (args[0] === "format" ? inPlaceOf(["--check", "--diff"])(args) : null),
    },
  ],
};

/** A command that already writes has nothing left to fix. */
function writing(fixed: readonly string[], args: readonly string[]): readonly string[] | null {
  return args.some((arg) => /^--(fix|write|apply)(=|-|$)/.test(arg)) ? null : fixed;
}

function inPlaceOf(looking: readonly string[], ...options: readonly string[]): Fix {
  return (args) =>
    args.some((arg) => looking.includes(arg))
      ? [...options, ...args.filter((arg) => !looking.includes(arg))]
      : null;
}

/** `ci` never writes; `check` checks the same files. */
function fixBiome(args: readonly string[]): readonly string[] | null {
  const [verb = "", ...rest] = args;
  if (!["check", "lint", "format", "ci"].includes(verb)) return null;
  return writing([verb === "ci" ? "check" : verb, "--write", ...rest], args);
}

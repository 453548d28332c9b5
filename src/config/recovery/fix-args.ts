import type { ReadyMadeName } from "../../vocabulary/run/recovery.ts";

/** Turns the arguments with which a tool looks into those with which it mends; null where that cannot be done. */
type Mend = (args: readonly string[]) => readonly string[] | null;

export interface Fixer {
  readonly name: ReadyMadeName;
  readonly mend: Mend;
}

/** By tool: what mends its findings is the same command, told to write. All that else it was told stays. */
export const FIXERS: Readonly<Record<string, readonly Fixer[]>> = {
  eslint: [{ name: "eslint-fix", mend: (args) => writing(["--fix", ...args], args) }],
  oxlint: [{ name: "oxlint-fix", mend: (args) => writing(["--fix", ...args], args) }],
  biome: [{ name: "biome-fix", mend: mendBiome }],
  prettier: [
    { name: "prettier-write", mend: inPlaceOf(["--check", "-c", "--list-different", "-l"], "--write") },
  ],
  oxfmt: [{ name: "oxfmt-write", mend: inPlaceOf(["--check", "--list-different"], "--write") }],
  ruff: [
    {
      name: "ruff-fix",
      mend: (args) => (args[0] === "check" ? writing(["check", "--fix", ...args.slice(1)], args) : null),
    },
    {
      name: "ruff-format",
      mend: (args) => (args[0] === "format" ? inPlaceOf(["--check", "--diff"])(args) : null),
    },
  ],
};

/** What already writes while it looks has nothing left to mend. */
function writing(mended: readonly string[], args: readonly string[]): readonly string[] | null {
  return args.some((arg) => /^--(fix|write|apply)(=|-|$)/.test(arg)) ? null : mended;
}

function inPlaceOf(looking: readonly string[], ...options: readonly string[]): Mend {
  return (args) =>
    args.some((arg) => looking.includes(arg))
      ? [...options, ...args.filter((arg) => !looking.includes(arg))]
      : null;
}

/** `ci` never writes; what it looks at is what `check` looks at. */
function mendBiome(args: readonly string[]): readonly string[] | null {
  const [verb = "", ...rest] = args;
  if (!["check", "lint", "format", "ci"].includes(verb)) return null;
  return writing([verb === "ci" ? "check" : verb, "--write", ...rest], args);
}

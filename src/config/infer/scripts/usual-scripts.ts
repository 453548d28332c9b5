import type { CheckInput } from "../../schema/schema.ts";
import type { Role } from "./tool-use.ts";

/** The purpose of scripts with these names. */
export interface UsualScript {
  readonly role: Role;
  /** In order of preference. */
  readonly names: readonly string[];
  /** Names of scripts that usually edit files; used if no other script has this purpose. */
  readonly editing: readonly string[];
}

export const USUAL_SCRIPTS: readonly UsualScript[] = [
  {
    role: "type-check",
    names:
      "type-check typecheck check-types check:types types types:check tsc ts:check typecheck:ci test:types".split(
        " ",
      ),
    editing: [],
  },
  {
    role: "lint",
    names: "lint lint:check lint:ci lint:js eslint check:lint test:lint".split(" "),
    editing: "lint:fix fix:lint fix".split(" "),
  },
  {
    role: "format",
    names:
      "format:check check:format format-check check-format fmt:check prettier:check check:prettier test:format format fmt prettier".split(
        " ",
      ),
    editing: "format:write format:fix fix:format fmt:fix".split(" "),
  },
  { role: "test", names: "test test:ci test:unit tests unit".split(" "), editing: [] },
  { role: "unused", names: "unused knip".split(" "), editing: [] },
  { role: "build", names: "build compile".split(" "), editing: [] },
];

/** Scripts that call others; what else they do is used too. */
export const GATHERING = "check checks check-all check:all validate verify ci".split(" ");

export const ROLES: Readonly<
  Record<Role, { readonly type: NonNullable<CheckInput["type"]>; readonly description: string }>
> = {
  "type-check": { type: "type-check", description: "Types" },
  lint: { type: "lint", description: "Lint" },
  format: { type: "lint", description: "Formatting" },
  test: { type: "test", description: "Tests" },
  unused: { type: "lint", description: "Unused code" },
  build: { type: "build", description: "Build" },
};

/** The purpose of a script by its name alone; null if the name says nothing. */
export function roleByName(script: string): Role | null {
  const usual = USUAL_SCRIPTS.find(({ names }) => names.includes(script));
  if (usual !== undefined) return usual.role;
  if (/(?:^|[:-])(?:eslint|lint|oxlint|style|stylelint|markdown)/.test(script)) return "lint";
  if (/(?:^|[:-])(?:format|prettier|fmt)/.test(script)) return "format";
  if (/(?:^|[:-])(?:types?|typecheck|typescript|tsc|tsd|dtslint)(?:[:-]|$)/.test(script)) return "type-check";
  if (/^(?:test|spec|unit|e2e|integration)/.test(script)) return "test";
  return /^(?:pre|post)?(?:build|compile)/.test(script) ? "build" : null;
}

/** A script that only says that there is none, or that runs this tool again, is not a check. */
export function isUsable(script: string): boolean {
  return !script.includes("no test specified") && !/(^|[\s/&|;])verification(\s|$)/.test(script);
}

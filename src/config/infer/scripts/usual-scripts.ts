import type { CheckInput } from "../../schema/schema.ts";
import type { Role } from "./tool-use.ts";

/** What scripts of these names are for. */
export interface UsualScript {
  readonly role: Role;
  /** In the order in which they are looked for. */
  readonly names: readonly string[];
  /** Names of scripts that usually edit; looked for where nothing else does it. */
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

/** Scripts that call others; what they do beside that is taken too. */
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

/** What a script is for, by its name alone; null where that says nothing. */
export function roleByName(script: string): Role | null {
  const usual = USUAL_SCRIPTS.find(({ names }) => names.includes(script));
  if (usual !== undefined) return usual.role;
  if (/(?:^|[:-])(?:eslint|lint|oxlint|style|stylelint|markdown)/.test(script)) return "lint";
  if (/(?:^|[:-])(?:format|prettier|fmt)/.test(script)) return "format";
  if (/(?:^|[:-])(?:types?|typecheck|typescript|tsc|tsd|dtslint)(?:[:-]|$)/.test(script)) return "type-check";
  if (/^(?:test|spec|unit|e2e|integration)/.test(script)) return "test";
  return /^(?:pre|post)?(?:build|compile)/.test(script) ? "build" : null;
}

/** A script that only says that there is none, or that runs this tool again, is no check. */
export function isUsable(script: string): boolean {
  return !script.includes("no test specified") && !/(^|[\s/&|;])verification(\s|$)/.test(script);
}

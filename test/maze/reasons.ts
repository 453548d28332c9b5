import type { Reasons } from "./proof.ts";

/** Why names of the row of TypeScript are there that are sought by no tool. */
export const NAMED_ONLY: Reasons = {
  "tsconfig-*.json": "settings name it, in fields that differ from tool to tool",
};
export const NO_JSCONFIG: Reasons = {
  ...NAMED_ONLY,
  "jsconfig.json": "sought by others that read the same row",
};

/** Why a package.json counts that a tool does not open. */
export const HOW_LOADED = "counts by the fields that say how settings that are code are loaded";

/** Settings of TypeScript that only a part of a tool reads, which the maze does not have. */
export function typescript(who: string): { readonly unsought: Reasons; readonly unopened: Reasons } {
  return {
    unsought: { "all of typescript": who },
    unopened: { "packages/a/tsconfig.json": who, "tsconfig.base.json": who, "tsconfig.json": who },
  };
}

/** What vite looks at to find the root of a workspace, below which it may serve files, and what it takes by convention. */
export const VITE_LOOKS: Reasons = {
  "**/{lerna.json,pnpm-workspace.yaml,deno.json,deno.jsonc}": "says which files a server may give away",
  "node_modules/ms": "shortens times in the output for debugging",
};
export const PUBLIC: Reasons = {
  "**/public": "a directory of files that are copied as they are; whoever builds declares it",
};

import { createHash } from "node:crypto";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect } from "vitest";
import { matchGlobs } from "../../src/paths/glob.ts";
import { identifyTool, type ToolIdentity } from "../../src/units/tools/tool-identity.ts";
import type { Check } from "../../src/vocabulary/check/check.ts";
import type { RepoPath } from "../../src/vocabulary/tree/path.ts";

export let base = "";
export let root = "";
export let tracked = new Set<RepoPath>();
export let hashed: string[] = [];
export let env: NodeJS.ProcessEnv = {};

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "tool-identity-")));
  root = join(base, "repository");
  tracked = new Set();
  hashed = [];
  env = { PATH: join(base, "bin") };
  for (const name of [
    "node",
    "sh",
    "bash",
    "env",
    "npm",
    "pnpm",
    "yarn",
    "bun",
    "npx",
    "tool",
    "timeout",
    "nice",
  ])
    program(name);
});

afterEach(() => rmSync(base, { recursive: true, force: true }));

/** A file of the snapshot. */
export function track(path: string, text = path): void {
  place(join(root, path), text);
  tracked.add(path as RepoPath);
}

export function place(absolute: string, text: string): void {
  mkdirSync(dirname(absolute), { recursive: true });
  writeFileSync(absolute, text);
}

/** A program on the PATH. */
export function program(name: string, text = `binary ${name}`): void {
  place(join(base, "bin", name), text);
  chmodSync(join(base, "bin", name), 0o755);
}

export function identify(
  words: string | readonly string[],
  fields: Partial<Check> = {},
): Promise<ToolIdentity> {
  const [command = "", ...args] = typeof words === "string" ? words.split(" ") : words;
  mkdirSync(join(root, fields.cwd ?? "."), { recursive: true });
  const check = { command, args, cwd: ".", files: ["src/**"], env: {}, ...fields } as Check;
  return identifyTool(check, {
    root,
    env,
    has: (path) => tracked.has(path),
    isLeftOut: matchGlobs(fields.outputs ?? []),
    leadsOn: (path) => path.includes("leading"),
    below: (directory) =>
      [...tracked].filter((path) => directory === "." || path.startsWith(`${directory}/`)),
    addBeside: () => {},
    hashFile: async (path) => {
      hashed.push(path);
      const text = readFileSync(path, "utf8");
      return text === "unreadable" ? null : createHash("sha256").update(text).digest("hex");
    },
  });
}

/** Whether the identity is another one after `change`. */
export async function changes(
  words: string | readonly string[],
  change: () => void,
  fields: Partial<Check> = {},
): Promise<boolean> {
  const before = await identify(words, fields);
  change();
  const after = await identify(words, fields);
  expect(before.unknown).toBeNull();
  expect(after.unknown).toBeNull();
  return before.lines.join("\n") !== after.lines.join("\n");
}

export const files = async (
  words: string | readonly string[],
  fields: Partial<Check> = {},
): Promise<readonly string[]> => (await identify(words, fields)).files;
export const lines = async (
  words: string | readonly string[],
  fields: Partial<Check> = {},
): Promise<string> => (await identify(words, fields)).lines.join("\n");

/** Variables of the environment beside the PATH. */
export function setVariables(variables: NodeJS.ProcessEnv): void {
  env = { ...env, ...variables };
}

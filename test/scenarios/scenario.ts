import type { CheckInput, ConfigInput } from "../../src/index.ts";

/**
 * One thing that is done to a project. Paths are from its root; `../x` lies beside the repository and `~/x` in the home
 * directory.
 */
export type Step =
  | { readonly write: Files }
  | { readonly replace: readonly [path: string, from: string, to: string] }
  | { readonly delete: string }
  | { readonly rename: readonly [from: string, to: string] }
  | { readonly link: readonly [path: string, target: string] }
  | { readonly git: readonly string[] }
  | { readonly commit: string }
  /** A command of the shell, in the root. */
  | { readonly shell: string };

export type Files = Readonly<Record<string, string>>;

/** A change to the verified project, and what an incremental run must make of it. */
export interface Mutation {
  readonly name: string;
  readonly steps: readonly Step[];
  /** Units that must run: a check, or a check and a target with a blank between them. */
  readonly runs: readonly string[];
  /** Units that must not run; "others" is all that are not in `runs`. */
  readonly keeps?: "others" | readonly string[];
  /** Whether a fresh run fails afterwards, so that a stale pass shows. */
  readonly fails?: boolean;
}

/** A small ordinary project, verified once, and what must happen after each change to that state. */
export interface Scenario {
  readonly name: string;
  readonly kind: string;
  /** Packages of test/tools that the project has installed, with all that they need. */
  readonly tools?: readonly string[];
  readonly files: Files;
  /** What happens after the first commit and before the first run. */
  readonly before?: readonly Step[];
  readonly checks: readonly CheckInput[];
  readonly config?: Omit<ConfigInput, "checks">;
  readonly mutations: readonly Mutation[];
  /** Changes that must run nothing at all, together with an edit of the README. */
  readonly idle?: readonly Step[];
  /** Checks of which some verdicts are predicted although the run is traced, each for a reason that the scenario gives. */
  readonly predicted?: readonly string[];
  /** Checks whose verdicts are not kept, so that they run every time, and what the run must say about it. */
  readonly unsettled?: { readonly checks: readonly string[]; readonly says: readonly string[] };
  /** The command reads the README too, so that an edit of it is not unrelated. */
  readonly readsReadme?: true;
  /** It must have a repository to itself. */
  readonly alone?: true;
  /** Takes more than a few seconds: part of `npm run prove -- scenarios` only. */
  readonly slow?: true;
}

/** A check that runs a line of shell. */
export function sh(name: string, script: string, fields: Partial<CheckInput> = {}): CheckInput {
  return { name, command: "sh", args: ["-c", script], ...fields };
}

/** `node --test` over the test files of the project. */
export function nodeTest(fields: Partial<CheckInput> = {}): CheckInput {
  return { name: "test", uses: "node-test", files: ["**/*.test.{js,cjs,mjs}"], ...fields };
}

/** A test of `node --test` in one expression, which is true as long as all is well. */
export function nodeCase(imports: string, expression: string): string {
  return `import test from "node:test";\nimport assert from "node:assert/strict";\n${imports}\ntest("holds", async () => assert.ok(${expression}));\n`;
}

/** A test of vitest in one expression, which is true as long as all is well. */
export function vitestCase(imports: string, expression: string): string {
  return `import { expect, it } from "vitest";\n${imports}\nit("holds", async () => expect(${expression}).toBe(true));\n`;
}

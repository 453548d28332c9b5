import { BUILD, failingIf, searching, TOOLS } from "./scripts.ts";
import { type Trace, watchedChecks, WATCHED_FILES } from "./watched-checks.ts";

/** A check as the configuration has it. */
export interface DeclaredCheck {
  readonly name: string;
  readonly type?: string;
  readonly uses?: string;
  readonly command?: string;
  readonly args?: readonly string[];
  readonly files?: readonly string[];
  readonly inputs?: readonly string[];
  readonly env?: readonly string[] | Readonly<Record<string, string>>;
  readonly follow?: "none" | "structure" | "content";
  readonly renames?: "reuse" | "rerun";
  readonly replayFailures?: boolean;
  readonly dependsOn?: readonly string[];
  readonly description?: string;
  readonly timeout?: number;
  readonly retryOnFailure?: boolean;
  readonly maxRetries?: number;
}

export const CONFIG = ".verification.json";

const single = { type: "lint", follow: "none" } as const;

const PLAIN: readonly DeclaredCheck[] = [
  { ...single, name: "lint", command: "sh", args: ["tools/lint.sh", "{files}"], files: ["src/**"] },
  {
    ...single,
    name: "form",
    command: "sh",
    args: ["-c", searching("form", "UGLY", '"$@"'), "form", "{files}"],
    files: ["docs/**"],
    renames: "reuse",
  },
  {
    name: "test",
    type: "test",
    command: "sh",
    args: ["tools/test.sh", "{files}"],
    files: ["test/**"],
    follow: "content",
  },
  {
    name: "types",
    type: "type-check",
    command: "sh",
    args: ["tools/types.sh", "{files}"],
    files: ["src/**", "test/**"],
    follow: "structure",
  },
  {
    ...single,
    name: "words",
    command: "sh",
    args: ["-c", searching("words", "WRONG", "docs/*.md docs/*/*.md")],
    files: ["docs/**"],
    env: { LEVEL: "1" },
  },
  {
    ...single,
    name: "inputs",
    command: "sh",
    args: ["-c", searching("inputs", "STOP", "data/*.txt ignored/words.txt data/rules/*")],
    files: ["data/*.txt"],
    inputs: ["ignored/words.txt", "data/rules/**"],
  },
  {
    name: "whole",
    type: "test",
    command: "sh",
    args: [
      "-c",
      failingIf(
        "whole",
        "grep -rq --exclude-dir=.git --exclude-dir=node_modules --exclude-dir=ignored --exclude-dir=.verification-cache '[W]HOLE' .",
      ),
    ],
  },
  {
    ...single,
    name: "variable",
    command: "sh",
    args: ["-c", failingIf("variable", '[ "${MODE-strict}" = strict ]'), "variable", "{files}"],
    files: ["src/*.ts"],
    env: ["MODE"],
  },
  { ...single, name: "tool", command: "fake", args: ["{files}"], files: ["docs/*.md"] },
  { ...single, name: "probe", command: "probe", files: ["data/*.txt"] },
  { name: "build", type: "build", command: "sh", args: ["-c", BUILD], files: ["data/*.txt"], follow: "none" },
  {
    name: "use",
    type: "test",
    command: "sh",
    args: ["-c", searching("use", "TORN", "ignored/out data/rules/*")],
    files: ["data/rules/*"],
    follow: "none",
    dependsOn: ["build"],
  },
  { name: "imports", uses: "builtin:imports", files: ["src/**", "test/**"] },
  { name: "links", uses: "builtin:links", files: ["docs/**", "README.md"] },
];

/** Whether everything has to be verified is another question: here, nothing asks for it. */
const INCREMENTAL = {
  full_verification_triggers: {
    file_change_percentage: 1,
    dependency_depth: 1000,
    cascade_count: 100_000,
    stale_cache_days: 1000,
  },
};

/** All checks; some have to declare what they read where nobody watches them. */
export function checksOf(trace: Trace): readonly DeclaredCheck[] {
  return [...PLAIN, ...watchedChecks(trace)];
}

export function renderConfig(checks: readonly DeclaredCheck[], trace: Trace): string {
  const execution = { trace, retryDelayMs: 1 };
  return `${JSON.stringify({ version: 1, incremental: INCREMENTAL, execution, checks }, null, 1)}\n`;
}

/** What the repository holds at first. */
export const FILES: Readonly<Record<string, string>> = {
  ...TOOLS,
  ...WATCHED_FILES,
  [CONFIG]: renderConfig(checksOf("off"), "off"),
  ".gitignore": "node_modules/\nignored/\n.verification-baseline.json\n",
  "package.json": '{ "name": "small", "private": true, "type": "module" }\n',
  "package-lock.json": '{ "lockfileVersion": 3 }\n',
  "README.md": "# Small\n\n## Notes\n\n[guide](docs/guide.md#setup)\n",
  "docs/guide.md": "## Setup\n\n[index](index.md)\n\nFINE 0\n",
  "docs/index.md": "## Usage\n\n[setup](guide.md#setup)\n\nFINE 1\n",
  "docs/deep/more.md": "## Notes\n\n[up](../index.md#usage)\n\nFINE 2\n",
  "src/a.ts": 'import { b as i0 } from "./b";\nexport const a: number = 0;\n// GOOD 0\n',
  "src/b.ts": 'import { c as i0 } from "./lib";\nexport const b: number = 0;\n// GOOD 1\n',
  "src/c.ts": "export const c: number = 0;\n// GOOD 2\n",
  "src/d.js": "export const d = 0;\n// GOOD 3\n",
  "src/lib/index.ts": 'export * from "./util";\nexport const a: number = 0;\n// GOOD 4\n',
  "src/lib/util.ts": "export const c: string = 0;\n// GOOD 5\n",
  "test/a.test.ts": 'import { a as i0 } from "../src/a";\nexport const t: number = 0;\n// GOOD 6\n',
  "test/b.test.ts": 'import { c as i0 } from "../src/c";\nexport const t: number = 0;\n// GOOD 7\n',
  "test/deep/c.test.ts": 'import { d as i0 } from "../../src/d";\nexport const t: number = 0;\n// GOOD 8\n',
  "data/one.txt": "FINE 0\n",
  "data/two.txt": "FINE 1\n",
  "data/rules/r.txt": "FINE 2\n",
};

/** What is there and git ignores. */
export const IGNORED: Readonly<Record<string, string>> = {
  "ignored/words.txt": "FINE 0\n",
  "ignored/box/x.txt": "FINE 1\n",
  "node_modules/.package-lock.json": '{ "fake": "1.0.0" }\n',
};

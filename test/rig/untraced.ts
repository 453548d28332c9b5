import { expect } from "vitest";
import type { CheckInput } from "../../src/index.ts";
import { Rig } from "./rig.ts";

type Files = Readonly<Record<string, string>>;

/** A small project whose commands nobody watches, and two edits: one that a fresh run fails after, and one that it does not. */
export interface Untraced {
  readonly files: Files;
  /** Installed: not tracked, and not read for what it refers to. */
  readonly installed?: Files;
  readonly check?: CheckInput;
  /** What the command depends on. Undefined for a file that is new. */
  readonly breaks: Files;
  /** What it does not depend on; absent where everything counts. */
  readonly unrelated?: Files;
}

/** Runs each test file with Node. */
export const NODE_TESTS: CheckInput = {
  name: "test",
  type: "test",
  command: "sh",
  args: ["-c", 'for each in "$@"; do node "$each" || exit 1; done', "sh", "{files}"],
  files: ["test/**/*.test.{js,mjs,cjs,ts}"],
};

/** Holds incremental runs against what they must say, with tracing off. */
export async function expectNoStaleGreen(project: Untraced): Promise<void> {
  const rig = new Rig();
  rig.write(".gitignore", "node_modules/\n__pycache__/\n");
  writeAll(rig, { ...project.files, ...project.installed });
  rig.checks(project.check ?? NODE_TESTS);
  rig.commitAll();
  const first = await rig.json();
  expect(first.result.results).toMatchObject([{ status: "passed", cached: false }]);
  if (project.unrelated !== undefined) {
    writeAll(rig, project.unrelated);
    expect((await rig.json()).result.results, "an edit that does not matter").toMatchObject([
      { status: "passed", cached: true },
    ]);
  }
  writeAll(rig, project.breaks);
  expect((await rig.json()).result.results, "an edit that matters").toMatchObject([{ status: "failed" }]);
  rig.forget();
  expect((await rig.json()).result.results, "a fresh run").toMatchObject([{ status: "failed" }]);
}

function writeAll(rig: Rig, files: Files): void {
  for (const [path, text] of Object.entries(files)) rig.write(path, text);
}

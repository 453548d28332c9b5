import type { CheckInput } from "../../src/index.ts";
import { Rig } from "./rig.ts";

type Files = Readonly<Record<string, string>>;

/** A small project whose commands nobody watches, and two edits: one that a fresh run fails after, and one that it does not. */
export interface Untraced {
  readonly files: Files;
  /** Installed: not tracked, and not read for what it refers to. */
  readonly installed?: Files;
  readonly check?: CheckInput;
  /** What the command depends on. */
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

/** What is wrong with incremental runs where nothing is traced: a stale verdict, or one that was not reused. */
export async function findFaults(project: Untraced): Promise<readonly string[]> {
  const rig = new Rig();
  const run = async (what: string, expected: string): Promise<readonly string[]> => {
    const { results } = (await rig.json()).result;
    const found = results.map(({ status, cached }) => (cached ? `${status}, cached` : status)).join("; ");
    return found === expected ? [] : [`${what}: ${found}`];
  };
  rig.write(".gitignore", "node_modules/\n__pycache__/\n");
  writeAll(rig, { ...project.files, ...project.installed });
  rig.checks(project.check ?? NODE_TESTS);
  rig.commitAll();
  const faults = [...(await run("the first run", "passed"))];
  if (project.unrelated !== undefined) {
    writeAll(rig, project.unrelated);
    faults.push(...(await run("after an edit that does not matter", "passed, cached")));
  }
  writeAll(rig, project.breaks);
  faults.push(...(await run("after an edit that matters", "failed")));
  rig.forget();
  return [...faults, ...(await run("a fresh run", "failed"))];
}

function writeAll(rig: Rig, files: Files): void {
  for (const [path, text] of Object.entries(files)) rig.write(path, text);
}

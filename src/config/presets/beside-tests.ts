import { takesFiles } from "../../checks/check-traits.ts";
import type { BesideTests, Check } from "../../vocabulary/check/check.ts";
import { CODE } from "./presets.ts";

const ALL: readonly string[] = ["**/__snapshots__/**", "**/*.snap", "**/__mocks__/**"];

/** With an unknown tool, any test may read any of them. */
const EVERY: BesideTests = { inputs: ALL, targetInputs: [], movedBy: [], all: ALL };

/** Where a tool puts the snapshots of a test, and which settings change that. */
function ownSnapshots(own: {
  /** Globs of files that belong to one test by their names. */
  readonly shapes: readonly string[];
  readonly targetInputs: readonly string[];
  readonly movedBy: readonly string[];
  /** What they are called if their names are unusual. */
  readonly others?: readonly string[];
}): BesideTests {
  const { shapes, others = [], ...rest } = own;
  const all = [...ALL, ...others];
  return { ...rest, inputs: [...all, ...shapes.map((glob) => `!${glob}`)], all };
}

const JEST = ownSnapshots({
  shapes: [`**/__snapshots__/*.{${CODE}}.snap`],
  targetInputs: ["{dir}/__snapshots__/{name}.snap"],
  movedBy: ["snapshotResolver"],
});

const TOOLS: ReadonlyMap<string, BesideTests> = new Map([
  ["vitest", { ...JEST, movedBy: ["resolveSnapshotPath"] }],
  ["jest", JEST],
  ["jest --runTestsByPath", JEST],
  [
    "ava",
    ownSnapshots({
      shapes: [`**/*.{${CODE}}.snap`],
      targetInputs: ["{dir}/{name}.snap", "{dir}/snapshots/{name}.snap", "{dir}/__snapshots__/{name}.snap"],
      // With compiled tests, snapshots have the names of the compiled files.
      movedBy: ["snapshotDir", "rewritePaths"],
    }),
  ],
  [
    "node --test",
    ownSnapshots({
      shapes: [`**/*.{${CODE}}.snapshot`],
      targetInputs: ["{dir}/{name}.snapshot"],
      others: ["**/*.snapshot"],
      movedBy: ["setResolveSnapshotPath"],
    }),
  ],
]);

/** What tests read without importing it. */
export function besideTests(
  check: Pick<Check, "type" | "tool" | "args" | "builtin" | "files">,
): BesideTests | null {
  if (check.type !== "test" || check.files === null) return null;
  return takesFiles(check) ? (TOOLS.get(check.tool.name) ?? EVERY) : EVERY;
}

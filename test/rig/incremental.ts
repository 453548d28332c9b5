import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { CheckInput, VerificationResult } from "../../src/index.ts";
import { Rig } from "./rig.ts";

/** A check of single files that passes unless a file, or something that it reads with `cat`, says BAD. */
export function fileCheck(fields: Partial<CheckInput> = {}): CheckInput {
  return {
    name: "files",
    type: "lint",
    command: "sh",
    args: ["-c", 'echo "$@" >> .ran; ! grep -l BAD "$@"', "sh", "{files}"],
    files: ["src/**"],
    follow: "content",
    ...fields,
  };
}

/** The targets that ran, in order, as they are noted in a file; what was left from before is forgotten. */
export function ran(rig: Rig, notes = ".ran"): readonly string[] {
  const file = join(rig.root, notes);
  const text = existsSync(file) ? readFileSync(file, "utf8") : "";
  rmSync(file, { force: true });
  return text
    .split(/\s+/)
    .filter((word) => word !== "")
    .sort();
}

export function rigWith(...checks: readonly CheckInput[]): Rig {
  const rig = new Rig();
  rig.write(".gitignore", ".ran\nignored/\nnode_modules/\n.verification-baseline.json\n");
  rig.checks(...checks);
  return rig;
}

export async function verified(rig: Rig, ...args: readonly string[]): Promise<VerificationResult> {
  return (await rig.json(args)).result;
}

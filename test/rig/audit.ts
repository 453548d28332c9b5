import { mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import type { Audit, CheckAudit } from "../../src/index.ts";
import type { Rig, RunOptions } from "./rig.ts";

/** Runs `audit --json` and reads the one document on standard output. */
export async function audit(
  rig: Rig,
  args: readonly string[] = [],
  options: RunOptions = {},
): Promise<{ status: number | null; document: Audit; checks: Readonly<Record<string, CheckAudit>> }> {
  const { status, stdout, stderr } = await rig.verification(["audit", "--json", ...args], options);
  if (stdout === "") throw new Error(stderr);
  const document = JSON.parse(stdout) as Audit;
  return { status, document, checks: Object.fromEntries(document.checks.map((each) => [each.check, each])) };
}

/** A place for programs in which there is what this command takes, and no tracer. */
export function binWithoutStrace(rig: Rig): string {
  const bin = join(rig.root, "../bin");
  mkdirSync(bin);
  for (const name of ["node", "git", "sh", "cat"]) {
    const found = (process.env["PATH"] ?? "").split(delimiter).map((directory) => join(directory, name));
    symlinkSync(name === "node" ? process.execPath : (found.find(isThere) ?? ""), join(bin, name));
  }
  return bin;
}

function isThere(path: string): boolean {
  try {
    readFileSync(path);
    return dirname(path) !== "";
  } catch {
    return false;
  }
}

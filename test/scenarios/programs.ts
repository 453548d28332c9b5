import { execFileSync } from "node:child_process";
import { delimiter, dirname, join } from "node:path";
import { findProgram } from "../rig/program.ts";

let known: string | undefined;

/** Where the programs of the scenarios are found: the search path, with Python itself before a script that looks for it. */
export function searchPath(): string {
  known ??= [dirname(findPython()), process.env["PATH"] ?? ""].join(delimiter);
  return known;
}

/** What the scenarios need of the system beside git and Node. Installs it where it is missing and this may be done. */
export function findPrograms(): void {
  for (const [name, debian] of [
    ["strace", "strace"],
    ["make", "make"],
    ["jq", "jq"],
    ["awk", "mawk"],
  ] as const)
    find(name, debian);
}

function findPython(): string {
  find("pytest", "python3-pytest");
  const python = find("python3", "python3");
  return execFileSync(python, ["-c", "import pytest, sys; print(sys.executable)"], {
    encoding: "utf8",
  }).trim();
}

function find(name: string, debian: string): string {
  return findProgram({
    places: (process.env["PATH"] ?? "").split(delimiter).map((directory) => join(directory, name)),
    debian,
    advice: `The scenarios run ${name}: install the package ${debian}.`,
  });
}

import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";

export interface Program {
  /** Where it may be; the first that is there is taken. */
  readonly places: readonly string[];
  /** Debian's package that brings it. */
  readonly debian: string;
  /** What needs it, and how to get it, in one line. */
  readonly advice: string;
}

/**
 * Finds a program of the system that tests need. Where there is none it is installed from the system's packages, if this
 * may be done here; otherwise the test fails and says what to install.
 */
export function findProgram({ places, debian, advice }: Program): string {
  const find = (): string | undefined => places.find((path) => path !== "" && existsSync(path));
  const found = find() ?? (install(debian), find());
  if (found === undefined) throw new Error(advice);
  return found;
}

function install(name: string): void {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return;
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const run = (...args: readonly string[]): void =>
    void execFileSync("apt-get", ["-qq", ...args], { env, stdio: "ignore" });
  try {
    run("update");
    run("install", "--yes", "--no-install-recommends", name);
  } catch {
    // What is missing is said by whoever asked.
  }
}

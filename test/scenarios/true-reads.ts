import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { findStrace } from "../rig/strace.ts";
import type { Ground } from "./ground.ts";

/** A file that was opened, by the name that the kernel has for it: no name is resolved here, and nothing is guessed. */
const OPENED = /= \d+<(\/[^>]*)>/;

/** The tracked files that a command really opens, watched from outside; shares no code with the engine. */
export function trueReads(ground: Ground, command: string): readonly string[] {
  const out = join(ground.root, "../opened");
  rmSync(out, { force: true });
  const strace = `${findStrace()} -f -qq -y -e trace=open,openat,openat2 -o ${out}`;
  ground.do({ shell: `PATH="$PWD/node_modules/.bin:$PATH" ${strace} ${command} >/dev/null 2>&1` });
  const opened = new Set(
    readFileSync(out, "utf8")
      .split("\n")
      .flatMap((line) => OPENED.exec(line)?.[1] ?? []),
  );
  return tracked(ground).filter((path) => opened.has(join(ground.root, path)));
}

function tracked({ root }: Ground): readonly string[] {
  const listed = execFileSync("git", ["ls-files", "-z"], { cwd: root, encoding: "utf8" });
  return listed.split("\0").filter((path) => path !== "" && existsSync(join(root, path)));
}

/** The same file with an edit that means nothing to who reads it. */
export function edited(path: string, text: string): string {
  if (/\.(?:[cm]?[jt]sx?|vue)$/.test(path)) return `${text}// edited\n`;
  return /\.(?:py|sh|toml|ini|cfg)$/.test(path) ? `${text}# edited\n` : `${text}\n`;
}

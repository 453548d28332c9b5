import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { findStrace } from "../rig/strace.ts";
import type { Ground } from "./ground.ts";

/** A file that was opened, by the name that the kernel has for it: no name is resolved here, and nothing is guessed. */
const OPENED = /= \d+<(\/[^>]*)>/;
/** Neither what is written and not read, nor a name without a look inside. */
const UNREAD = /\bO_(?:WRONLY|PATH)\b/;

/** The tracked files that a command really opens, watched from outside; shares no code with the engine. */
export function trueReads(ground: Ground, command: string): readonly string[] {
  const out = join(ground.root, "../opened");
  rmSync(out, { force: true });
  ground.do({
    shell: `PATH="$PWD/node_modules/.bin:$PATH" ${straceTo(out).join(" ")} ${command} >/dev/null 2>&1`,
  });
  return openedIn(ground.root, out);
}

/** The words before a command that make strace write down in a file what the command opens. */
export function straceTo(out: string): readonly string[] {
  return [findStrace(), "-f", "-qq", "-y", "-e", "trace=open,openat,openat2", "-o", out];
}

/** The tracked files of a repository that were opened for reading, as strace wrote it down. */
export function openedIn(root: string, out: string): readonly string[] {
  const opened = new Set(
    readFileSync(out, "utf8")
      .split("\n")
      .flatMap((line) => (UNREAD.test(line) ? [] : (OPENED.exec(line)?.[1] ?? []))),
  );
  return trackedFiles(root).filter((path) => opened.has(join(root, path)));
}

export function trackedFiles(root: string): readonly string[] {
  const listed = execFileSync("git", ["ls-files", "-z"], { cwd: root, encoding: "utf8" });
  return listed.split("\0").filter((path) => path !== "" && existsSync(join(root, path)));
}

/** The same file with an edit that means nothing to who reads it. */
export function edited(path: string, text: string): string {
  const start = text === "" || text.endsWith("\n") ? text : `${text}\n`;
  if (/\.(?:[cm]?[jt]sx?|vue|snap)$/.test(path)) return `${start}// edited\n`;
  if (/\.(?:css|less|scss)$/.test(path)) return `${start}/* edited */\n`;
  if (/\.(?:svelte|astro)$/.test(path)) return `${start}<!-- edited -->\n`;
  return /\.(?:py|sh|toml|ini|cfg|ya?ml)$|(?:^|\/)\.(?:\w+ignore|npmrc|editorconfig)$/.test(path)
    ? `${start}# edited\n`
    : `${text}\n`;
}

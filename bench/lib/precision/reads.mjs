// What a command over one file alone opens of the repository, by a trace of its own.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { run } from "../measure.mjs";

const OPENED = /(?:= \d+<(\/[^>]*)>|open(?:at)?\((?:AT_FDCWD<(\/[^>]*)>, )?"([^"]*)".* = -1 ENOENT)/;

/** Paths of tracked files that were opened, and names that were looked for and are not there. */
export function traceReads(root, words, tracked) {
  const directory = mkdtempSync(join(tmpdir(), "verification-reads-"));
  try {
    const file = join(directory, "trace");
    const options = [
      "--seccomp-bpf",
      "-f",
      "-qq",
      "-y",
      "-s",
      "0",
      "-o",
      file,
      "-e",
      "trace=open,openat",
      "-e",
      "signal=none",
    ];
    run("strace", [...options, ...local(root, words)], { cwd: root, fails: true });
    const reads = new Set();
    for (const line of readFileSync(file, "utf8").split("\n")) {
      const [, opened, cwd, missing] = OPENED.exec(line) ?? [];
      const path = opened ?? (missing?.startsWith("/") ? missing : cwd && missing && join(cwd, missing));
      if (!path?.startsWith(`${root}/`) || path.includes("/node_modules/")) continue;
      const name = path.slice(root.length + 1);
      if (opened === undefined || tracked.has(name)) reads.add(name);
    }
    return reads;
  } finally {
    rmSync(directory, { recursive: true });
  }
}

/** The command as it is installed in the repository. */
export function local(root, [command, ...args]) {
  return [join(root, "node_modules/.bin", command), ...args];
}

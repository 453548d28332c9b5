import { readFileSync, readlinkSync, statSync } from "node:fs";
import { release } from "node:os";
import { shortHash } from "../../values/short-hash.ts";

/** The rights of a process, in the kernel's description of it. */
const STATUS = /^(?:Uid|Gid|CapEff|CapBnd|NoNewPrivs|Seccomp|Seccomp_filters):.*$/gm;

/**
 * A digest of everything that decides whether a program may trace others here: itself, the kernel and its rules, and
 * the user.
 */
export function describeTracing(path: string): string | undefined {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return undefined;
  const { dev, ino, size, mode, mtimeMs, ctimeMs } = stat;
  return shortHash([
    path,
    [dev, ino, size, mode, mtimeMs, ctimeMs],
    release(),
    read("/proc/sys/kernel/random/boot_id"),
    read("/proc/sys/kernel/yama/ptrace_scope"),
    read("/proc/self/status").match(STATUS),
    read("/proc/self/attr/current"),
    ["user", "pid", "mnt"].map((name) => readLink(`/proc/self/ns/${name}`)),
  ]);
}

function read(path: string): string {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return "";
  }
}

function readLink(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return "";
  }
}

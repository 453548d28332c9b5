import type { TraceDepth } from "../../vocabulary/check/trace.ts";

/** Every call that passes a name to the system, creates a process or leads to one that is not watched. */
const CALLS = [
  "open openat openat2 open_by_handle_at creat execve execveat getdents getdents64",
  "access faccessat faccessat2 readlink readlinkat chdir fchdir",
  "rename renameat renameat2 link linkat symlink symlinkat unlink unlinkat",
  "mkdir mkdirat mknod mknodat rmdir truncate truncate64",
  "clone clone3 fork vfork unshare setns chroot pivot_root mount move_mount",
  "connect bind getsockname getsockopt io_uring_setup ptrace",
];

/** Most of them are `stat`, and most of those in a Node program look for packages. */
const NAMES = [
  "stat lstat stat64 lstat64 newfstatat fstatat64 statx statfs statfs64",
  "getxattr lgetxattr listxattr llistxattr chmod fchmodat fchmodat2 chown lchown fchownat",
  "utime utimes utimensat futimesat",
];

/** The calls to watch, in strace's syntax. `?` before a call: not every machine has it. */
export function traceFilter(depth: TraceDepth): string {
  const groups = depth === "full" ? [...CALLS, ...NAMES] : CALLS;
  return groups
    .flatMap((group) => group.split(" "))
    .map((call) => `?${call}`)
    .join(",");
}

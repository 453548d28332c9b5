import { spawn, type ChildProcess } from "node:child_process";
import type { Socket } from "node:net";

/**
 * Ends what this process has started if it disappears without doing so: killed, or out of memory. A process that can
 * still act ends its own.
 */
export interface Guard {
  /** `mark` is in the environment of everything in the group, even of what leaves it. */
  watch(group: number, mark: string): void;
  release(group: number): void;
}

/**
 * Reads one line for each group that starts or ends. The end of the input means that the other side is gone: what has
 * not ended by then is asked to end, and killed two seconds later. Linux shows who carries a mark.
 */
const SCRIPT = `
groups=
while read -r verb group mark; do
  if [ "$verb" = + ]; then groups="$groups $group:$mark"; continue; fi
  left=
  for each in $groups; do [ "\${each%%:*}" = "$group" ] || left="$left $each"; done
  groups=$left
done
[ -n "$groups" ] || exit 0
end() {
  for each in $groups; do
    kill -s "$1" -- "-\${each%%:*}"
    for file in $(grep -lsF "\${each#*:}" /proc/[0-9]*/environ); do
      pid=\${file#/proc/}
      kill -s "$1" "\${pid%/environ}"
    done
  done
}
end TERM
sleep 2
end KILL
`;

/** A guard without groups ends after this time; the next group gets another one. */
const IDLE_MS = 1000;

export function createGuard(): Guard {
  const watched = new Set<number>();
  let sentry: ChildProcess | null = null;
  let idle: NodeJS.Timeout | undefined;
  const tell = (line: string): void => void sentry?.stdin?.write(`${line}\n`);
  return {
    watch(group, mark) {
      clearTimeout(idle);
      sentry ??= start();
      watched.add(group);
      tell(`+ ${group} ${mark}`);
    },
    release(group) {
      if (!watched.delete(group)) return;
      tell(`- ${group}`);
      if (watched.size > 0) return;
      idle = setTimeout(() => {
        sentry?.stdin?.end();
        sentry = null;
      }, IDLE_MS).unref();
    },
  };
}

/** In its own session, so that what ends this process and its group does not end it too. */
function start(): ChildProcess | null {
  if (process.platform === "win32") return null;
  const child = spawn("/bin/sh", ["-c", SCRIPT], {
    cwd: "/",
    env: { PATH: process.env["PATH"] },
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
  });
  // Without it, what a killed process leaves runs until it ends by itself.
  child.on("error", () => {});
  child.stdin?.on("error", () => {});
  child.unref();
  (child.stdin as Socket | null)?.unref();
  return child;
}

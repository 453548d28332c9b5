import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { isAlive } from "../rig/is-alive.ts";
import { watchedPlace, type WatchedPlace } from "../rig/watched.ts";

/** Writes down who watches the shell, and its own number. */
const NOTE = "sed -n 's/^TracerPid:[[:space:]]*//p' /proc/$$/status >> pids; echo $$ >> pids";

function notedPids(place: WatchedPlace): readonly number[] {
  const pids = readFileSync(join(place.root, "pids"), "utf8").trim().split("\n").map(Number);
  expect(pids.every((pid) => pid > 0)).toBe(true);
  return pids;
}

describe("a command that is watched", () => {
  it.each([
    ["a status", "exit 3"],
    ["a signal", "kill -TERM $$"],
    ["a crash", "ulimit -c 0; kill -SEGV $$"],
    ["a kill", "kill -KILL $$"],
    ["a stop that is undone", "(sleep 0.1; kill -CONT $$) & kill -STOP $$; wait; echo on"],
    ["a lot of output", "yes line | head -n 100000; echo end >&2"],
    ["its input", "cat; echo status $?"],
    ["its open files", "ls -l /proc/self/fd | sed 's/.* //; s/[0-9][0-9]*/N/g'"],
    ["its signals", "grep -E '^(Sig(Blk|Ign|Cgt)|ShdPnd|Threads)' /proc/self/status"],
    ["its limits and mask", "ulimit -a; umask"],
    ["its environment", "env | grep -v -e '^_=' -e VERIFICATION_LINEAGE | sort"],
    [
      "its name and group",
      "echo $0; ps -o pgid= -p $$ | tr -d ' ' | sed \"s/^$$\\$/own/\"; ps -o comm= --ppid $$",
    ],
    ["its children", "sh -c 'exit 4' & wait $!; echo $?"],
  ])("ends, prints and finds things as without: %s", async (_, script) => {
    const place = watchedPlace();
    const watched = await place.sh(script);
    const plain = await place.sh(script, { depth: null });
    expect(watched.trace).not.toBeNull();
    expect(plain.trace).toBeNull();
    const said = ({ ending, stdout, stderr }: typeof plain): unknown => ({ ending, stdout, stderr });
    expect(said(watched)).toEqual(said(plain));
  });

  it("is given its time after it was asked to end, and can use it", async () => {
    const place = watchedPlace();
    place.write("in", "saved");
    const outcome = await place.sh(
      `${NOTE}; trap 'cat in > out; exit 0' TERM; while :; do sleep 0.05; done`,
      {
        timeout: 1000,
      },
    );
    expect(outcome.ending).toEqual({ type: "timed-out", limit: 1000 });
    expect(readFileSync(join(place.root, "out"), "utf8")).toBe("saved");
    expect(outcome.trace?.blind).toBe("it was ended before it was done");
    expect(place.told(outcome)).toContain("write out");
    expect(notedPids(place).filter(isAlive)).toEqual([]);
  });

  it("is killed where it ignores that, with all that it started and the tracer", async () => {
    const place = watchedPlace();
    const stubborn = `trap "" TERM HUP INT; ${NOTE}`;
    place.write("stubborn.sh", `${stubborn}; while :; do sleep 0.1; done`);
    // It asks the system for nothing more, so that it would not notice that its tracer is gone.
    place.write("busy.sh", `${stubborn}; while :; do :; done`);
    // One has its own session, and one has also forgotten where it comes from.
    const outcome = await place.sh(
      'setsid sh stubborn.sh & env -i PATH="$PATH" setsid sh busy.sh & sh stubborn.sh',
      { timeout: 2000 },
    );
    expect(outcome.ending).toEqual({ type: "timed-out", limit: 2000 });
    const pids = notedPids(place);
    expect(pids).toHaveLength(6);
    expect(pids.filter(isAlive)).toEqual([]);
  });

  it("is stopped when it is to stop, and is not begun again", async () => {
    const place = watchedPlace();
    const stop = new AbortController();
    const running = place.sh(`${NOTE}; : > begun; exec sleep 600`, { stop: stop.signal });
    await vi.waitUntil(() => existsSync(join(place.root, "begun")), { timeout: 60_000 });
    stop.abort({ type: "fail-fast" });
    expect(await running).toMatchObject({ ending: { type: "stopped", started: true } });
    expect(notedPids(place)).toHaveLength(2);
    expect(notedPids(place).filter(isAlive)).toEqual([]);
  });

  it("leaves a daemon that goes on working, and does not wait for it", async () => {
    const place = watchedPlace();
    place.write("in", "read later");
    place.write(
      "daemon.sh",
      `${NOTE}; : > ready; while [ ! -e go ]; do sleep 0.05; done; sh -c 'cat in > out.tmp'; mv out.tmp out`,
    );
    const outcome = await place.sh(
      "setsid sh daemon.sh < /dev/null > /dev/null 2>&1 & while [ ! -e ready ]; do sleep 0.05; done; echo left",
    );
    expect(outcome).toMatchObject({ ending: { type: "exited", code: 0 }, stdout: "left\n" });
    expect(outcome.trace?.blind).toBeNull();
    expect(place.told(outcome)).toContain("read daemon.sh");
    const pids = notedPids(place);
    expect(pids.filter(isAlive)).toEqual(pids);
    place.write("go", "");
    await vi.waitUntil(() => existsSync(join(place.root, "out")), { timeout: 60_000 });
    expect(readFileSync(join(place.root, "out"), "utf8")).toBe("read later");
    // The tracer goes with the last that it watches.
    await vi.waitUntil(() => !pids.some(isAlive), { timeout: 60_000 });
  });

  it("says as without that it cannot be started", async () => {
    const place = watchedPlace();
    place.write("odd", "\u0000 no program");
    const { chmodSync } = await import("node:fs");
    chmodSync(join(place.root, "odd"), 0o755);
    const watched = await place.run(["./odd"]);
    expect(watched.trace).toBeNull();
    expect(watched.ending).toEqual((await place.run(["./odd"], { depth: null })).ending);
    expect((await place.run(["no-such-command"])).ending.type).toBe("not-started");
  });
});

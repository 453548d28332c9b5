import { chmodSync, chownSync, copyFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { watchWithStrace } from "../../src/system/strace/strace-watch.ts";
import { isAlive } from "../rig/is-alive.ts";
import { findProgram } from "../rig/program.ts";
import { findStrace } from "../rig/strace.ts";
import { type WatchedPlace, watchedPlace } from "../rig/watched.ts";
import { mountSmallDisk } from "../store/small-disk.ts";

afterEach(() => void vi.unstubAllEnvs());

const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;

/** Takes down each try, and in the first, which is watched, does something to the tracer. */
const inFirstTry = (script: string): string =>
  `echo "try $$" | tee -a tries
   tracer=$(sed -n 's/^TracerPid:[[:space:]]*//p' /proc/$$/status)
   [ "$tracer" = 0 ] || { echo $tracer > tracer; ${script}; }
   cat in; exit 5`;

function tries(place: WatchedPlace): readonly number[] {
  const lines = readFileSync(join(place.root, "tries"), "utf8").trim().split("\n");
  return lines.map((line) => Number(line.replace("try ", "")));
}

describe("a command whose tracer fails", () => {
  it.each([
    ["the command goes on for ever", "kill -KILL $tracer; while :; do :; done"],
    ["the command ignores signals", "trap '' TERM; kill -KILL $tracer; while :; do :; done"],
    ["the command ends at once", "kill -KILL $tracer; exit 1"],
    ["the command left its group", "kill -KILL $tracer; setsid sh -c 'while :; do :; done' & wait"],
  ])("is run again without it: %s", async (_, script) => {
    const place = watchedPlace();
    place.write("in", "content");
    const outcome = await place.sh(inFirstTry(script));
    const pids = tries(place);
    expect(pids).toHaveLength(2);
    expect(outcome).toMatchObject({
      ending: { type: "exited", code: 5 },
      stdout: `try ${pids[1]}\ncontent`,
      stderr: "",
      trace: null,
    });
    expect(pids.filter(isAlive)).toEqual([]);
  });

  it("has its whole time again", async () => {
    const place = watchedPlace();
    const outcome = await place.sh(
      `echo x >> tries; [ $(wc -l < tries) = 2 ] || { sleep 2; kill -KILL $(sed -n 's/^TracerPid:[[:space:]]*//p' /proc/$$/status); exit 1; }; sleep 2.5`,
      { timeout: 4000 },
    );
    expect(outcome).toMatchObject({ ending: { type: "exited", code: 0 }, trace: null });
  });

  it("is run again where the disk is full, and not watched where nothing can be written", async () => {
    const disk = mountSmallDisk("64k");
    if (disk === null) return;
    const place = watchedPlace();
    place.write("in", "content");
    vi.stubEnv("TMPDIR", disk.dir);
    const outcome = await place.sh(
      inFirstTry("i=0; while [ $i -lt 3000 ]; do i=$((i+1)); cat in > /dev/null; done"),
    );
    expect(outcome).toMatchObject({ ending: { type: "exited", code: 5 }, stderr: "", trace: null });
    expect(tries(place)).toHaveLength(2);
    vi.stubEnv("TMPDIR", join(disk.dir, "nowhere"));
    expect(await place.sh("exit 6")).toMatchObject({ ending: { type: "exited", code: 6 }, trace: null });
  });
});

it("a command that does more with files than is written down goes on, and the disk is not filled", async () => {
  const strace = { path: findStrace(), options: ["--seccomp-bpf"], limit: 20_000 };
  const place = watchedPlace({ watch: (depth) => watchWithStrace(strace, depth) });
  place.write("in", "");
  vi.stubEnv("TMPDIR", place.root);
  // It ends when the trace has become smaller.
  const outcome = await place.sh(
    `size() { stat -c %s verification-trace-*/trace; }
     last=0; while now=$(size); [ $now -ge $last ]; do last=$now; cat in; done`,
    { timeout: 60_000 },
  );
  expect(outcome.ending).toEqual({ type: "exited", code: 0 });
  expect(outcome.trace?.blind).toBe("it accessed more files than can be recorded");
});

describe("a command that a tracer hinders", () => {
  it("is run again without it where it traces itself", async () => {
    const place = watchedPlace();
    const outcome = await place.sh("strace -o out true && grep -c exited out; echo $$ >> runs; wc -l < runs");
    expect(outcome).toMatchObject({ ending: { type: "exited", code: 0 }, stdout: "1\n2\n", trace: null });
  });

  it("is run again where it makes a process that cannot be watched", async () => {
    const place = watchedPlace();
    const perl = findProgram({
      places: ["/usr/bin/perl"],
      debian: "perl",
      advice: "Odd calls are made by perl: install it.",
    });
    const clone = process.arch === "arm64" ? 220 : 56;
    place.write("in", "content");
    const outcome = await place.run([
      perl,
      "-e",
      `my $pid = syscall(${clone}, 0x00800000 | 17, 0, 0, 0, 0);
       if ($pid == 0) { exec("/bin/cat", "in"); }
       waitpid($pid, 0); exit($? >> 8);`,
    ]);
    expect(outcome).toMatchObject({ ending: { type: "exited", code: 0 }, stdout: "content", trace: null });
  });

  it("is run again where a program would have the rights of somebody else", async () => {
    if (!isRoot) return;
    const place = watchedPlace();
    const program = join(place.root, "whoami");
    copyFileSync("/usr/bin/id", program);
    chownSync(program, NOBODY, NOBODY);
    chmodSync(program, 0o4755);
    chmodSync(place.root, 0o755);
    const outcome = await place.sh("./whoami -u");
    expect(outcome).toMatchObject({ stdout: `${NOBODY}\n`, trace: null });
    // What it has already does not count.
    chownSync(program, 0, 0);
    chmodSync(program, 0o4755);
    expect((await place.sh("./whoami -u")).trace).not.toBeNull();
  });
});

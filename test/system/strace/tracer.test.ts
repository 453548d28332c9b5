import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { describeTracing } from "../../../src/system/strace/describe-tracing.ts";
import { findTracer, type Untraceable } from "../../../src/system/strace/tracer.ts";
import { findStrace } from "../../rig/strace.ts";

/** A directory with a strace that does this. */
function fakeStrace(script: string): string {
  const directory = mkdtempSync(join(tmpdir(), "fake-strace-"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  writeFileSync(join(directory, "strace"), `#!/bin/sh\necho tried >> ${directory}/tries\n${script}\n`);
  chmodSync(join(directory, "strace"), 0o755);
  return directory;
}

function refusal(path: string): Untraceable {
  const found = findTracer({ PATH: path });
  if (!("why" in found)) throw new Error("it was found");
  return found;
}

it("the tracer is tried once, however often it is asked for", () => {
  findStrace();
  const found = findTracer(process.env);
  expect("watch" in found).toBe(true);
  expect(findTracer({ ...process.env })).toBe(found);
  const directory = fakeStrace("exit 1");
  expect(refusal(directory)).toBe(refusal(directory));
  // With the filter of the kernel, and without it.
  expect(readFileSync(join(directory, "tries"), "utf8")).toBe("tried\ntried\n");
});

it("a tracer that does not work says why and what to do, in a line each", () => {
  expect(refusal("/nowhere")).toEqual({
    why: "strace, which traces file accesses, is not installed.",
    advice: "Install it: apt-get install strace, or the package strace of your system.",
  });
  const advice = "Let it use ptrace: in a container, start it with --cap-add=SYS_PTRACE.";
  const said = "attach: ptrace(PTRACE_SEIZE, 1): Operation not permitted";
  expect(refusal(fakeStrace(`echo 'strace: ${said}' >&2`))).toEqual({
    why: `strace cannot trace here: ${said}.`,
    advice,
  });
  expect(refusal(fakeStrace("exit 1"))).toEqual({ why: "strace cannot trace here.", advice });
});

it("a tracer that is known to work is not tried again until the program changes", () => {
  const directory = fakeStrace("exit 1");
  const asked: string[] = [];
  const known = {
    find: (place: string) => (asked.push(place), asked.length === 1 ? ["--seccomp-bpf"] : undefined),
    keep: () => {
      throw new Error("what cannot trace is not kept");
    },
  };
  expect("watch" in findTracer({ PATH: directory }, known)).toBe(true);
  expect(existsSync(join(directory, "tries"))).toBe(false);
  const other = fakeStrace("exit 2");
  expect("why" in findTracer({ PATH: other }, known)).toBe(true);
  expect(readFileSync(join(other, "tries"), "utf8")).toBe("tried\ntried\n");
  expect(new Set(asked).size).toBe(2);
  const before = describeTracing(join(other, "strace"));
  expect(describeTracing(join(other, "strace"))).toBe(before);
  writeFileSync(join(other, "strace"), "#!/bin/sh\nexit 3\n");
  expect(describeTracing(join(other, "strace"))).not.toBe(before);
});

import { appendFileSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { readTraceFile, type TraceFile } from "../../../src/system/strace/read-trace-file.ts";
import type { Trace } from "../../../src/system/strace/read-trace.ts";

const PID = 4_000_000;
const OPEN = `${PID} openat(AT_FDCWD</r>, "a", O_RDONLY) = 3</r/a>\n`;
const LIMIT = 256 * 1024 * 1024;
const END = `${PID} +++ exited with 0 +++\n`;

function traceFile(text: string): string {
  const directory = mkdtempSync(join(tmpdir(), "trace-file-"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  writeFileSync(join(directory, "trace"), text);
  return join(directory, "trace");
}

function read(file: string, options: Partial<TraceFile> = {}): Promise<Trace | null> {
  const usual = { pid: PID, limit: LIMIT, cwd: "/r", isCut: false, isTooMuch: false, isTracing: () => false };
  return readTraceFile(file, { ...usual, ...options });
}

const READ = { type: "read", path: "/r/a", named: "/r/a", times: 1 };
const WHOLE = { accesses: [expect.objectContaining(READ)], blind: null };

it("a trace file is complete with the end of the command in it", async () => {
  expect(await read(traceFile(OPEN + END))).toEqual(WHOLE);
});

it("a trace file without the end of the command does not count once nobody writes it", async () => {
  expect(await read(traceFile(OPEN))).toBeNull();
  expect(await read(traceFile(""))).toBeNull();
  expect(await read("/nowhere/trace")).toBeNull();
  expect(await read(traceFile(OPEN + END.slice(0, -1)))).toBeNull();
});

it("a trace file is waited for as long as somebody writes it", async () => {
  const file = traceFile(OPEN);
  const parts = [END.slice(0, 9), END.slice(9)];
  const isTracing = (): boolean => {
    appendFileSync(file, parts.shift() ?? "");
    return true;
  };
  expect(await read(file, { isTracing })).toEqual(WHOLE);
});

it("a trace file in which a line or a process has no end is not complete", async () => {
  expect((await read(traceFile(`${OPEN}${END}4000001 openat(`)))?.blind).toContain("is incomplete");
  const lost = `${PID} fork() = 4000001\n`;
  expect((await read(traceFile(lost + OPEN + END)))?.blind).toBe(
    "a process that it started was lost from sight",
  );
  // One that goes on was left behind on purpose.
  expect(await read(traceFile(`${PID} fork() = ${process.pid}\n${OPEN}${END}`))).toEqual(WHOLE);
});

it("a trace file shows what a stopped command did until then", async () => {
  expect(await read(traceFile(OPEN), { isCut: true })).toEqual({
    ...WHOLE,
    blind: "it was ended before it was done",
  });
});

it("a trace file is read up to a limit, in memory that does not grow with it", async () => {
  const blind = "it accessed more files than can be recorded";
  expect((await read(traceFile(OPEN + END), { isTooMuch: true }))?.blind).toBe(blind);
  expect((await read(traceFile(OPEN.repeat(100)), { limit: 1000, isCut: true }))?.blind).toBe(blind);
  const file = traceFile(OPEN + END);
  // A line of so many zeros, without an end.
  truncateSync(file, LIMIT + 1000);
  const before = process.memoryUsage.rss();
  expect((await read(file))?.blind).toContain("is incomplete");
  expect(process.memoryUsage.rss() - before).toBeLessThan(64 * 1024 * 1024);
});

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { afterEach, beforeEach, expect, test } from "vitest";
import { extractMany } from "../../../src/graph/many/extract-many.ts";
import { startHelpers } from "../../../src/graph/many/helpers.ts";
import type { ExtractedFile, ListedFile, SharedWork, TakeExtracted } from "../../../src/graph/many/work.ts";
import { decodePath, encodePath } from "../../../src/paths/encode-path.ts";
import { createFileReader } from "../../../src/system/files/file-reader.ts";
import { hashBlob } from "../../../src/system/files/hash-blob.ts";
import { startThread } from "../../../src/system/process/thread.ts";
import type { ContentId, RepoPath } from "../../../src/vocabulary/tree/path.ts";

let root = "";
const files: ListedFile[] = [];

function add(path: string, text: string, id?: ContentId): void {
  writeFileSync(encodePath(join(root, path)), text);
  files.push([path as RepoPath, id ?? hashBlob(Buffer.from(text), "sha1")]);
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "extract-many-"));
  files.length = 0;
  for (let at = 0; at < 60; at += 1) {
    add(`${at}.ts`, `import { a } from "./${at + 1}.ts";\nexport const b${at} = require("./x");\n`);
    add(`${at}.md`, `# ${at} "\u{1F600}\u2028"\n\n[a](./${at}.ts)\n`);
  }
  add("a.json", '{ "extends": "./b.json" }', "0".repeat(40) as ContentId);
  add(decodePath(Buffer.from([0x61, 0xff, 0x2e, 0x74, 0x73])), 'import "./c.ts";\n');
  files.push(["missing.ts" as RepoPath, "1".repeat(40) as ContentId]);
});

afterEach(() => rmSync(root, { recursive: true }));

/** Waits before it reads its first file, until a thread has taken one too. */
function createWaitingReader(next: () => Int32Array | undefined): (path: string) => Buffer {
  const read = createFileReader(root);
  const clock = new Int32Array(new SharedArrayBuffer(4));
  return (path) => {
    const isAlone = (taken = next()): boolean => taken !== undefined && Atomics.load(taken, 0) < 2;
    while (isAlone()) Atomics.wait(clock, 0, 0, 1);
    return read(path);
  };
}

async function extractIn(threads: number, start = startThread) {
  let next: Int32Array | undefined;
  let answered = 0;
  const helpers = startHelpers(threads, (name, onMessage) => {
    const take = (message: unknown): void => {
      answered += (message as readonly unknown[]).length;
      onMessage(message);
    };
    const thread = start(name, take);
    if (thread === undefined) return undefined;
    const send = (work: unknown): void => {
      ({ next } = work as SharedWork);
      thread.send(work);
    };
    return { ...thread, send };
  });
  const read = createWaitingReader(() => next);
  const taken: (ExtractedFile | undefined)[] = [];
  const take: TakeExtracted = (at, file) => {
    expect(taken[at]).toBeUndefined();
    taken[at] = file;
  };
  await extractMany(files, { read, referencesOnly: false, take, root, helpers });
  return { found: files.map(([path], at) => [path, taken[at] as ExtractedFile] as const), answered };
}

test("threads extract the same as one thread alone, and each file once", async () => {
  const alone = await extractIn(0);
  const shared = await extractIn(2);
  expect(alone.answered).toBe(0);
  expect(shared.answered).toBeGreaterThan(0);
  expect(shared.found).toEqual(alone.found);
  expect(alone.found.every(([, file]) => file !== undefined)).toBe(true);
  const unlisted = alone.found.filter(([, { isListed }]) => !isListed).map(([path]) => path);
  expect(unlisted).toEqual(["a.json", "missing.ts"]);
});

test("what a thread took before it died is extracted all the same", async () => {
  const file = join(root, "dying.cjs");
  writeFileSync(
    file,
    'require("node:worker_threads").parentPort.on("message", ({ next }) => { Atomics.add(next, 0, 5); throw new Error(); });',
  );
  const alone = await extractIn(0);
  const shared = await extractIn(2, () => {
    const worker = new Worker(file, { stderr: true });
    worker.on("error", () => {});
    return {
      send: (message) => worker.postMessage(message),
      ended: new Promise<void>((resolve) => worker.on("exit", () => resolve())),
      end: () => void worker.terminate(),
    };
  });
  expect(shared.answered).toBe(0);
  expect(shared.found).toEqual(alone.found);
});

test("everything is extracted without threads if none can be started", async () => {
  const alone = await extractIn(0);
  expect(await extractIn(2, () => undefined)).toEqual(alone);
});

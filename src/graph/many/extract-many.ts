import { setImmediate as turn } from "node:timers/promises";
import type { RepoPath } from "../../vocabulary/tree/path.ts";
import { extractOne } from "./extract-one.ts";
import { countHelpers, type Helpers, startHelpers } from "./helpers.ts";
import { type ListedFile, type SharedWork, takeNext, type TakeExtracted } from "./work.ts";

export interface ExtractManyOptions {
  readonly read: (path: RepoPath) => Buffer;
  readonly referencesOnly: boolean;
  /** Called once for each file, in any order. */
  readonly take: TakeExtracted;
  /** If `read` reads the files below this directory, threads may read them too. */
  readonly root?: string | undefined;
  /** Threads that have been started already. By default, they are started if there are many files. */
  readonly helpers?: Helpers | undefined;
}

/** How many files to read before the process gets time for other work. */
const BREATH = 128;

/** Extracts files, in several threads if there are many. The answers are the same. */
export async function extractMany(
  files: readonly ListedFile[],
  { read, referencesOnly, take, root, helpers }: ExtractManyOptions,
): Promise<void> {
  const count = root === undefined || helpers !== undefined ? 0 : countHelpers(files.length);
  const threads = count > 0 ? startHelpers(count) : helpers;
  try {
    const shared = root === undefined ? {} : { root, helpers: threads };
    await share(files, { root: "", read, referencesOnly, take, ...shared });
  } finally {
    // One that only starts now has nothing left to do.
    threads?.end();
  }
}

async function share(
  files: readonly ListedFile[],
  { read, referencesOnly, take, root, helpers }: Omit<ExtractManyOptions, "root"> & Pick<SharedWork, "root">,
): Promise<void> {
  const next = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const isDone = new Uint8Array(files.length);
  const done: TakeExtracted = (at, file) => {
    isDone[at] = 1;
    take(at, file);
  };
  const extractAt = async (at: number): Promise<void> =>
    done(at, await extractOne(files[at] as ListedFile, read, { referencesOnly }));
  const wait = helpers?.share({ root, files, referencesOnly, next }, done);
  let own = 0;
  for (let at = takeNext({ next }); at < files.length; at = takeNext({ next })) {
    own += 1;
    if (own % BREATH === 0) await turn();
    await extractAt(at);
  }
  await wait?.(files.length - own);
  // If a thread fails, the files that it has taken are missing.
  for (let at = 0; at < files.length; at += 1) if (isDone[at] === 0) await extractAt(at);
}

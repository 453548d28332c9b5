import { setImmediate as turn } from "node:timers/promises";
import type { RepoPath } from "../../vocabulary/tree/path.ts";
import { extractOne } from "./extract-one.ts";
import { countHelpers, type Helpers, startHelpers } from "./helpers.ts";
import { type ExtractedFile, type ListedFile, type SharedWork, takeNext } from "./work.ts";

export interface ExtractManyOptions {
  readonly read: (path: RepoPath) => Buffer;
  readonly referencesOnly: boolean;
  /** If `read` reads the files below this directory, threads may read them too. */
  readonly root?: string | undefined;
  /** Threads that have been started already. By default, they are started if there are many files. */
  readonly helpers?: Helpers | undefined;
}

/** How many files to read before the process gets time for other work. */
const BREATH = 128;

/** Extracts files, in several threads if there are many. The answers are the same, in the order of the files. */
export async function extractMany(
  files: readonly ListedFile[],
  { read, referencesOnly, root, helpers }: ExtractManyOptions,
): Promise<ReadonlyMap<RepoPath, ExtractedFile>> {
  const count = root === undefined || helpers !== undefined ? 0 : countHelpers(files.length);
  const threads = count > 0 ? startHelpers(count) : helpers;
  try {
    const shared = root === undefined ? {} : { root, helpers: threads };
    return await share(files, { root: "", read, referencesOnly, ...shared });
  } finally {
    // One that only starts now has nothing left to do.
    threads?.end();
  }
}

async function share(
  files: readonly ListedFile[],
  { read, referencesOnly, root, helpers }: Omit<ExtractManyOptions, "root"> & Pick<SharedWork, "root">,
): Promise<ReadonlyMap<RepoPath, ExtractedFile>> {
  const next = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const found: (ExtractedFile | undefined)[] = [];
  const wait = helpers?.share({ root, files, referencesOnly, next }, found);
  let own = 0;
  for (let at = takeNext({ next }); at < files.length; at = takeNext({ next })) {
    own += 1;
    if (own % BREATH === 0) await turn();
    found[at] = await extractOne(files[at] as ListedFile, read, { referencesOnly });
  }
  await wait?.(files.length - own);
  const extracted = new Map<RepoPath, ExtractedFile>();
  // If a thread fails, the files that it has taken are missing.
  for (const [at, file] of files.entries())
    extracted.set(file[0], found[at] ?? (await extractOne(file, read, { referencesOnly })));
  return extracted;
}

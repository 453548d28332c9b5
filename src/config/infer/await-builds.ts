import { join, posix } from "node:path";
import { readManifest } from "../manifest.ts";
import { pathBelow, type InferenceSource } from "./repository.ts";
import type { ScriptDraft } from "./scripts/infer-scripts.ts";

const TEST_FILES = ["{test,tests,spec,__tests__}/**/*.{js,cjs,mjs,jsx,ts,cts,mts,tsx}", "*.{test,spec}.*"];
/** In a package with more, one of the first says what the others do. */
const MOST_READ = 200;
const RELATIVE = /["'`](\.\.?\/[^"'`\n$]*)["'`]/g;
const ENTRIES: ReadonlySet<string> = new Set(["main", "module", "bin", "exports"]);

/**
 * Tests of a whole package wait for its build if they load what it makes: an entry of the package that git does not track.
 * Otherwise they would be about the last build. Tests of single files do not wait, because a build depends on everything.
 */
export function awaitBuilds(
  drafts: readonly ScriptDraft[],
  repository: InferenceSource,
): readonly ScriptDraft[] {
  return drafts.map((draft) => {
    const { owner } = draft.step;
    if (draft.role !== "test" || draft.fields.uses !== undefined) return draft;
    const build = drafts.findLast(({ role, step }) => role === "build" && step.owner === owner);
    if (build === undefined || draft.after.includes(build.key) || build.after.includes(draft.key))
      return draft;
    const isMade = madeIn(owner.directory, repository);
    if (isMade === null || !loadsAny(owner.directory, isMade, repository)) return draft;
    return { ...draft, after: [...draft.after, build.key] };
  });
}

/** Whether a path is an entry that is not in the repository, or beside one in a directory that is not; null if there is none. */
function madeIn(directory: string, repository: InferenceSource): ((path: string) => boolean) | null {
  const fields = readManifest(join(repository.root, directory)) ?? {};
  const named = Object.entries(fields).flatMap(([name, value]) => (ENTRIES.has(name) ? textsIn(value) : []));
  const entries = named
    .filter((text) => !text.includes("*"))
    .map((text) => posix.join(directory, text))
    .filter(
      (path) => !repository.isFile(path) && !repository.isDirectory(path) && posix.extname(path) !== "",
    );
  if (entries.length === 0) return null;
  const directories = entries
    .map((path) => pathBelow(directory, posix.relative(directory, path).split("/")[0] ?? ""))
    .filter((top) => !entries.includes(top) && repository.match([`${top}/**`]).length === 0);
  return (path) => entries.includes(path) || directories.some((top) => path.startsWith(`${top}/`));
}

function loadsAny(
  directory: string,
  isMade: (path: string) => boolean,
  repository: InferenceSource,
): boolean {
  const tests = repository.match(TEST_FILES.map((glob) => pathBelow(directory, glob))).slice(0, MOST_READ);
  return tests.some((path) =>
    [...repository.text(path).matchAll(RELATIVE)].some(([, specifier = ""]) =>
      isMade(posix.join(posix.dirname(path), specifier)),
    ),
  );
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

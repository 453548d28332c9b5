import type { Mutation } from "./mutations.ts";

const COMING = "test/e2e/kept-coming.test.ts";
const GRAPH = "test/graph/kept/coming-files.test.ts";

/** What makes it safe to look only at what files and names that come or go concern. */
export const COMING_GUARDS: readonly Mutation[] = [
  {
    guard: "those whose references a file that came or went could concern are looked at again",
    file: "src/graph/kept/find-concerned.ts",
    from: "own.some((word) => asked.has(word)) ||",
    to: "",
    caughtBy: { file: COMING, test: "units whose import now resolves to a new file are assessed" },
  },
  {
    guard: "a file that came is looked at where it is a target",
    file: "src/units/file-units.ts",
    from: "known === undefined || known.came.has(path)",
    to: "known === undefined",
    caughtBy: { file: COMING, test: "units that a new file concerns are assessed" },
  },
  {
    guard: "a file that came and decides what others mean has everything looked at again",
    file: "src/units/kept/find-change.ts",
    from: "if (isDeciding(path)) return",
    to: "if (isDeciding(path) && before !== undefined) return",
    caughtBy: { file: "test/e2e/kept-units.test.ts", test: "a package.json that is new" },
  },
  {
    guard: "a unit that was seen to read a file that is gone is looked at again",
    file: "src/units/kept/renumber-units.ts",
    from: "isWide: set.isWide || !isWhole",
    to: "isWide: set.isWide",
    also: {
      file: "src/units/kept/create-known-before.ts",
      from: "|| moved?.hasSet(id) === true",
      to: "",
    },
    caughtBy: { file: COMING, test: "that is gone and that it read" },
  },
  {
    guard: "a unit that was seen to list a directory whose names are others is looked at again",
    file: "src/units/kept/find-concerned-sets.ts",
    from: '(access === "names" && listed.has(place))',
    to: "moved.size === 0",
    caughtBy: { file: COMING, test: "in a directory that it listed" },
  },
  {
    guard: "a unit that was seen to look at a directory that came or went is looked at again",
    file: "src/units/kept/find-concerned-sets.ts",
    from: "moved.add(above);",
    to: "",
    caughtBy: { file: COMING, test: "whose directory is gone with it" },
  },
  {
    guard: "what a package leads to has everything looked at again when it comes or goes",
    file: "src/graph/kept/find-concerned.ts",
    from: "if (led !== undefined) return",
    to: "if (led === null) return",
    caughtBy: { file: GRAPH, test: "which a package or settings lead to" },
  },
  {
    guard: "a file that came and speaks to all others has everything looked at again",
    file: "src/graph/kept/reopen-graph.ts",
    from: "if (speaking !== undefined) return",
    to: "if (speaking === null) return",
    caughtBy: { file: GRAPH, test: "is not opened where a file came that" },
  },
  {
    guard: "units are taken over only where no name came that an import leads to",
    file: "src/shortcut/open-kept.ts",
    from: "before.look() === null ||",
    to: "",
    caughtBy: { file: COMING, test: "a name appears that an import leads to" },
  },
  {
    guard: "a name that a package.json leads to is seen when it comes",
    file: "src/graph/kept/entry-words.ts",
    from: "const places = isManifest ? entriesIn(parsed.root) : pathsIn(parsed.root);",
    to: "const places = isManifest ? [] : pathsIn(parsed.root);",
    caughtBy: { file: COMING, test: "a name appears that an entry of a package.json leads to" },
  },
  {
    guard: "a name that the settings of a compiler lead to is seen when it comes",
    file: "src/graph/kept/entry-words.ts",
    from: "if (read(found) !== undefined) pending.add(found)",
    to: "pending.delete(found)",
    caughtBy: { file: COMING, test: "a name appears that a path of a compiler leads to" },
  },
  {
    guard: "a file that an alias leads to is seen when it comes",
    file: "src/graph/resolve/module.ts",
    from: "for (const each of [...paths, ...names]) words.add(lastWord(each));",
    to: "",
    caughtBy: { file: COMING, test: "whose import an alias leads to a new file" },
  },
  {
    guard: "what stands for its directory is seen when it comes",
    file: "src/paths/name-words.ts",
    from: "if (!ENTRIES.has(wordOf(name))) return false;",
    to: "if (words.size >= 0) return false;",
    caughtBy: { file: COMING, test: "a name appears that an import of a directory leads to" },
  },
  {
    guard: "in a directory that was listed every name counts that is not in the tree",
    file: "src/paths/name-words.ts",
    from: "listed.has(directory) || RULES.has(name)",
    to: "RULES.has(name)",
    caughtBy: { file: COMING, test: "directories that were listed for inputs" },
  },
  {
    guard: "a directory that is new is looked into",
    file: "src/system/observed/directory-names.ts",
    from: "isEntered: (path) => !known.has(path)",
    to: "isEntered: (path) => path === null",
    caughtBy: { file: "test/system/observed/directory-names.test.ts", test: "in a directory that is new" },
  },
  {
    guard: "a run is answered from memory only where no name came that an import leads to",
    file: "src/shortcut/answer-from-last-run.ts",
    from: "&& areDirectoriesSame(root, lastRun)",
    to: "",
    caughtBy: {
      file: "test/e2e/answered-from-last-run.test.ts",
      test: "a generated file that an import waits for",
    },
  },
];

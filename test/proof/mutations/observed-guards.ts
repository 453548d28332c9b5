import type { Mutation } from "./mutations.ts";

const SORT = { source: "src/trace/sort-trace.ts", test: "test/trace/sort-trace.test.ts" };
const OBSERVE = { source: "src/trace/observe-command.ts", test: "test/trace/observe-command.test.ts" };
const ATTRIBUTE = { source: "src/trace/attribute.ts", test: "test/trace/attribute.test.ts" };
const MERGE = { source: "src/trace/merge-sets.ts", test: "test/trace/merge-sets.test.ts" };
const FIELDS = {
  source: "src/trace/loaded/count-by-fields.ts",
  test: "test/trace/loaded/count-by-fields.test.ts",
};
const RUN_FILES = { source: "src/trace/run-files.ts", test: "test/trace/run-files.test.ts" };
const EVALUATE = {
  source: "src/units/inputs/evaluate-set.ts",
  test: "test/units/inputs/evaluate-set.test.ts",
};
const CHOOSE = {
  source: "src/units/inputs/choose-records.ts",
  test: "test/units/inputs/choose-records.test.ts",
};

const RULES = {
  source: "src/units/sight/sight-of-rules.ts",
  test: "test/units/sight/sight-of-rules.test.ts",
};
const PARTS = { source: "src/units/file-units.ts", test: "test/scenarios/lint-programs.test.ts" };

interface Room {
  readonly source: string;
  readonly test: string;
}

function without(
  room: Room,
  guard: string,
  { from, to = "", test }: { readonly from: string; readonly to?: string; readonly test: string },
): Mutation {
  return { guard, file: room.source, from, to, caughtBy: { file: room.test, test } };
}

/** What keeps a verdict from being reused for less than its command was seen to depend on. */
export const OBSERVED_GUARDS: readonly Mutation[] = [
  without(CHOOSE, "no prediction counts where a command was watched", {
    from: "matching[0] ?? newest,",
    to: "matching[0] ?? unit,",
    test: "though a prediction would have a verdict",
  }),
  without(CHOOSE, "sets that disagree decide nothing", {
    from: "if (outcomes.size > 1)",
    to: "if (outcomes.size > 2)",
    test: "sets that disagree decide nothing",
  }),
  without(OBSERVE, "what moved while a command ran is found among what it read", {
    from: "if (isMoved(place)) return place;",
    test: "a file that it read",
  }),
  without(OBSERVE, "a name that came or went counts as moved where its directory was listed", {
    from: "others.some((other) => isBelow(other, directory)) ||\n",
    test: "a name that came where it listed",
  }),
  without(OBSERVE, "a trace that does not have everything is not believed", {
    from: "if (blind !== null) return { why: blind };",
    test: "by a trace that does not have everything",
  }),
  without(OBSERVE, "a cache of an earlier run hides what was not read", {
    from: "if (cache !== null)",
    to: 'if (cache === "")',
    test: "where a cache of an earlier run hides reads",
  }),
  without(OBSERVE, "a command that changes what it has read is not observed", {
    from: "return modified === undefined ? null :",
    to: "return modified !== null ? null :",
    test: "of a command that changed what it had read",
  }),
  without(OBSERVE, "a target that was not opened is not observed", {
    from: "|| seen.opened.has(target)) return set;",
    to: "|| seen.opened.size > 0) return set;",
    test: "of a target that was not opened",
  }),
  without(EVALUATE, "something that is there is not the same as nothing", {
    from: "stats === undefined ? ABSENT : stats.isDirectory()",
    to: 'stats === undefined ? "file" : stats.isDirectory()',
    test: "an ignored file that appears",
  }),
  without(EVALUATE, "names are compared", {
    from: "`names ${shortHash([...(listed ?? tryList(absoluteOf(place, options)))].sort())}`",
    to: '"names"',
    test: "are those that git lists",
  }),
  without(EVALUATE, "who reads git's index depends on the whole tree", {
    from: "`tree ${shortHash([snapshot.commit, [...snapshot.files]])}`",
    to: '"tree"',
    test: "of git's index is the whole tree",
  }),
  without(EVALUATE, "a module counts with where its imports lead", {
    from: "value === null || leads.length === 0 ? value",
    to: "value === null || leads.length >= 0 ? value",
    test: "a module counts with where its imports lead",
  }),
  without(
    {
      source: "src/units/packages/installed-packages.ts",
      test: "test/units/packages/installed-packages.test.ts",
    },
    "an edited file among packages is not what its package brought",
    {
      from: "|| stats.mtimeMs > record.mtimeMs",
      to: "",
      test: "newer than the record",
    },
  ),
  without(SORT, "links on the way count", {
    from: 'for (const link of linksOf(access.named, context)) add(sorting, link, "presence");',
    to: "void 0;",
    test: "counts the links on the way",
  }),
  without(SORT, "what stat says of a file counts by its content", {
    from: 'type === "asked" && !isPassed && sorting.isFile(place) ? "content" : "presence"',
    to: '"presence"',
    test: "counts what stat says of a file by its content",
  }),
  without(SORT, "what is absent counts with the directory that it would be in", {
    from: 'add(sorting, absent, "presence");',
    test: "counts what is absent by the highest directory",
  }),
  without(SORT, "products of other checks do not count by what lies on the disk", {
    from: "if (sorting.isProduct(path)) return;",
    test: "does not count where another check makes it",
  }),
  without(SORT, "all tries of a command count", {
    from: "for (const [at, { accesses }] of traces.entries()) {",
    to: "for (const [at, { accesses }] of traces.slice(0, 1).entries()) {",
    test: "all tries to open a file count together",
  }),
  without(RUN_FILES, "what a check makes that does not say so is no product", {
    from: "const makers = producersOf(name);",
    to: "const makers = [...makersOf(name)];",
    test: "is told where one that waits for it reads it: written in this run",
  }),
  without(RUN_FILES, "what a check was seen to make in an earlier run is told", {
    from: "const made = new Map([...before].map(",
    to: "const made = new Map([...before].slice(0, 0).map(",
    test: "is told where one that waits for it reads it: written in an earlier run",
  }),
  without(RUN_FILES, "what one check writes and another reads is told", {
    from: "if (writer === reader ||",
    to: "if (writer !== null ||",
    test: "is told once",
  }),
  without(ATTRIBUTE, "what a runner puts in place of modules is explained by nobody's imports", {
    from: " && !FOR_ALL.test(place)",
    test: "what a runner puts in place of modules",
  }),
  without(ATTRIBUTE, "settings that a linter with types loads late are explained by nobody's imports", {
    from: " || FOR_ALL.test(place)",
    test: "settings that a plugin loads late",
  }),
  without(ATTRIBUTE, "what was read before those who import it were opened is not explained by them", {
    from: "(since.get(place) ?? Infinity) < (firstRead.get(place) ?? -1)",
    to: "since.has(place)",
    test: "what was read before a target that imports it was opened",
  }),
  without(ATTRIBUTE, "a target whose package nobody has read is not closed", {
    from: "every((name) => read.has(nameOf(name)))",
    to: "every((name) => nameOf(name) !== null || read.has(name))",
    test: "whose package nobody has read is not closed",
  }),
  without(FIELDS, "a test that can read any file takes all of a package.json", {
    from: "program.opening(target) !== null",
    to: "program === null && target",
    test: "a test can read any file",
  }),
  without(FIELDS, "configuration that can read any file takes all of a package.json", {
    from: "if (loaded.some((path) => mayReadFiles(path, options))) return null;",
    test: "configuration can read any file",
  }),
  without(FIELDS, "who imports a package.json takes all of it", {
    from: "!run.some((path) => options.program.of(path).has(manifest))",
    to: "run !== null",
    test: "configuration imports it",
  }),
  without(FIELDS, "a package that names a package.json takes all of it", {
    from: " && options.namesManifests(place)",
    to: " && options === null",
    test: "a package names one that nobody knows",
  }),
  without(FIELDS, "a package manager hands over what stands in a package.json", {
    from: "MANAGER.test(name) || ",
    test: "it was started by a package manager",
  }),
  without(MERGE, "what was read again and is different was not read for others", {
    from: "!read.has(path) &&\n",
    test: "but not where it was read again",
  }),
  without(MERGE, "what came or went may be why a command went another way", {
    from: "!NO_CONTENT.test(after)",
    to: "after !== undefined",
    test: "but not where it is gone",
  }),
  without(MERGE, "a union has all that any of its sets has", {
    from: "rest.reduce(unite, set)",
    to: "rest.slice(1).reduce(unite, set)",
    test: "beyond four, whatever any of them has counts",
  }),
  {
    guard: "a tracer that ended before its command is not believed",
    file: "src/system/strace/read-trace-file.ts",
    from: "reader.isHindered || (!reader.isEnded && !isCut)",
    to: "reader.isHindered",
    caughtBy: {
      file: "test/system/strace/read-trace-file.test.ts",
      test: "without the end of the command does not count",
    },
  },
  {
    guard: "what a refused question about a mode says counts",
    file: "src/system/process/describe-call.ts",
    from: 'tell(flags.has("X_OK") ? "asked" : "found")',
    to: 'tell("found")',
    caughtBy: { file: "test/e2e/observed-reads.test.ts", test: "whether a file can be executed" },
  },
  {
    guard: "a verdict is kept for what the checks before it have made in this run",
    file: "src/run/store-attempt.ts",
    from: "Object.keys(products).length === 0 ? unit : unit.withProducts(products)",
    to: "unit",
    caughtBy: { file: "test/e2e/observed-reads.test.ts", test: "what comes after a build is kept" },
  },
  {
    guard: "a run is remembered only if what its commands read shows what it showed",
    file: "src/verify/record/record-observed.ts",
    from: "(await evaluate({ id, set })) !== components[OBSERVED]",
    to: "(await evaluate({ id, set })) === undefined",
    caughtBy: {
      file: "test/verify/record/record-observed.test.ts",
      test: "is not remembered where that shows something else",
    },
  },
  without(RULES, "what a processor takes out of a file may have rules of its own", {
    from: " && !own.some(({ isProcessed }) => isProcessed)",
    test: "is sure of what rules see only if",
  }),
  without(
    { ...PARTS, source: "src/units/file-groups.ts" },
    "who leads to a target counts where its command was watched",
    {
      from: "if (name === IMPORTERS) return importers;",
      to: 'if (name === IMPORTERS) return "";',
      test: "traced on: a file belongs to a program",
    },
  ),
];

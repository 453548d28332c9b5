import { COMPUTED_GUARDS } from "./computed-guards.ts";
import { OBSERVED_GUARDS } from "./observed-guards.ts";
import { COMING_GUARDS } from "./coming-guards.ts";
import { KEPT_GUARDS } from "./kept-guards.ts";
import { LINTER_GUARDS } from "./linter-guards.ts";
import { PREDICTED_GUARDS } from "./predicted-guards.ts";
import { OUTPUT_GUARDS } from "./output-guards.ts";
import { SHARED_SETTINGS_GUARDS } from "./shared-settings-guards.ts";
import { STORE_GUARDS } from "./store-guards.ts";
import { TARGET_GUARDS } from "./target-guards.ts";

export interface Edit {
  readonly file: string;
  /** Occurs once in the file. */
  readonly from: string;
  readonly to: string;
}

/** One guard taken out of the source, and the test that must notice. */
export interface Mutation extends Edit {
  /** What no longer guards. */
  readonly guard: string;
  /** Where a second place guards the same. */
  readonly also?: Edit;
  readonly caughtBy: { readonly file: string; readonly test: string };
}

const FINGERPRINT = "test/e2e/fingerprint.test.ts";
const SOUNDNESS = "test/e2e/soundness.test.ts";
const EDITS = "test/e2e/edits.test.ts";
const VERDICTS = "test/e2e/verdicts.test.ts";
const INCREMENTAL = "test/e2e/incremental.test.ts";
const LAST_RUN = "test/e2e/answered-from-last-run.test.ts";
const IDENTIFY = "src/units/configuration/identify-check.ts";
const SETTLE = "src/run/finish-unit.ts";

/** Each kind of staleness, as the source would have it. */
export const MUTATIONS: readonly Mutation[] = [
  {
    guard: "the check's definition is in the fingerprint",
    file: IDENTIFY,
    from: "definition: shortHash(definitionOf(check, root)),",
    to: "",
    caughtBy: { file: FINGERPRINT, test: "an argument" },
  },
  {
    guard: "the tool is in the fingerprint",
    file: IDENTIFY,
    from: 'tool: tool.lines.join("\\n"),',
    to: "",
    caughtBy: { file: FINGERPRINT, test: "the version of the tool" },
  },
  {
    guard: "variables are in the fingerprint",
    file: IDENTIFY,
    from: "...environmentComponents(check, env, words),",
    to: "",
    caughtBy: { file: FINGERPRINT, test: "the value of a variable" },
  },
  {
    guard: "a variable that is not set is not one that is empty",
    file: "src/units/configuration/environment.ts",
    from: 'value === undefined ? "absent" : `set ${shortHash(value)}`',
    to: '`set ${shortHash(value ?? "")}`',
    caughtBy: { file: FINGERPRINT, test: "a variable that is set, then unset" },
  },
  {
    guard: "scripts of the repository are in the fingerprint",
    file: IDENTIFY,
    from: "scripts: manifestOf(tree, scripts),",
    to: "",
    caughtBy: { file: FINGERPRINT, test: "a script of the repository" },
  },
  {
    guard: "lockfile and installed packages are in the fingerprint",
    file: IDENTIFY,
    from: "const installed = manifestOf(tree, packageValues.values);",
    to: 'const installed = "";',
    caughtBy: { file: FINGERPRINT, test: "what is installed" },
  },
  {
    guard: "declared inputs are in the fingerprint",
    file: IDENTIFY,
    from: "inputs: manifestOf(tree, inputValues.values),",
    to: "",
    caughtBy: { file: FINGERPRINT, test: "a declared input" },
  },
  {
    guard: "the target is in the fingerprint",
    file: "src/units/file-units.ts",
    from: "      { target: value },\n",
    to: "",
    caughtBy: { file: FINGERPRINT, test: "the target" },
  },
  {
    guard: "what the target depends on is in the fingerprint",
    file: "src/units/file-units.ts",
    from: "settings.components,\n      followed.components,",
    to: "settings.components,",
    caughtBy: { file: INCREMENTAL, test: "spread a change to what depends on it" },
  },
  {
    guard: "configuration files above the target are in the fingerprint",
    file: "src/units/file-units.ts",
    from: "settings.components,\n      followed.components,",
    to: "followed.components,",
    caughtBy: { file: FINGERPRINT, test: "a configuration file above the target" },
  },
  {
    guard: "the files of a whole project are in the fingerprint",
    file: "src/units/project-units.ts",
    from: "files: manifestOf(tree, values),",
    to: "",
    caughtBy: { file: "test/e2e/asking-why.test.ts", test: "compares with the verdict that was last valid" },
  },
  {
    guard: "what a check makes counts for those that use it",
    file: "src/units/inputs/products.ts",
    from: "components[`product:${name}`] = shortHash(units.map(({ fingerprint }) => fingerprint));",
    to: "",
    caughtBy: { file: VERDICTS, test: "counts as changed for those that use it" },
  },
  {
    guard: "what is not known has no fingerprint",
    file: "src/units/make-unit.ts",
    from: "unknown === null ? strongFingerprint(",
    to: "unknown !== undefined ? strongFingerprint(",
    caughtBy: { file: SOUNDNESS, test: "that nobody makes is not known" },
  },
  {
    guard: "the engine is in the fingerprint",
    file: IDENTIFY,
    from: "engine: ENGINE,",
    to: "",
    caughtBy: { file: "test/e2e/engine.test.ts", test: "another engine" },
  },
  {
    guard: "what is reached through others counts by its content",
    file: "src/graph/closure/hash-files.ts",
    from: "isEnd ? endOf(file) : nodeOf(file)",
    to: "isEnd ? endOf(file) : null",
    caughtBy: { file: INCREMENTAL, test: "spread a change to what depends on it" },
  },
  {
    guard: "a target in a language that is not read depends on the whole project",
    file: "src/units/following.ts",
    from: "...(isUnread ? { project: whole() } : {}),",
    to: "",
    caughtBy: { file: "test/e2e/untraced-configuration.test.ts", test: "depends on any file" },
  },
  {
    guard: "generated files that git ignores count where they are imported",
    file: "src/units/following.ts",
    from: "const beyond = await outsideComponent(paths);",
    to: "const beyond = NOTHING;",
    caughtBy: { file: INCREMENTAL, test: "cover generated code that git ignores" },
  },
  {
    guard: "a structure that is not complete counts by its content",
    file: "src/graph/closure/merkle.ts",
    from: 'if (isStructural(kind) && structure.kind === "declaration")',
    to: "if (isStructural(kind))",
    caughtBy: { file: "test/graph/closure/merkle.test.ts", test: "the structure hash" },
  },
  {
    guard: "a full run reads no verdict from before",
    file: "src/scope/compute-scope.ts",
    from: "if (fullRun !== null && !isExcepted(fullRun, verdict))",
    to: "if (fullRun !== null && verdict === undefined && !isExcepted(fullRun, verdict))",
    caughtBy: { file: "test/e2e/triggers.test.ts", test: "is not answered by verdicts from before it" },
  },
  {
    guard: "a failed test runs again",
    file: "src/scope/compute-scope.ts",
    from: '(verdict.status === "passed" || check.replayFailures || isOfThisRun)',
    to: "(verdict.status !== undefined || check.replayFailures || isOfThisRun)",
    caughtBy: { file: VERDICTS, test: "those of tests run again" },
  },
  {
    guard: "what makes something runs where it is used",
    file: "src/scope/compute-scope.ts",
    from: ", ...runNeededProducers(decided, options)]",
    to: "]",
    caughtBy: { file: VERDICTS, test: "is made again when something that uses it has to run" },
  },
  {
    guard: "the tree is looked at again before a verdict is kept",
    file: SETTLE,
    from: "if (moved !== null) return { moved };\n  const now",
    to: "if (moved !== undefined) return { unit };\n  const now",
    caughtBy: { file: VERDICTS, test: "an edit while a check runs" },
  },
  {
    guard: "a file that was changed and changed back counts as touched",
    file: SETTLE,
    from: "findTouched(predicted, touched.list()) ?? beside.find(",
    to: "beside.find(",
    caughtBy: { file: SOUNDNESS, test: "changed and changed back while a check runs" },
  },
  {
    guard: "a file beside the tree that was changed and changed back counts as touched",
    file: SETTLE,
    from: "findTouched(predicted, touched.list()) ?? beside.find((path) => predicted.dependsOnBeside(path)) ?? null",
    to: "findTouched(predicted, touched.list())",
    caughtBy: { file: EDITS, test: "keeps the verdict from being stored: ignored" },
  },
  {
    guard: "what appears beside the tree while a command runs is looked for",
    file: "src/run/doubt/watch-tree.ts",
    from: "if (latest.isStill()) return latest;",
    to: "if (latest !== undefined) return latest;",
    caughtBy: { file: EDITS, test: "keeps the verdict from being stored: {" },
  },
  {
    guard: "a check that comes after others counts by what it met",
    file: "src/run/doubt/watch-tree.ts",
    from: "if (dependsOn.length === 0) return {",
    to: "if (dependsOn.length >= 0) return {",
    caughtBy: { file: "test/run/doubt/watch-tree.test.ts", test: "starts from what they left" },
  },
  {
    guard: "a directory that was moved away and back counts as touched",
    file: "src/run/doubt/watch-times.ts",
    from: "if (own.ctimeNs < since || own.ctimeNs === own.mtimeNs) return [];",
    to: "if (own.ctimeNs > 0n) return [];",
    caughtBy: { file: EDITS, test: "a directory of the tree, moved away" },
  },
  {
    guard: "if the clock was set back, nothing is known to have been left alone",
    file: "src/run/doubt/watch-times.ts",
    from: "clock.wasSetBack() ? 0n : clock.since",
    to: "clock.since",
    caughtBy: { file: "test/run/doubt/watch-times.test.ts", test: "after the clock was set back" },
  },
  {
    guard: "a file that was written since the run began counts as touched",
    file: "src/run/doubt/watch-times.ts",
    from: "ctimeNs < since ? []",
    to: "ctimeNs > 0n ? []",
    caughtBy: { file: "test/run/doubt/watch-times.test.ts", test: "even if its bytes and its first time" },
  },
  {
    guard: "a directory beside the tree that was moved away and back counts as touched",
    file: "src/run/doubt/watch-tree.ts",
    from: "isTouched(path, before) || moved.some((directory) => path.startsWith(directory))",
    to: "isTouched(path, before)",
    caughtBy: { file: EDITS, test: "an ignored directory of inputs" },
  },
  {
    guard: "a file in a submodule that was changed and changed back counts as touched",
    file: "src/run/doubt/watch-times.ts",
    from: "within?.map((inner) => `${path}/${inner}`) ?? [path]",
    to: "[path]",
    caughtBy: { file: EDITS, test: "a file in a submodule" },
  },
  {
    guard: "a link that something is found by counts as touched when it was exchanged",
    file: "src/verify/observe/observe-tree.ts",
    from: "addBeside: (absolute) => void beside.add(absolute),",
    to: "addBeside: () => {},",
    caughtBy: { file: EDITS, test: "the link that a tool is found by" },
  },
  {
    guard: "a file that decides where imports lead counts as touched for all",
    file: SETTLE,
    from: "DECIDING.test(path) || unit.dependsOn(path)",
    to: "unit.dependsOn(path)",
    caughtBy: { file: EDITS, test: "a package.json that says where an imp" },
  },
  {
    guard: "a command that did not end by itself is no pass",
    file: "src/run/recorder.ts",
    from: 'if (attempt.outcome.ending.type !== "exited") {',
    to: 'if (attempt.outcome.ending.type !== "exited")\n        attempt = { ...attempt, outcome: { ...attempt.outcome, ending: { type: "exited", code: 0 } } };\n      if (attempt === null) {',
    caughtBy: { file: VERDICTS, test: "by a signal or a time limit are not stored" },
  },
  {
    guard: "a failed batch stores a pass for none of its files",
    file: "src/run/output/unit-outcomes.ts",
    from: 'if (status === "failed") {',
    to: 'if (status === ("never" as string)) {',
    caughtBy: { file: VERDICTS, test: "of a batch are not pinned on any of its files" },
  },
  {
    guard: "a failed batch takes back what was stored for its files",
    file: "src/run/doubt/doubt.ts",
    from: "if (first === undefined) return;",
    to: "if (first !== null) return;",
    caughtBy: { file: VERDICTS, test: "take the passes with them" },
  },
  {
    guard: "only status 0 is a pass",
    file: "src/checks/is-pass.ts",
    from: 'ending.type === "exited" && ending.code === 0',
    to: 'ending.type === "exited"',
    caughtBy: { file: "test/e2e/checks.test.ts", test: "fails the check when one of several commands fails" },
  },
  {
    guard: "times of a file that was written just now prove nothing",
    file: "src/detect/stat-index.ts",
    from: "stat.mtimeNs < trusted &&\n    stat.ctimeNs < trusted",
    to: "trusted >= 0n",
    caughtBy: { file: "test/detect/stat-index.test.ts", test: "touched shortly before it was read" },
  },
  {
    guard: "a touched file is read even where size and time of writing are as before",
    file: "src/detect/stat-index.ts",
    from: "record.ctimeNs === stat.ctimeNs &&\n    record.ino === stat.ino &&",
    to: "",
    caughtBy: { file: "test/detect/stat-index.test.ts", test: "whose time was put back" },
  },
  {
    guard: "files that git was told to overlook are read",
    file: "src/detect/git/git-tree.ts",
    from: "for (const path of (scan.doubtful ? index.files : index.hidden).keys()) {",
    to: "for (const path of (scan.doubtful ? index.files : new Map<RepoPath, never>()).keys()) {",
    caughtBy: { file: "test/detect/hidden-edits.test.ts", test: "told to assume unchanged" },
  },
  {
    guard: "files that git converts are read by their bytes",
    file: "src/detect/git/git-tree.ts",
    from: "convertible: findConverted(scan, read)",
    to: "convertible: []",
    caughtBy: { file: "test/detect/hidden-edits.test.ts", test: "line endings that git converts" },
  },
  {
    guard: "git is asked again where its index moved meanwhile",
    file: "src/detect/git/git-scan.ts",
    from: 'if ("ok" in scan || indexStamp(root) === before) return scan;',
    to: "if (before !== undefined) return scan;",
    caughtBy: {
      file: "test/detect/hidden-edits.test.ts",
      test: "an index that is written while git is asked",
    },
  },
  {
    guard: "a remembered run is given back only to the tree that it was about",
    file: "src/shortcut/answer-from-last-run.ts",
    from: "if (!(await isTreeSame) || !isUnchanged) return null;",
    to: "await isTreeSame;\n  if (!isUnchanged) return null;",
    caughtBy: { file: LAST_RUN, test: "a run is not answered from memory after a change of" },
  },
  {
    guard: "a remembered run is given back only where what it looked at is the same",
    file: "src/shortcut/same-surroundings.ts",
    from: "surroundings.paths.every(([aspect, path, state]) => isPathUnchanged(path, aspect, state))",
    to: "true",
    caughtBy: { file: LAST_RUN, test: "a run is not answered from memory after a change of" },
  },
  {
    guard: "a remembered run is given back only under the same variables",
    file: "src/shortcut/same-surroundings.ts",
    from: "surroundings.variables.every(([name, value]) => hashVariable(seeVariable(env, name)) === value) &&",
    to: "",
    caughtBy: { file: LAST_RUN, test: "a run is not answered from memory after a change of" },
  },
  {
    guard: "a run that runs something takes back what was remembered",
    file: "src/verify/record/record-verdicts.ts",
    from: "const claim = claimLastRun(store, lastRunEdition);",
    to: "const claim = { beforeStoring: () => {}, end: () => lastRunEdition };",
    caughtBy: { file: LAST_RUN, test: "takes back what was remembered" },
  },
  {
    guard: "a file that git does not vouch for is read again before a run is remembered",
    file: "src/detect/tree-stamp.ts",
    from: "if (describeReading(await reader(path as RepoPath)) !== reading) return false;",
    to: "await reader(path as RepoPath);",
    caughtBy: { file: LAST_RUN, test: "an untracked file, also to the same size" },
  },
  {
    guard: "a rename carries a verdict over only where the content is identical",
    file: "src/units/file-units.ts",
    from: 'check.renames === "reuse" ? {} : { path },',
    to: "",
    caughtBy: { file: INCREMENTAL, test: "run again by default" },
  },
  {
    guard: "a verdict that a sample contradicts is thrown away",
    file: "src/verify/record/record-verdicts.ts",
    from: "if (found !== null) store.verdicts.evict(",
    to: "if (found === undefined) store.verdicts.evict(",
    caughtBy: { file: "test/e2e/verify-cache.test.ts", test: "and throws it away" },
  },
  ...OUTPUT_GUARDS,
  ...OBSERVED_GUARDS,
  ...KEPT_GUARDS,
  ...COMING_GUARDS,
  ...PREDICTED_GUARDS,
  ...LINTER_GUARDS,
  ...COMPUTED_GUARDS,
  ...SHARED_SETTINGS_GUARDS,
  ...STORE_GUARDS,
  ...TARGET_GUARDS,
];

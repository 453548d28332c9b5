import type { Mutation } from "./mutations.ts";

const LISTED = "test/e2e/listed-targets.test.ts";
const TARGET_INPUTS = "test/e2e/target-inputs.test.ts";

/** What a check is applied to, and what counts for one target alone. */
export const TARGET_GUARDS: readonly Mutation[] = [
  {
    guard: "inputs of one target are in the fingerprint",
    file: "src/units/build-units.ts",
    from: "TARGET_INPUTS, check.targetInputs)",
    to: "TARGET_INPUTS, [])",
    caughtBy: { file: TARGET_INPUTS, test: "run that target and no other" },
  },
  {
    guard: "a snapshot is in the fingerprint of its test",
    file: "src/units/build-units.ts",
    from: "SNAPSHOTS, presumed?.targetInputs ?? [])",
    to: "SNAPSHOTS, [])",
    caughtBy: { file: TARGET_INPUTS, test: "runs its own test and no other" },
  },
  {
    guard: "snapshots count for all tests where a setting may have moved them",
    file: "src/units/inputs/moved-snapshots.ts",
    from: "files.length < all.length && mayMove(check, beside, tree)",
    to: "files.length > all.length && mayMove(check, beside, tree)",
    caughtBy: { file: TARGET_INPUTS, test: "runs all tests where a setting says where snapshots lie" },
  },
  {
    guard: "snapshots and mocks are in the fingerprint of tests",
    file: "src/units/build-units.ts",
    from: "...besideTests.components,",
    to: "",
    caughtBy: { file: TARGET_INPUTS, test: "counts snapshots and mocks" },
  },
  {
    guard: "the names of packages that are asked for count for rules about imports",
    file: "src/tools/configuration-of.ts",
    from: ", ...keysBy]",
    to: "]",
    caughtBy: { file: "test/scenarios/import-rules.test.ts", test: "packages that are asked for" },
  },
  {
    guard: "a tool is asked again when the name of a file changes",
    file: "src/units/inputs/target-key.ts",
    from: "shortHash([installed.values, settings, names, values, [...unreadable]])",
    to: "shortHash([installed.values, settings, values])",
    caughtBy: { file: LISTED, test: "as soon as its configuration says so" },
  },
  {
    guard: "a tool is asked again when its configuration changes",
    file: "src/units/inputs/target-key.ts",
    from: "shortHash([installed.values, settings, names, values, [...unreadable]])",
    to: "shortHash([installed.values, names, values, [...unreadable]])",
    caughtBy: { file: LISTED, test: "as soon as its configuration says so" },
  },
  {
    guard: "a tool is asked again when what is installed changes",
    file: "src/units/inputs/target-key.ts",
    from: "shortHash([installed.values, settings, names, values, [...unreadable]])",
    to: "shortHash([settings, names, values, [...unreadable]])",
    also: {
      file: "src/units/inputs/target-key.ts",
      from: "components, shared, texts]",
      to: "shared, texts]",
    },
    caughtBy: { file: LISTED, test: "is asked once, and again only where the answer may be another" },
  },
  {
    guard: "a tool that did not say which files it takes is asked again",
    file: "src/shortcut/keep-last-run.ts",
    from: 'list.type === "failed" && list.isLasting !== true',
    to: "false",
    caughtBy: { file: LISTED, test: "and fails leaves the files of the preset" },
  },
  {
    guard: "tests of a whole project count documents if their settings say something about documents",
    file: "src/config/infer/files-of-tests.ts",
    from: "texts.some((text) => DOCUMENT.test(text))",
    to: "false",
    caughtBy: {
      file: "test/e2e/inferred.test.ts",
      test: "tests of a whole project run again for every document if their settings say something about documents",
    },
  },
];

import type { Mutation } from "./mutations.ts";

/** What keeps a predicted verdict of a linter from being reused although its rules may look at more. */
export const LINTER_GUARDS: readonly Mutation[] = [
  {
    guard: "plugins look for files by themselves",
    file: "src/tools/linters.ts",
    from: '"eslint-plugin-tsdoc": ["tsdoc"],',
    to: "",
    caughtBy: { file: "test/e2e/untraced-settings.test.ts", test: "what tags there are in comments" },
  },
  {
    guard: "a file that no settings of a program name counts by who leads to it",
    file: "src/units/sight/program-members.ts",
    from: 'if (isNamed(path, programs)) return "";',
    to: 'return "";',
    caughtBy: {
      file: "test/units/sight/program-members.test.ts",
      test: "counts who leads to a file that nothing names",
    },
  },
  {
    guard: "a rule of a package that is not known can have any name",
    file: "src/units/sight/find-sight.ts",
    from: 'every((one) => isHarmless(one, check)) ? "packages" : "own";',
    to: 'every(() => true) ? "packages" : "own";',
    caughtBy: {
      file: "test/scenarios/lint-programs.test.ts",
      test: "traced off: a rule of a package uses types, under the name of a plugin that is known",
    },
  },
  {
    guard: "rules about what is published depend on what says so",
    file: "src/tools/linters.ts",
    from: '"eslint-plugin-n": ["npm"],',
    to: "",
    caughtBy: {
      file: "test/units/lint-rules.test.ts",
      test: "rules about what is published depend on the files that say so",
    },
  },
  {
    guard: "standard looks no further than its rules only if its packages are known",
    file: "src/tools/lint-tools.ts",
    from: "alone: { packages: LOOKS_AT_ONE_FILE, unless: /^/ },",
    to: "alone: { packages: /./, unless: /^/ },",
    caughtBy: {
      file: "test/e2e/untraced-standard.test.ts",
      test: "standard looks as far as it can with a plugin that is not known",
    },
  },
];

import type { Mutation } from "./mutations.ts";

const OUTPUTS = "test/e2e/outputs.test.ts";

/** What a check says that it writes must not take anything else out of a fingerprint. */
export const OUTPUT_GUARDS: readonly Mutation[] = [
  {
    guard: "what only an output imports counts",
    file: "src/units/project-units.ts",
    from: "!tree.isLeftOut(path) || tree.graph.references(path).length > 0",
    to: "!tree.isLeftOut(path)",
    caughtBy: { file: OUTPUTS, test: "leads to what only it imports" },
  },
  {
    guard: "a check that writes something makes it for those that depend on it",
    file: "src/checks/check-traits.ts",
    from: "outputs.length > 0 || type",
    to: "type",
    caughtBy: { file: OUTPUTS, test: "by a check of type test" },
  },
  {
    guard: "what others made is watched while it is read",
    file: "src/units/following.ts",
    from: "tree.addBeside(absolute);\n        continue;",
    to: "continue;",
    caughtBy: { file: OUTPUTS, test: "must not change while they run: ignored" },
  },
  {
    guard: "a command counts by its bytes, although its check writes it",
    file: "src/units/tools/tool-executables.ts",
    from: "has(inside) && !isLeftOut(inside)",
    to: "has(inside)",
    caughtBy: { file: "test/units/tools/tool-identity.test.ts", test: "where it is the command itself" },
  },
  {
    guard: "the whole repository cannot be an output",
    file: "src/config/resolve/resolve-outputs.ts",
    from: "outputs.length > 0 && ANYTHING.every(matchGlobs(outputs))",
    to: "false",
    caughtBy: { file: "test/config/check-options.test.ts", test: "cannot be the whole repository" },
  },
  {
    guard: "markdownlint's silence about a file is a pass only if it prints nothing but problems",
    file: "src/run/parse/linters/markdownlint.ts",
    from: "if (lines.some((line) => !AROUND.test(line) && !FINDING.test(line))) return [];",
    to: "",
    caughtBy: {
      file: "test/run/parse/formats.test.ts",
      test: "says nothing about other files if it prints anything else",
    },
  },
  {
    guard: "Stylelint says of no file that it is clean if its settings are wrong",
    file: "src/run/parse/linters/stylelint.ts",
    from: "if (file === undefined || !isSure) return [];",
    to: "if (file === undefined || isSure === null) return [];",
    caughtBy: {
      file: "test/run/parse/formats.test.ts",
      test: "says nothing about any file if the settings are wrong",
    },
  },
];

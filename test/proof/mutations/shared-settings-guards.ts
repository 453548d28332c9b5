import type { Mutation } from "./mutations.ts";

const TEST = "test/e2e/untraced-shared-settings.test.ts";

/** What keeps a predicted verdict from being reused although settings in a package look for a file of the repository. */
export const SHARED_SETTINGS_GUARDS: readonly Mutation[] = [
  {
    guard: "a file that settings in a package look for counts with what it imports",
    file: "src/units/configuration/identify-configuration.ts",
    from: ", ...names.loaded]",
    to: "]",
    caughtBy: { file: TEST, test: "counts with what it imports, once it comes" },
  },
  {
    guard: "data that settings in a package look for counts",
    file: "src/units/configuration/identify-configuration.ts",
    from: "for (const path of names.read) values.push([path, (await fileValue(seen, path)).value]);",
    to: "",
    caughtBy: { file: TEST, test: "counts if it is data" },
  },
  {
    guard: "a file that settings in a package look for counts by being there",
    file: "src/units/configuration/identify-configuration.ts",
    from: 'for (const path of names.there) if (!settings.has(path)) values.push([path, "there"]);',
    to: "",
    caughtBy: { file: TEST, test: "only by being there" },
  },
  {
    guard: "settings in a package lead to the modules that they load",
    file: "src/units/packages/package-names.ts",
    from: "for (const found of findModule(resolve(dirname(path), specifier), listed)) pending.add(found);",
    to: "void specifier;",
    caughtBy: { file: TEST, test: "counts where code loads these settings" },
  },
  {
    guard: "settings in a package lead to packages of settings that they are built from",
    file: "src/units/packages/package-names.ts",
    from: "other === null ? [] : entriesOf(other.directory, inner, listed)",
    to: "other === null ? [] : entriesOf(inner, inner, listed)",
    caughtBy: { file: TEST, test: "that others are built from" },
  },
  {
    guard: "a program that wraps tools counts with the settings that it looks for",
    file: "src/units/configuration/check-configuration.ts",
    from: "own.reads(path) || looksFor(path)",
    to: "own.reads(path)",
    caughtBy: { file: TEST, test: "counts with the settings that it looks for" },
  },
];

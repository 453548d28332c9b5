import type { Mutation } from "./mutations.ts";

const FILE = "test/e2e/kept-units.test.ts";
const KNOWN = "src/units/kept/create-known-before.ts";

/** What keeps a unit from being taken over from the last run although something has changed for it. */
export const KEPT_GUARDS: readonly Mutation[] = [
  {
    guard: "a unit that reaches a changed file is looked at again",
    file: KNOWN,
    from: "!reaching().has(path) &&",
    to: "",
    caughtBy: { file: FILE, test: "looks only at what a change concerns" },
  },
  {
    guard: "a unit that was seen to read a changed file is looked at again",
    file: KNOWN,
    from: "!candidates.some((set) => touchedSets[set] === true) &&",
    to: "",
    caughtBy: { file: FILE, test: "seen to read a file" },
  },
  {
    guard: "units are taken over only where everything beside the tree is the same",
    file: "src/shortcut/open-kept.ts",
    from: "!isSameSurroundings(state.world, env)",
    to: "false",
    caughtBy: { file: FILE, test: "something beside the tree has changed" },
  },
  {
    guard: "units are taken over only where they were kept",
    file: "src/shortcut/open-kept.ts",
    from: "state.place !== place",
    to: "false",
    caughtBy: { file: FILE, test: "in a copy of the repository" },
  },
  {
    guard: "units are taken over only from the run before",
    file: "src/shortcut/open-kept.ts",
    from: "state.world.mark !== mark",
    to: "false",
    caughtBy: { file: FILE, test: "another run came in between" },
  },
  {
    guard: "a file that is gone has everything looked at again",
    file: "src/units/kept/find-change.ts",
    from: 'if (entry === undefined) return { why: "files were added or deleted" };',
    to: "if (entry === undefined) continue;",
    also: {
      file: "src/units/kept/find-change.ts",
      from: 'if (files.size !== paths.length) return { why: "files were added or deleted" };',
      to: "",
    },
    caughtBy: { file: FILE, test: "a file that is gone" },
  },
  {
    guard: "a file that speaks to all others has everything looked at again",
    file: "src/units/kept/find-change.ts",
    from: "return ambient !== undefined ||",
    to: "return ambient === null ||",
    caughtBy: { file: FILE, test: "a declaration that holds everywhere" },
  },
  {
    guard: "a file that decides where imports lead has everything looked at again",
    file: "src/units/kept/find-change.ts",
    from: "NAMES.test(path) || isLockfile(path) || findConfigurationFiles([path]).all().length > 0",
    to: "path.length === 0",
    caughtBy: { file: FILE, test: "settings of the resolver" },
  },
  {
    guard: "nothing is kept of a run in which files of the tree changed",
    file: "src/shortcut/keep-units.ts",
    from: "!assessment.isUnmoved()",
    to: "false",
    caughtBy: { file: FILE, test: "in which files of the tree changed" },
  },
  {
    guard: "what is kept is believed only with its seal",
    file: "src/store/kept/sealed-json.ts",
    from: "!key.hasSigned([...name, json], seal)",
    to: "false",
    caughtBy: { file: FILE, test: "trusts no state that is forged" },
  },
  {
    guard: "a type check goes on only from a run that passed",
    file: "src/run/use-increments.ts",
    from: "&& isPass(outcome.ending)",
    to: "",
    caughtBy: { file: "test/e2e/increments.test.ts", test: "where that passed, whatever failed since" },
  },
  {
    guard: "a type check that may have overlooked something runs from nothing",
    file: "src/run/use-increments.ts",
    from: "&& isFollowed(before, after)",
    to: "",
    caughtBy: { file: "test/e2e/increments.test.ts", test: "may have overlooked something" },
  },
  {
    guard: "a type check that did not open all files runs from nothing",
    file: "src/run/use-increments.ts",
    from: "return files.every((file) => opened.has(join(directory, file)));",
    to: "return true;",
    caughtBy: { file: "test/e2e/increments.test.ts", test: "did not open again what it knew" },
  },
  {
    guard: "a full run begins from nothing",
    file: "src/verify/choose-increments.ts",
    from: 'plan.mode === "full" || isSample',
    to: "isSample",
    caughtBy: { file: "test/e2e/increments.test.ts", test: "never for a run over everything" },
  },
];

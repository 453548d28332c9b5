import type { Mutation } from "./mutations.ts";

const STORE = "test/e2e/hostile-store.test.ts";
const ROWS = "test/e2e/hostile-rows.test.ts";
const PLACES = "test/e2e/hostile-places.test.ts";
const WORKTREES = "test/e2e/worktrees.test.ts";
const READ_BACK = "test/e2e/read-back.test.ts";

/** What keeps a store that somebody else has written, or another worktree, from being believed too much. */
export const STORE_GUARDS: readonly Mutation[] = [
  {
    guard: "a row counts only if the user's key has sealed it",
    file: "src/store/kept/seal.ts",
    from: 'if (typeof seal !== "string" || !key.hasSigned([place, name, body], seal)) return undefined;',
    to: 'if (typeof seal !== "string") return undefined;',
    caughtBy: {
      file: STORE,
      test: "in place of the user's own turns no red into green: 'with the seals that it had'",
    },
  },
  {
    guard: "the last run counts only if the user's key has sealed it",
    file: "src/store/kept/sealed-json.ts",
    from: "!key.hasSigned([...name, json], seal)",
    to: "false",
    caughtBy: { file: STORE, test: "beside the user's own" },
  },
  {
    guard: "a database counts only if the user's key has made it",
    file: "src/store/database/connection.ts",
    from: 'if (!isProved(raw, key)) return "forged";',
    to: "",
    caughtBy: { file: STORE, test: "of a much higher generation" },
  },
  {
    guard: "a cache that git tracks is not used",
    file: "src/verify/repository-store.ts",
    from: "if (first === null) return { place, refusal: null };",
    to: "return { place, refusal: null };",
    caughtBy: { file: STORE, test: "committed and cloned" },
  },
  {
    guard: "generations are counted only as far as numbers go",
    file: "src/store/directory.ts",
    from: "return Number.isSafeInteger(number) && String(number) === generation;",
    to: "return true;",
    caughtBy: { file: STORE, test: "of an impossible number (99999999999999999999999)" },
  },
  {
    guard: "a database counts only with the store's own schema",
    file: "src/store/database/connection.ts",
    from: 'if (identity === "foreign" || identify(raw) !== "ours" || !hasOurSchema(raw, binding)) return "damaged";',
    to: 'if (identity === "foreign" || identify(raw) !== "ours") return "damaged";',
    caughtBy: { file: STORE, test: "a trigger" },
  },
  {
    guard: "a row is not inflated without bound",
    file: "src/store/kept/seal.ts",
    from: "inflateRawSync(body, { maxOutputLength: MOST_BYTES })",
    to: "inflateRawSync(body)",
    caughtBy: { file: ROWS, test: "signed with the user's key, inflates to 700 MB" },
  },
  {
    guard: "no link is followed to what the tool keeps",
    file: "src/system/own/own-place.ts",
    from: "if (stats.isSymbolicLink()) return linkAt(place, at);",
    to: "",
    caughtBy: { file: PLACES, test: "is not followed: .verification-cache/.gitignore" },
  },
  {
    guard: "who only looks makes no database",
    file: "src/store/database/open-database.ts",
    from: "place.create ? prepareDirectory(dir) : findObstacle(dir)",
    to: "prepareDirectory(dir)",
    also: {
      file: "src/verify/repository-store.ts",
      from: "const key = loadKey(process.env, { create, root });",
      to: "const key = loadKey(process.env, { create: true, root });",
    },
    caughtBy: { file: PLACES, test: "what only looks writes nothing" },
  },
  {
    guard: "a key that others can read is none",
    file: "src/system/own/private-file.ts",
    from: 'process.platform !== "win32" && (mode & 0o077) !== 0',
    to: "mode < 0",
    caughtBy: { file: PLACES, test: "is open to other users" },
  },
  {
    guard: "worktrees that disagree believe neither",
    file: "src/store/records/origins.ts",
    from: "return counting.every(({ verdict }) => verdict.status === chosen?.status) ? chosen : null;",
    to: "return chosen;",
    caughtBy: { file: WORKTREES, test: "that disagree" },
  },
  {
    guard: "a verdict of another worktree is not moved to the end",
    file: "src/store/records/verdicts.ts",
    from: "AND one.origin = ? AND EXISTS",
    to: "AND ? IS NOT NULL AND EXISTS",
    also: {
      file: "src/store/records/verdicts.ts",
      from: "AND other.origin = one.origin",
      to: "",
    },
    caughtBy: { file: "test/store/records/records.test.ts", test: "keeps its place" },
  },
  {
    guard: "what one worktree throws away is known to all",
    file: "src/store/records/own-records.ts",
    from: "changeSharedEdition(shared);",
    to: "",
    caughtBy: { file: WORKTREES, test: "do not repeat what one of them has thrown away" },
  },
  {
    guard: "a state of Flow has the types that it should have",
    file: "src/flow/build/state.ts",
    from: "areTexts(active.mode, active.started_at, active.branch, active.current_phase, active.quick_scan_before) &&",
    to: "",
    caughtBy: { file: READ_BACK, test: "another type for current_phase" },
  },
];

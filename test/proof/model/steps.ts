import { posix } from "node:path";
import * as fc from "fast-check";
import type { Operation } from "./operations.ts";
import { checksOf, type DeclaredCheck } from "./template.ts";
import { watchedOperation } from "./watched-steps.ts";
import type { Trace } from "./watched-checks.ts";

/** How a run is made after an operation. `at` says how many checks have been started by then. */
export type Run =
  | { readonly how: "command" | "again" | "library" | "twice" | "full" }
  /** Only the check at this place, as often as need be counted from the start, and what it depends on. */
  | { readonly how: "only"; readonly check: number }
  | { readonly how: "below"; readonly directory: string }
  | { readonly how: "interrupt"; readonly at: number }
  | { readonly how: "disturb"; readonly at: number; readonly operation: Disturbance; readonly back: boolean };

/** What happens to one file while commands run. */
export type Disturbance =
  | { readonly do: "same size" | "delete"; readonly path: string }
  | { readonly do: "edit"; readonly path: string; readonly text: string };

/** An operation and the run after it. Plain JSON. */
export interface Step {
  readonly operation: Operation;
  readonly run: Run;
}

const CODE = [
  "src/a.ts",
  "src/b.ts",
  "src/c.ts",
  "src/lib/index.ts",
  "src/lib/util.ts",
  // These shadow others, or are shadowed.
  "src/lib.ts",
  "src/b/index.ts",
  "src/util.ts",
];
const SCRIPTS = ["src/a.js", "src/d.js", "src/lib/util.js"];
const TESTS = ["test/a.test.ts", "test/b.test.ts", "test/deep/c.test.ts"];
const DOCS = ["docs/guide.md", "docs/index.md", "docs/deep/more.md", "README.md"];
const DATA = ["data/one.txt", "data/two.txt", "data/rules/r.txt"];
const BESIDE = ["tools/lint.sh", "tools/test.sh", "tools/types.sh", ".gitignore"];
const STEMS = ["src/a", "src/b", "src/c", "src/d", "src/lib", "src/lib/util", "src/util"];

const note = fc.nat({ max: 3 });
const exported = fc.constantFrom("a", "b", "c", "d");

/** A module for a path: imports, what it exports, and a word in a comment that a check minds or does not. */
function moduleText(path: string): fc.Arbitrary<string> {
  const typed = path.endsWith(".ts");
  const leads = fc.constantFrom(...STEMS).map((stem) => {
    const specifier = posix.relative(posix.dirname(path), stem) || "index";
    return specifier.startsWith(".") ? specifier : `./${specifier}`;
  });
  return fc
    .record({
      imports: fc.array(fc.tuple(exported, leads), { maxLength: 2 }),
      starred: fc.option(leads, { freq: 4 }),
      exports: fc.uniqueArray(exported, { minLength: 1, maxLength: 3 }),
      type: fc.constantFrom("number", "number", "string", "never"),
      value: note,
      word: fc.constantFrom("GOOD", "GOOD", "BUG", "FIX", "BAD", "ODD", "WHOLE"),
      note,
    })
    .map(({ imports, starred, exports, type, value, word, note }) =>
      [
        ...imports.map(([name, from], index) => `import { ${name} as i${index} } from "${from}";`),
        ...(starred === null ? [] : [`export * from "${starred}";`]),
        ...exports.map((name) => `export const ${name}${typed ? `: ${type}` : ""} = ${value};`),
        `// ${word} ${note}`,
        "",
      ].join("\n"),
    );
}

const link = fc.constantFrom(
  "guide.md",
  "guide.md#setup",
  "index.md#usage",
  "deep/more.md#notes",
  "../index.md",
  "#setup",
);

const documentText: fc.Arbitrary<string> = fc
  .record({
    headings: fc.uniqueArray(fc.constantFrom("Setup", "Usage", "Notes"), { maxLength: 2 }),
    links: fc.array(link, { maxLength: 2 }),
    word: fc.constantFrom("FINE", "FINE", "UGLY", "WRONG"),
    note,
  })
  .map(({ headings, links, word, note }) =>
    [
      ...headings.map((name) => `## ${name}`),
      ...links.map((to) => `[to](${to})`),
      `${word} ${note}`,
      "",
    ].join("\n\n"),
  );

const dataText: fc.Arbitrary<string> = fc
  .tuple(fc.constantFrom("FINE", "FINE", "STOP", "BROKEN", "TORN"), note)
  .map(([word, note]) => `${word} ${note}\n`);

function textFor(path: string): fc.Arbitrary<string> {
  if (path.endsWith(".md")) return documentText;
  return path.endsWith(".txt") ? dataText : moduleText(path);
}

const sources = fc.constantFrom(...CODE, ...SCRIPTS, ...TESTS, ...DOCS, ...DATA);
const anything = fc.constantFrom(...CODE, ...SCRIPTS, ...TESTS, ...DOCS, ...DATA, ...BESIDE);
const SHADOWS = ["src/a.js", "src/lib.ts", "src/b/index.ts", "src/lib/util.js"];
const shadow = fc
  .constantFrom(...SHADOWS)
  .chain((path) => textFor(path).map((text): Operation => ({ do: "edit", path, text })));
const edit = sources.chain((path) => textFor(path).map((text): Operation => ({ do: "edit", path, text })));

const among = (paths: readonly string[]): fc.Arbitrary<readonly [string, string]> =>
  fc.tuple(fc.constantFrom(...paths), fc.constantFrom(...paths));
const pair = fc.oneof(among(CODE), among(SCRIPTS), among(TESTS), among(DOCS), among(DATA));
const directories = fc.constantFrom(
  ["src/lib", "src/b"],
  ["src/b", "src/lib"],
  ["docs/deep", "docs/far"],
  ["docs/far", "docs/deep"],
  ["test/deep", "test/far"],
  ["test/far", "test/deep"],
);

const change = (check: string, set: Partial<DeclaredCheck>): Operation => ({ do: "configure", check, set });
const configure = fc.constantFrom<Operation[]>(
  change("lint", { args: ["tools/lint.sh", "--strict", "{files}"] }),
  change("lint", { args: ["tools/lint.sh", "{files}"] }),
  change("form", { renames: "rerun" }),
  change("form", { renames: "reuse" }),
  change("form", { files: ["docs/*.md"] }),
  change("form", { replayFailures: false }),
  change("types", { follow: "content" }),
  change("types", { follow: "structure" }),
  change("test", { replayFailures: true }),
  change("test", { replayFailures: false }),
  change("words", { env: { LEVEL: "2" } }),
  change("words", { env: { LEVEL: "1" } }),
  change("inputs", { inputs: ["ignored/words.txt", "data/rules/**", "docs/**"] }),
  change("lint", { description: "looks for words" }),
  change("test", { timeout: 50_000 }),
);

const operation: fc.Arbitrary<Operation> = fc.oneof(
  { weight: 12, arbitrary: edit },
  { weight: 6, arbitrary: shadow },
  { weight: 5, arbitrary: sources.map((path): Operation => ({ do: "same size", path })) },
  { weight: 4, arbitrary: anything.map((path): Operation => ({ do: "comment", path })) },
  { weight: 1, arbitrary: anything.map((path): Operation => ({ do: "touch", path })) },
  { weight: 3, arbitrary: sources.map((path): Operation => ({ do: "delete", path })) },
  { weight: 4, arbitrary: anything.map((path): Operation => ({ do: "restore", path })) },
  { weight: 4, arbitrary: pair.map(([from, to]): Operation => ({ do: "rename", from, to })) },
  { weight: 2, arbitrary: pair.map(([from, to]): Operation => ({ do: "copy", from, to })) },
  { weight: 2, arbitrary: directories.map(([from = "", to = ""]): Operation => ({ do: "move", from, to })) },
  {
    weight: 3,
    arbitrary: fc
      .constantFrom("strict", "loose", "", null)
      .map((value): Operation => ({ do: "variable", name: "MODE", value })),
  },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom("test", null)
      .map((value): Operation => ({ do: "variable", name: "NODE_ENV", value })),
  },
  {
    weight: 2,
    arbitrary: fc.integer({ min: 1, max: 4 }).map((version): Operation => ({ do: "upgrade", version })),
  },
  { weight: 1, arbitrary: note.map((note): Operation => ({ do: "record", note })) },
  { weight: 1, arbitrary: note.map((note): Operation => ({ do: "lockfile", note })) },
  { weight: 1, arbitrary: note.map((note): Operation => ({ do: "manifest", note })) },
  {
    weight: 3,
    arbitrary: fc
      .record({ place: fc.constantFrom<(0 | 1)[]>(0, 1), status: fc.constantFrom(0, 1, null), note })
      .map((fields): Operation => ({ do: "probe", ...fields })),
  },
  {
    weight: 2,
    arbitrary: dataText.map((text): Operation => ({ do: "edit", path: "ignored/words.txt", text })),
  },
  { weight: 5, arbitrary: configure },
  {
    weight: 10,
    arbitrary: fc.constantFrom<Operation[]>(
      { do: "commit" },
      { do: "commit" },
      { do: "amend" },
      { do: "rebase" },
      { do: "stash" },
      { do: "pop" },
      { do: "reset" },
      { do: "checkout", branch: "main" },
      { do: "checkout", branch: "side" },
      { do: "checkout", branch: "HEAD~1" },
    ),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom<Operation[]>(
      { do: "drop cache" },
      { do: "drop baseline" },
      { do: "uninstall" },
    ),
  },
  {
    weight: 2,
    arbitrary: fc
      .record({ file: fc.nat({ max: 9 }), at: fc.double({ min: 0, max: 0.999_999, noNaN: true }) })
      .map((fields): Operation => ({ do: "corrupt", ...fields })),
  },
  { weight: 30, arbitrary: watchedOperation },
  { weight: 2, arbitrary: fc.constant<Operation>({ do: "nothing" }) },
);

const started = fc.integer({ min: 1, max: 6 });
const directory = fc.constantFrom("src", "src/lib", "docs", "docs/deep", "test", "data");
const disturbed = fc.oneof(sources, fc.constant("ignored/words.txt"));
const disturbance: fc.Arbitrary<Disturbance> = fc.oneof(
  { weight: 4, arbitrary: disturbed.map((path): Disturbance => ({ do: "same size", path })) },
  { weight: 1, arbitrary: disturbed.map((path): Disturbance => ({ do: "delete", path })) },
  {
    weight: 2,
    arbitrary: disturbed.chain((path) =>
      textFor(path).map((text): Disturbance => ({ do: "edit", path, text })),
    ),
  },
);
const run: fc.Arbitrary<Run> = fc.oneof(
  { weight: 50, arbitrary: fc.constant<Run>({ how: "command" }) },
  { weight: 4, arbitrary: fc.nat({ max: 5 }).map((check): Run => ({ how: "only", check })) },
  { weight: 4, arbitrary: directory.map((directory): Run => ({ how: "below", directory })) },
  { weight: 2, arbitrary: fc.constant<Run>({ how: "full" }) },
  { weight: 15, arbitrary: fc.constant<Run>({ how: "again" }) },
  { weight: 10, arbitrary: fc.constant<Run>({ how: "library" }) },
  { weight: 4, arbitrary: fc.constant<Run>({ how: "twice" }) },
  { weight: 4, arbitrary: started.map((at): Run => ({ how: "interrupt", at })) },
  {
    weight: 6,
    arbitrary: fc
      .record({ at: started, operation: disturbance, back: fc.boolean() })
      .map((fields): Run => ({ how: "disturb", ...fields })),
  },
);

/** A repository with some of the checks, and what happens to it. Plain JSON. */
export interface Sequence {
  readonly checks: readonly string[];
  /** Whether commands are watched. */
  readonly trace: Trace;
  readonly steps: readonly Step[];
}

const checks = fc
  .subarray(
    checksOf("on").map(({ name }) => name),
    { minLength: 3, maxLength: 6 },
  )
  .map((names) => (names.includes("use") && !names.includes("build") ? ["build", ...names] : names));

/** Sequences of any length up to the longest. */
export function sequences(longest: number): fc.Arbitrary<Sequence> {
  const steps = fc.array(fc.record({ operation, run }, { noNullPrototype: true }), {
    minLength: 1,
    maxLength: longest,
    size: "max",
  });
  const trace = fc.constantFrom<Trace[]>("on", "on", "off");
  return fc.record({ checks, trace, steps }, { noNullPrototype: true });
}

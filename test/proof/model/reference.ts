import { posix } from "node:path";
import { importsOf, isMissing, reach, readByTest, resolve, typeOf } from "./modules.ts";
import type { State } from "./state.ts";
import { reached, see, widen, type Look } from "./looks.ts";
import type { DeclaredCheck } from "./template.ts";
import { TRUE_LOOKS } from "./true-looks.ts";
import { WATCHED_DECIDE } from "./watched-decide.ts";

/** One check applied to one target, by the reference. */
export interface ExpectedUnit {
  readonly target: string;
  readonly passed: boolean;
  /** All that the command reads to find that out. Where it was never run on the same, no verdict can stand. */
  readonly reads: string;
  /** All that the documentation says a verdict depends on. Where this is the same, the unit need not run. */
  readonly depends: string;
  /** Where its command is watched, also what that looks at, and what imports can mean. */
  readonly looks: readonly Look[];
  /** What is to be seen there now. */
  readonly see: (look: Look) => string;
  /** Whether the program that it runs is there. */
  readonly canStart: boolean;
  /** The codes of what is found, for checks whose output says so. */
  readonly findings: readonly string[];
}

export interface Expected {
  readonly check: DeclaredCheck;
  readonly status: "passed" | "failed" | "skipped";
  readonly units: readonly ExpectedUnit[];
  readonly replays: boolean;
}

/** What running everything here and now gives, and what each unit of it depends on. Nothing of the engine is used. */
export function expectAll(state: State): readonly Expected[] {
  const all: Expected[] = [];
  for (const check of state.checks) {
    const units = unitsOf(check, state).map((unit) => withProducts(unit, check, all));
    const isBlocked = (check.dependsOn ?? []).some(
      (name) => all.find((each) => each.check.name === name)?.status !== "passed",
    );
    const status =
      units.length === 0 || isBlocked ? "skipped" : units.every(({ passed }) => passed) ? "passed" : "failed";
    const replays = check.replayFailures ?? (check.uses !== undefined || check.type !== "test");
    all.push({ check, status, units, replays: check.type === "build" ? false : replays });
  }
  return all;
}

/** The same, where only one check and what it depends on were asked for. */
export function expectOnly(all: readonly Expected[], name: string): readonly Expected[] {
  const chosen = all.find((each) => each.check.name === name);
  const asked = new Set([name, ...(chosen?.check.dependsOn ?? [])]);
  return all.map((each) => (asked.has(each.check.name) ? each : { ...each, status: "skipped", units: [] }));
}

/** The same, where only what is below a directory was asked for. No check here depends on one that is about another. */
export function expectBelow(all: readonly Expected[], state: State, directory: string): readonly Expected[] {
  const isBelow = (path: string): boolean => path.startsWith(`${directory}/`);
  return all.map((each) => {
    const { files } = each.check;
    const isConcerned =
      files === undefined ||
      [...state.files.keys()].some((path) => isBelow(path) && files.some((glob) => matches(glob, path)));
    const units = each.units.filter(({ target }) => (target === "" ? isConcerned : isBelow(target)));
    if (each.status === "skipped" || units.length === 0) return { ...each, units, status: "skipped" };
    return { ...each, units, status: units.every(({ passed }) => passed) ? "passed" : "failed" };
  });
}

/** What a check makes is an input of those that depend on it. */
function withProducts(unit: ExpectedUnit, check: DeclaredCheck, before: readonly Expected[]): ExpectedUnit {
  const makers = before.filter((each) => (check.dependsOn ?? []).includes(each.check.name));
  const list = (key: "reads" | "depends"): string =>
    makers.flatMap(({ units }) => units.map((each) => each[key])).join("\n");
  return makers.length === 0
    ? unit
    : {
        ...unit,
        looks: [...unit.looks, ...makers.flatMap(({ units }) => units.flatMap(({ looks }) => looks))],
        reads: `${unit.reads}\n${list("reads")}`,
        depends: `${unit.depends}\n${list("depends")}`,
      };
}

type Decide = (state: State, target: string, check: DeclaredCheck) => Decided;

interface Decided {
  readonly passed: boolean;
  readonly reads: unknown;
  readonly canStart?: boolean;
  readonly findings?: readonly string[];
}

function unitsOf(check: DeclaredCheck, state: State): readonly ExpectedUnit[] {
  const decide = DECIDE[check.name] ?? decideWatched;
  return targetsOf(check, state).map((target) => {
    const { passed, reads, canStart = true, findings = [] } = decide(state, target, check);
    const path = check.renames === "reuse" ? "" : target;
    const unit = { target, passed, canStart, findings, see: (look: Look) => see(state, look) };
    const looks = looksOf(check, state, target);
    if (looks !== null) {
      // What is reused under another name is about the same bytes, wherever they lie.
      const place = (look: Look): Look => (look.path === target ? { ...look, path } : look);
      const seen = looks.map((look) => [place(look), see(state, look)]);
      const fixed = [path, check.command, check.args, check.env, variablesOf(check, state)];
      return {
        ...unit,
        looks: [
          ...looks.map((look) => widen(state, look)),
          ...(check.follow === undefined || check.follow === "none" ? [] : [reached(target)]),
        ],
        reads: JSON.stringify([fixed, seen, state.files.get(target), toolOf(check, state)]),
        depends: JSON.stringify([
          fixed,
          state.files.get(target),
          definitionOf(check),
          toolOf(check, state),
          // What is declared counts, whether it was looked at or not.
          covered(check.inputs ?? [], state),
        ]),
      };
    }
    return {
      ...unit,
      looks: [],
      reads: JSON.stringify([path, check.command, check.args, check.env, reads, around(check, state)]),
      depends: JSON.stringify([path, dependsOn(check, target, { state, findings })]),
    };
  });
}

/** What a command that is watched looks at; null where it is not, or not seen to open what it is about. */
function looksOf(check: DeclaredCheck, state: State, target: string): readonly Look[] | null {
  if (state.trace === "off" || check.uses !== undefined) return null;
  const watched = WATCHED_DECIDE[check.name];
  const own = watched === undefined ? TRUE_LOOKS[check.name]?.(state, target) : watched(state, target).looks;
  return own ?? null;
}

function targetsOf(check: DeclaredCheck, state: State): readonly string[] {
  const { files } = check;
  if (files === undefined) return [""];
  const covered = [...state.files.keys()].filter((path) => files.some((glob) => matches(glob, path)));
  const isSingle = check.uses !== undefined || (check.args ?? []).includes("{files}");
  // A check of the whole project is about nothing where none of its files is there.
  return isSingle || covered.length === 0 ? covered : [""];
}

/** `dir/**`, `dir/*`, `dir/*.ext` or a path: no other globs are written here. */
function matches(glob: string, path: string): boolean {
  if (glob.endsWith("/**")) return path.startsWith(glob.slice(0, -2));
  const [directory, name] = [posix.dirname(glob), posix.basename(glob)];
  return name.startsWith("*")
    ? posix.dirname(path) === directory && path.endsWith(name.slice(1))
    : path === glob;
}

/** What every command depends on, whether it reads it or not. */
function around(check: DeclaredCheck, state: State): unknown {
  const { files, ignored } = state;
  if (check.uses !== undefined) return [];
  // Node itself is no package and has no settings here; what is imported here is none either.
  if (check.name === "nodetest") return [variablesOf(check, state)];
  return [
    variablesOf(check, state),
    [files.get("package-lock.json"), ignored["node_modules/.package-lock.json"]],
    // An installed package reads the settings that bear its name; a program of which nothing is known may read any.
    [check.name === "tool" ? "" : files.get(".gitignore"), files.get("package.json")],
  ];
}

function variablesOf({ env }: DeclaredCheck, { variables }: State): unknown {
  return [...ALWAYS, ...(Array.isArray(env) ? env : [])].map((each) => variables[each] ?? null);
}

function definitionOf({
  name,
  type,
  command,
  args,
  files,
  env,
  follow,
  renames,
  inputs,
}: DeclaredCheck): unknown {
  return [name, type, command, args, files, env, follow, renames, inputs];
}

/** As far as the model sets any. */
const ALWAYS = ["CI", "LANG", "LC_ALL", "NODE_ENV", "NODE_OPTIONS", "NODE_PATH", "TZ"];

function covered(globs: readonly string[], { files, links, ignored }: State): unknown {
  return [...files, ...links, ...Object.entries(ignored)].filter(([path]) =>
    globs.some((glob) => matches(glob, path)),
  );
}

function dependsOn(
  check: DeclaredCheck,
  target: string,
  { state, findings }: { readonly state: State; readonly findings: readonly string[] },
): unknown {
  const { files, links } = state;
  if (check.uses !== undefined) {
    // What was probably meant is looked for among all files.
    const around = findings.length === 0 ? [] : [...files.keys()];
    const linked =
      check.uses === "builtin:links" ? linksReach(state, target) : reach(files, target, "structure");
    return [check.uses, check.files, files.get(target), linked, around];
  }
  const { args, follow } = check;
  const script = args?.[0]?.startsWith("tools/") === true ? files.get(args[0]) : "";
  const shared = [
    definitionOf(check),
    [script, toolOf(check, state)],
    around(check, state),
    check.inputs === undefined ? [] : covered(check.inputs, state),
  ];
  if (target === "")
    return [shared, check.files === undefined ? [...files, ...links] : covered(check.files, state)];
  // Its runner imports by a name that only running it tells.
  if (check.name === "modules") return [shared, [...files, ...links]];
  if (check.name === "nodetest") return [shared, unwatchedLooks("nodetest", state, target)];
  const followed = follow === "none" || follow === undefined ? "" : reach(files, target, follow);
  return [shared, files.get(target), followed];
}

/** What a check runs, and the files that its command names. */
function toolOf({ name, command }: DeclaredCheck, { ignored, probe }: State): unknown {
  if (name === "use") return ignored["ignored/out"];
  if (command === "probe") return probe;
  return command === "fake"
    ? [ignored["node_modules/.bin/fake"], ignored["node_modules/fake/package.json"]]
    : "";
}

const LINK = /\[\w+\]\(([^)#]*)(?:#(\w+))?\)/g;

interface Link {
  readonly to: string | null;
  readonly anchor: string | undefined;
}

function linksOf({ files }: State, path: string): readonly Link[] {
  return [...(files.get(path) ?? "").matchAll(LINK)].flatMap(([, written, anchor]) => {
    if (leavesRepository(path, written as string)) return [];
    const to = written === "" ? path : posix.join(posix.dirname(path), written as string);
    return [{ to: files.has(to) ? to : null, anchor }];
  });
}

/** The built-in verifiers say nothing about what is beyond the repository. */
function leavesRepository(from: string, written: string): boolean {
  return posix.join(posix.dirname(from), written).startsWith("../");
}

function headingsOf({ files }: State, path: string): readonly string[] {
  return [...(files.get(path) ?? "").matchAll(/^#+ (\w+)$/gm)].map(([, name]) =>
    (name as string).toLowerCase(),
  );
}

function linksReach(state: State, path: string): unknown {
  return linksOf(state, path).map(({ to, anchor }) => [to, anchor, to === null ? [] : headingsOf(state, to)]);
}

/** The content of the files at these paths, and whether any has the word. */
function search(state: State, word: string, paths: readonly string[]): Decided {
  const texts = paths.map((path) => [path, state.files.get(path) ?? state.ignored[path] ?? ""] as const);
  return { passed: !texts.some(([, text]) => text.includes(word)), reads: texts };
}

function below(state: State, ...globs: readonly string[]): readonly string[] {
  return [...state.files.keys()].filter((path) => globs.some((glob) => matches(glob, path)));
}

const DATA = "data/*.txt";

/** Of the package.json, only fields count where nobody watches; those that Node reads are always the same here. */
function unwatchedLooks(name: string, state: State, target: string): unknown {
  const { looks = [] } = WATCHED_DECIDE[name]?.(state, target) ?? {};
  const counted = name === "nodetest" ? looks.filter(({ path }) => path !== "package.json") : looks;
  return counted.map((look) => [look, see(state, look)]);
}

const decideWatched: Decide = (state, target, { name }) => {
  const { passed } = WATCHED_DECIDE[name]?.(state, target) ?? { passed: false };
  return { passed, reads: unwatchedLooks(name, state, target) };
};

const DECIDE: Readonly<Record<string, Decide>> = {
  lint: (state, target, { args }) => {
    const text = state.files.get(target) ?? "";
    const passed = !text.includes("BAD") && !(args?.includes("--strict") === true && text.includes("ODD"));
    return { passed, reads: [text, state.files.get("tools/lint.sh")], findings: passed ? [] : ["bad"] };
  },
  form: (state, target) => {
    const { passed } = search(state, "UGLY", [target]);
    return { passed, reads: state.files.get(target) };
  },
  test: (state, target) => {
    const read = [...readByTest(state.files, target)];
    const passed = read.every(([, text]) => text !== null && !text.includes("BUG"));
    return { passed, reads: [read, state.files.get("tools/test.sh")] };
  },
  types: (state, target) => {
    const text = state.files.get(target) ?? "";
    const types = importsOf(text).flatMap(({ name, specifier }) => {
      const found = resolve(state.files, target, specifier);
      return name === null ? [] : [found === null ? null : typeOf(state.files, found, name)];
    });
    const answers = types.map((type) => type !== null && type !== "never");
    return { passed: answers.every(Boolean), reads: [text, answers, state.files.get("tools/types.sh")] };
  },
  words: (state) => search(state, "WRONG", below(state, "docs/*.md", "docs/deep/*.md", "docs/far/*.md")),
  inputs: (state) => search(state, "STOP", [...below(state, DATA, "data/rules/*"), "ignored/words.txt"]),
  whole: (state) => search(state, "WHOLE", [...state.files.keys()]),
  variable: ({ files, variables }, target) => ({
    passed: (variables["MODE"] ?? "strict") !== "strict",
    reads: [files.get(target), variables["MODE"] ?? null],
  }),
  tool: ({ files, ignored }, target) => {
    const lib = ignored["node_modules/fake/lib.sh"];
    const isThere = ignored["node_modules/.bin/fake"] !== null;
    return {
      passed: isThere && lib?.trim() === "status=0",
      reads: [lib, files.get(target)],
      canStart: isThere,
    };
  },
  probe: (state) => ({
    passed: state.probe?.text.includes("status=0") ?? false,
    canStart: state.probe !== null,
    reads: [state.probe?.text, below(state, DATA).map((path) => [path, state.files.get(path)])],
  }),
  build: (state) => search(state, "BROKEN", below(state, DATA)),
  use: (state) => search(state, "TORN", below(state, DATA, "data/rules/*")),
  imports: (state, target) => {
    const findings = importsOf(state.files.get(target) ?? "").flatMap((each) => {
      if (leavesRepository(target, each.specifier)) return [];
      if (resolve(state.files, target, each.specifier) === null) return ["unresolved-import"];
      return isMissing(state.files, target, each) ? ["missing-export"] : [];
    });
    return { passed: findings.length === 0, reads: [state.files.get(target), findings], findings };
  },
  links: (state, target) => {
    const findings = linksOf(state, target).flatMap(({ to, anchor }) => {
      if (to === null) return ["broken-link"];
      return anchor === undefined || headingsOf(state, to).includes(anchor) ? [] : ["missing-anchor"];
    });
    return { passed: findings.length === 0, reads: [state.files.get(target), findings], findings };
  },
};

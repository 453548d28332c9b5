import type { NodeDifference } from "../graph/closure/diff-nodes.ts";
import { isDocument } from "../paths/is-document.ts";
import {
  AMBIENT,
  BESIDE_TESTS,
  CONFIGURATION_NAMES,
  FIELDS,
  IMPORTERS,
  IMPORTS,
  INPUTS,
  OBSERVED,
  SNAPSHOTS,
  TARGET_INPUTS,
  TYPES,
} from "../vocabulary/tree/path-set.ts";
import type { RepoPath } from "../vocabulary/tree/path.ts";
import type { Impact, PathChange, RunReason, Target } from "../vocabulary/verdict/unit.ts";
import { explainChange } from "../wording/explain.ts";
import type { PartDifferences } from "./differences.ts";
import { findAround, findCause, findChangeCauses } from "./find-cause.ts";

type Components = Readonly<Record<string, string>>;

/**
 * Why a unit's fingerprint differs from its last one; null if nothing differs. One change often shows in several
 * components: the first in this order is the reason.
 */
export function compareComponents(
  versions: { readonly before: Components; readonly after: Components },
  target: Target,
  differences: PartDifferences,
): RunReason | null {
  const { before, after } = comparable(versions);
  /** Both values of a component; null if they are equal. */
  const changed: Changed = (name) => {
    const [one, other] = [before[name] ?? "none", after[name] ?? "none"];
    return one === other ? null : { before: one, after: other };
  };
  /** The files that differ in a component that lists files. */
  const files = (name: string): readonly PathChange[] | null => {
    const change = changed(name);
    return change === null ? null : (differences.manifests(change.before, change.after) ?? []);
  };
  const reason = (type: RunReason["type"], found: object | null): RunReason | null =>
    found === null ? null : ({ type, ...found } as RunReason);
  const listed = (found: readonly PathChange[] | null): object | null =>
    found === null ? null : { changes: found };
  /** The files that really changed, and the path that leads to the first of them. */
  const caused = (name: string): object | null => {
    const [found, manifest] = [files(name), after[name] ?? ""];
    if (found === null) return null;
    const { changes, through } = findChangeCauses(found, differences);
    const isFollowed = !DECLARED.has(name) && through.length === 1;
    const way = isFollowed ? (differences.leading?.(manifest, through[0] ?? "") ?? []) : through;
    return way.length > 1 ? { changes, through: way } : { changes };
  };

  return (
    reason("engine-changed", changed("engine")) ??
    (changed("definition") === null ? null : { type: "definition-changed" }) ??
    reason("directly-changed", changed("target")) ??
    reason("directly-changed", changed("path")) ??
    reason("files-changed", listed(files("files"))) ??
    compareObserved(files(OBSERVED), target, differences) ??
    compareDependencies(changed, target, differences) ??
    compareReferences(changed, target, differences) ??
    reason("input-changed", inputChanges(caused)) ??
    reason(
      "configuration-changed",
      caused("configuration") ?? caused(FIELDS) ?? caused(CONFIGURATION_NAMES),
    ) ??
    reason("tool-changed", changed("tool")) ??
    reason(
      "packages-changed",
      listed(files("packages") ?? files("configuration:packages") ?? files("installed")),
    ) ??
    compareWide(changed, target, differences) ??
    compareEnvironment(before, after) ??
    compareProducts(before, after)
  );
}

/** Inputs that count because the configuration declares them, not because an import leads there. */
const DECLARED: ReadonlySet<string> = new Set([INPUTS, TARGET_INPUTS, SNAPSHOTS, BESIDE_TESTS, "dotenv"]);

function inputChanges(caused: (name: string) => object | null): object | null {
  for (const name of ["scripts", ...DECLARED]) {
    const changes = caused(name);
    if (changes !== null) return changes;
  }
  return null;
}

/**
 * If one fingerprint was observed and the other predicted, or if they have different parts, only the common
 * parts are compared: the rest did not change.
 */
function comparable({ before, after }: { readonly before: Components; readonly after: Components }): {
  readonly before: Components;
  readonly after: Components;
} {
  if (!(OBSERVED in before) && !(OBSERVED in after)) return { before, after };
  const shared = (one: Components, other: Components): Components =>
    Object.fromEntries(Object.entries(one).filter(([name]) => name in other));
  return { before: shared(before, after), after: shared(after, before) };
}

function compareObserved(
  changes: readonly PathChange[] | null,
  target: Target,
  differences: PartDifferences,
): RunReason | null {
  if (changes === null) return null;
  const [first] = changes;
  const start = target === "" ? [] : [target];
  if (first === undefined || !isInRepository(first.path))
    return { type: "observed-changed", changes, chain: start };
  const path = first.path as RepoPath;
  const chain = target === "" ? undefined : differences.chain?.(target, path);
  return { type: "observed-changed", changes, chain: chain ?? [...start, path] };
}

function isInRepository(path: string): boolean {
  return !path.startsWith("/") && !path.startsWith("~/") && path !== ".";
}

type Changed = (name: string) => { readonly before: string; readonly after: string } | null;

function compareDependencies(
  changed: Changed,
  target: Target,
  differences: PartDifferences,
): RunReason | null {
  for (const follow of [IMPORTS, TYPES, "content", "structure"] as const) {
    const change = changed(follow);
    if (change === null) continue;
    const type = isDocument(target)
      ? "cross-reference"
      : follow === "structure"
        ? "structural-impact"
        : "dependency-changed";
    return { type, ...impactOf(change, target, differences) };
  }
  return null;
}

/** For a built-in verifier: what the tree answers to the references of the target. */
function compareReferences(changed: Changed, target: Target, differences: PartDifferences): RunReason | null {
  const change = changed("references");
  if (change === null) return null;
  const type = isDocument(target) ? "cross-reference" : "structural-impact";
  const start = target === "" ? [] : [target];
  const [first] = differences.manifests(change.before, change.after) ?? [];
  if (first === undefined) return { type, chain: start, what: "what it refers to changed" };
  const { path: asks, before, after } = first;
  const by = /^[\w-]+ ([^:]+)/.exec(after ?? "")?.[1] ?? /^[\w-]+ ([^:]+)/.exec(before ?? "")?.[1];
  const chain = by === undefined ? start : [...start, by as RepoPath];
  const found = /^found ([^:]+)$/.exec(before ?? "")?.[1];
  if (found !== undefined && differences.isThere?.(found) === false) {
    const named = asks === found ? "" : `, which it names as ${asks}`;
    return { type, chain: [...start, found as RepoPath], what: `${found} is gone${named}` };
  }
  return { type, chain, what: `${asks}: ${before ?? "nothing"} became ${after ?? "nothing"}` };
}

function compareWide(changed: Changed, target: Target, differences: PartDifferences): RunReason | null {
  for (const [name, what] of Object.entries(WIDE)) {
    const change = changed(name) ?? changed(`scripts:${name}`) ?? changed(`configuration:${name}`);
    if (change === null) continue;
    const [file] = differences.manifests(change.before, change.after) ?? [];
    const start = target === "" ? [] : [target];
    if (file === undefined) return { type: "dependency-changed", chain: start, what };
    const { change: cause, through } = findCause(file, differences);
    const by = cause.path === file.path ? "" : `, which ${file.path} depends on`;
    const isHidden = name === "hidden" && changed(name) !== null && target !== "";
    const hidden = isHidden ? differences.hidden?.(target, file.path as RepoPath) : undefined;
    if (hidden !== undefined)
      return {
        type: "dependency-changed",
        chain: [...hidden.chain, ...(through as readonly RepoPath[])],
        what: `${explainChange(cause)}${by}, and ${explainHidden(hidden)}`,
      };
    return {
      type: "dependency-changed",
      chain: [...start, ...(through as readonly RepoPath[])],
      what: `${explainChange(cause)}${by}, and ${what}`,
    };
  }
  return null;
}

function explainHidden({ chain, line }: { chain: readonly RepoPath[]; line: number }): string {
  return `an import in ${chain.at(-1)}:${line} that only running the code can resolve may lead there`;
}

/** Components that affect a unit in other ways than through a chain of imports. */
const WIDE = {
  ambient: "it declares types for every file",
  [AMBIENT]: "it declares types for every file",
  outside: "it is imported although git does not track it",
  hidden: "an import that only running the code can resolve may lead there",
  project: "it may depend on any file",
  [IMPORTERS]: "only files that lead to it put it into a program of its linter",
} as const;

function impactOf(
  change: { before: string; after: string },
  target: Target,
  differences: PartDifferences,
): Impact {
  if (target !== "") return describe(differences.nodes(change.before, change.after), [target], differences);
  // If there are several files: the first whose dependencies differ.
  const [file] = differences.manifests(change.before, change.after) ?? [];
  if (file === undefined || file.before === null || file.after === null)
    return describe(null, file === undefined ? [] : [file.path as RepoPath], differences);
  return describe(differences.nodes(file.before, file.after), [file.path as RepoPath], differences);
}

function describe(
  difference: NodeDifference | null,
  start: readonly RepoPath[],
  differences: PartDifferences,
): Impact {
  if (difference === null) return { chain: start, what: "what it depends on changed" };
  const chain = [...start, ...difference.chain];
  const where = difference.path ?? start[0] ?? "it";
  const around =
    difference.reason === "changed" ? findAround(difference, where as RepoPath, differences) : null;
  if (around !== null)
    return {
      chain: [...chain, ...around],
      what: `${around.at(-1) ?? `what says how ${where} is read`} changed`,
    };
  // What it exports can come from other files.
  if (difference.after?.startsWith("exports ") === true)
    return { chain, what: `what ${where} exports changed` };
  const { before } = difference;
  if (before !== null && difference.reason === "became-unresolved" && differences.isThere?.(before) === false)
    return { chain: [...chain, before as RepoPath], what: `${before} is gone, which ${where} refers to` };
  const what =
    describePackages(difference, where) ??
    (difference.specifier === undefined
      ? `${where} changed`
      : `${difference.specifier} in ${where}: ${difference.before ?? "nothing"} became ${difference.after ?? "nothing"}`);
  return { chain, what };
}

const PACKAGE = /^external:(\S+) ([^\s#]+) #/;

/** Both versions of a package; null if it is something else. */
function describePackages({ before, after }: NodeDifference, where: string): string | null {
  const [old, now] = [before, after].map((text) => PACKAGE.exec(text ?? ""));
  if (!old || !now || old[1] !== now[1]) return null;
  const [, name, version] = now;
  if (old[2] === version)
    return `a package that ${name} ${version} needs changed, and ${where} imports ${name}`;
  return `${name} ${old[2]} -> ${version}, which ${where} imports`;
}

function compareEnvironment(before: Components, after: Components): RunReason | null {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  const name = names.find(
    (each) => (each.startsWith("env:") || each === "platform") && before[each] !== after[each],
  );
  if (name === undefined) return null;
  return {
    type: "environment-changed",
    variable: name.replace(/^env:/, ""),
    before: before[name] ?? "not looked at",
    after: after[name] ?? "not looked at",
  };
}

function compareProducts(before: Components, after: Components): RunReason | null {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  const name = names.find((each) => each.startsWith("product:") && before[each] !== after[each]);
  return name === undefined ? null : { type: "product-changed", check: name.slice("product:".length) };
}

import { existsSync, readdirSync, readFileSync, readlinkSync, statSync } from "node:fs";
import { join } from "node:path";
import { CONFIG, type DeclaredCheck } from "./template.ts";
import type { Trace } from "./watched-checks.ts";

export type Variables = Readonly<Record<string, string | undefined>>;

/** Everything that a verdict can depend on, read again from the disk. */
export interface State {
  /** The files that git does not ignore, with their content. */
  readonly files: ReadonlyMap<string, string>;
  /** Where the links lead that git does not ignore. */
  readonly links: ReadonlyMap<string, string>;
  readonly checks: readonly DeclaredCheck[];
  /** Whether commands are watched. */
  readonly trace: Trace;
  readonly variables: Variables;
  /** Content by path of what git ignores; null where it is not there. */
  readonly ignored: Readonly<Record<string, string | null>>;
  /** The first program of that name on PATH. */
  readonly probe: { readonly path: string; readonly text: string } | null;
}

const LEFT_OUT = new Set([".git", "node_modules", "ignored", ".verification-cache"]);
const BESIDE = [
  "ignored/words.txt",
  "ignored/out",
  "ignored/local.txt",
  "ignored/flag.txt",
  "ignored/box/x.txt",
  "ignored/box/stop.txt",
  "node_modules/.package-lock.json",
  "node_modules/.bin/fake",
  "node_modules/fake/package.json",
  "node_modules/fake/lib.sh",
];

/** `places` are the directories of PATH that belong to the model. */
export function readState(root: string, places: readonly string[], variables: Variables): State {
  const files = new Map<string, string>();
  const links = new Map<string, string>();
  const walk = (directory: string): void => {
    for (const entry of readdirSync(join(root, directory), { withFileTypes: true })) {
      const path = directory === "" ? entry.name : `${directory}/${entry.name}`;
      if (LEFT_OUT.has(path) || path.startsWith(".verification-baseline.json")) continue;
      if (entry.isSymbolicLink()) links.set(path, readlinkSync(join(root, path)));
      else if (entry.isDirectory()) walk(path);
      else files.set(path, readFileSync(join(root, path), "utf8"));
    }
  };
  walk("");
  const config = JSON.parse(files.get(CONFIG) ?? "{}") as {
    checks: readonly DeclaredCheck[];
    execution: { trace: Trace };
  };
  const found = places.map((place) => join(place, "probe")).find((path) => existsSync(path));
  return {
    files: new Map([...files].sort(([one], [other]) => (one < other ? -1 : 1))),
    links,
    checks: config.checks,
    trace: config.execution.trace,
    variables,
    ignored: Object.fromEntries(BESIDE.map((path) => [path, readIfThere(join(root, path))])),
    probe: found === undefined ? null : { path: found, text: readFileSync(found, "utf8") },
  };
}

function readIfThere(path: string): string | null {
  return (statSync(path, { throwIfNoEntry: false })?.isFile() ?? false) ? readFileSync(path, "utf8") : null;
}

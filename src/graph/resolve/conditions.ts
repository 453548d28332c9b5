import { isManifest } from "../../paths/manifest-fields.ts";
import type { RepoPath } from "../../vocabulary/tree/path.ts";
import { parseJson } from "../data/parse-json.ts";
import type { Extraction } from "../extraction.ts";
import { packageName } from "./disk.ts";
import { directoryOf, type TreeIndex } from "./tree.ts";

/** What packages of the repository can lead to, in addition to the usual targets of import and require. */
export interface Conditions {
  /** Names under `exports` or `imports` of a package.json. A bundler or a runner may be configured to use them. */
  readonly names: readonly string[];
  /** Whether the specifier may mean such a package. */
  readonly decide: (specifier: string) => boolean;
  /** Whether browsers may get a different file. */
  readonly decideForBrowsers: (from: RepoPath, specifier: string) => boolean;
  /** Whether the package of this file replaces single files for browsers. */
  readonly isMapped: (from: RepoPath) => boolean;
}

const USUAL: ReadonlySet<string> = new Set([
  "types",
  "typings",
  "import",
  "require",
  "node",
  "default",
  "module",
]);
const MOST = 8;
const RELATIVE = /^\.{1,2}(?:\/|$)/;

export interface ConditionOptions {
  readonly tree: Pick<TreeIndex, "paths">;
  readonly extractions: { get(path: RepoPath): Extraction | undefined };
  readonly readText: (path: RepoPath) => string | undefined;
}

export function findConditions({ tree, extractions, readText }: ConditionOptions): Conditions {
  const names = new Set<string>();
  const conditional = new Set<string>();
  const browser = new Set<string>();
  const mapped = new Set<string>();
  for (const path of tree.paths) {
    const outline = isManifest(path) ? extractions.get(path)?.outline : undefined;
    if (outline?.kind !== "data") continue;
    const found = outline.keys.flatMap((key) => conditionIn(key) ?? []);
    const forBrowsers = outline.keys.includes("/browser");
    if (found.length === 0 && !forBrowsers) continue;
    for (const name of found) names.add(name);
    const own = nameIn(readText(path));
    if (own !== undefined) (found.length > 0 ? conditional : browser).add(own);
    if (own !== undefined && forBrowsers) browser.add(own);
    if (outline.keys.some((key) => key.startsWith("/browser/"))) mapped.add(directoryOf(path));
  }
  const isMapped = (from: RepoPath): boolean => {
    if (mapped.size === 0) return false;
    for (let at = directoryOf(from); ; at = directoryOf(at)) {
      if (mapped.has(at)) return true;
      if (at === ".") return false;
    }
  };
  return {
    names: [...names].sort().slice(0, MOST),
    decide: (specifier) => specifier.startsWith("#") || conditional.has(packageName(specifier)),
    decideForBrowsers: (from, specifier) =>
      (browser.size > 0 && RELATIVE.test(specifier)) || browser.has(packageName(specifier)) || isMapped(from),
    isMapped,
  };
}

function conditionIn(key: string): string | undefined {
  if (!/^\/(?:exports|imports)\//.test(key)) return undefined;
  const name = key.slice(key.lastIndexOf("/") + 1);
  return /^[a-z][\w-]*$/i.test(name) && !USUAL.has(name) ? name : undefined;
}

function nameIn(text: string | undefined): string | undefined {
  const parsed = text === undefined ? undefined : parseJson(text);
  if (parsed?.ok !== true || parsed.root.kind !== "map") return undefined;
  const value = parsed.root.entries.find(({ key }) => key === "name")?.value;
  return value?.kind === "scalar" && typeof value.value === "string" ? value.value : undefined;
}

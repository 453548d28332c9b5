import type { Extraction } from "../extraction.ts";
import type { RepoPath } from "../../vocabulary/path.ts";
import { directoryOf } from "./tree.ts";

/** What packages of the repository can lead to, beside what every import and require leads to. */
export interface Conditions {
  /** Names under `exports` or `imports` of a package.json; a bundler or a runner may be told to go by them. */
  readonly names: readonly string[];
  /** Some package.json says what browsers get in place of something. */
  readonly hasBrowserField: boolean;
  /** Whether the package of this file says so of single files. */
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
const MANIFEST = /(?:^|\/)package\.json$/;

export function findConditions(extractions: ReadonlyMap<RepoPath, Extraction>): Conditions {
  const names = new Set<string>();
  const mapped = new Set<string>();
  let hasBrowserField = false;
  for (const [path, { outline }] of extractions) {
    if (!MANIFEST.test(path) || outline.kind !== "data") continue;
    for (const key of outline.keys) {
      if (key === "/browser") hasBrowserField = true;
      if (key.startsWith("/browser/")) mapped.add(directoryOf(path));
      if (!/^\/(?:exports|imports)\//.test(key)) continue;
      const name = key.slice(key.lastIndexOf("/") + 1);
      if (/^[a-z][\w-]*$/i.test(name) && !USUAL.has(name)) names.add(name);
    }
  }
  return {
    names: [...names].sort().slice(0, MOST),
    hasBrowserField,
    isMapped: (from) => {
      for (let at = directoryOf(from); ; at = directoryOf(at)) {
        if (mapped.has(at)) return true;
        if (at === ".") return false;
      }
    },
  };
}

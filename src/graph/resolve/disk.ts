import { normalize, relative } from "node:path";
import { encodePath } from "../../paths/encode-path.ts";
import { realpathSync, statSync } from "../../system/observed/observed-files.ts";
import type { RepoPath } from "../../vocabulary/tree/path.ts";
import { type Resolution, toBeyond, toExternal, toFiles, toOutside, UNRESOLVED } from "./resolution.ts";
import type { TreeIndex } from "./tree.ts";

/** The file system, used only for what the snapshot does not contain. */
export interface Disk {
  readonly root: string;
  readonly absolute: (path: string) => string;
  /** The kind of a repository path that is not in the snapshot. */
  readonly probe: (path: string) => "file" | "directory" | undefined;
  /** Turns an absolute path into a path of the repository; undefined if it lies beyond. */
  readonly inside: (absolute: string) => string | undefined;
  /** What an absolute path that a resolver found means for the repository. */
  readonly locate: (absolute: string) => Resolution;
  /** The same for a path that may not exist. */
  readonly locateFile: (absolute: string) => Resolution;
}

export function openDisk(root: string, tree: TreeIndex): Disk {
  let real = root;
  try {
    real = realpathSync(root);
  } catch {
    // A root that does not exist has nothing outside the snapshot.
  }
  const probed = new Map<string, "file" | "directory" | undefined>();
  const relativeTo = (base: string, path: string): string | undefined =>
    path.startsWith(`${base}/`) ? path.slice(base.length + 1) : undefined;
  const insideOf = (path: string): string | undefined =>
    path === real ? "." : (relativeTo(real, path) ?? relativeTo(root, path));
  const locate = (absolute: string): Resolution => {
    const path = absolute.replaceAll("\\", "/");
    if (path === "") return UNRESOLVED;
    const inside = insideOf(path);
    if (inside === ".") return toFiles([]);
    const packaged = packageIn(inside === undefined ? path : `/${inside}`);
    if (packaged !== undefined) return toExternal(packaged);
    if (inside === undefined) return toBeyond(relative(root, path) as RepoPath);
    return tree.has(inside) ? toFiles([inside]) : toOutside(inside as RepoPath);
  };
  return {
    root: real,
    absolute: (path) => `${real}/${path}`,
    probe: (path) => {
      if (!probed.has(path)) probed.set(path, kindOf(`${real}/${path}`));
      return probed.get(path);
    },
    inside: (absolute) => insideOf(absolute.replaceAll("\\", "/")),
    locate,
    locateFile: (absolute) => (kindOf(absolute) === "file" ? locate(normalize(absolute)) : UNRESOLVED),
  };
}

function kindOf(absolute: string): "file" | "directory" | undefined {
  try {
    const found = statSync(encodePath(absolute), { throwIfNoEntry: false });
    return found?.isFile() === true ? "file" : found?.isDirectory() === true ? "directory" : undefined;
  } catch {
    // The text is not a file name: too long, or with a NUL.
    return undefined;
  }
}

/** The package that a path inside `node_modules` belongs to. */
function packageIn(path: string): string | undefined {
  const at = path.lastIndexOf("/node_modules/");
  return at === -1 ? undefined : packageName(path.slice(at + "/node_modules/".length));
}

/** `@scope/name` or `name`, from a specifier or from a path inside `node_modules`. */
export function packageName(specifier: string): string {
  return specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/");
}

import { realpathSync, statSync } from "node:fs";
import { encodePath, type RepoPath } from "../../vocabulary/path.ts";
import { type Resolution, toExternal, toFiles, toOutside, UNRESOLVED } from "./resolution.ts";
import type { Tree } from "./tree.ts";

/** The file system, asked only for what the snapshot does not know. */
export interface Disk {
  readonly root: string;
  readonly absolute: (path: string) => string;
  /** What a path of the repository that is not in the snapshot is. */
  readonly probe: (path: string) => "file" | "directory" | undefined;
  /** What an absolute path that a resolver found is to the repository. */
  readonly locate: (absolute: string) => Resolution;
}

export function openDisk(root: string, tree: Tree): Disk {
  let real = root;
  try {
    real = realpathSync(root);
  } catch {
    // A root that is not there has nothing outside the snapshot.
  }
  const probed = new Map<string, "file" | "directory" | undefined>();
  const relativeTo = (base: string, path: string): string | undefined =>
    path.startsWith(`${base}/`) ? path.slice(base.length + 1) : undefined;
  return {
    root: real,
    absolute: (path) => `${real}/${path}`,
    probe: (path) => {
      if (!probed.has(path)) {
        const found = statSync(encodePath(`${real}/${path}`), { throwIfNoEntry: false });
        probed.set(path, found?.isFile() ? "file" : found?.isDirectory() ? "directory" : undefined);
      }
      return probed.get(path);
    },
    locate: (absolute) => {
      const path = absolute.replaceAll("\\", "/");
      const packaged = packageIn(path);
      if (packaged !== undefined) return toExternal(packaged);
      const relative = relativeTo(real, path) ?? relativeTo(root, path);
      if (relative === undefined) return path === "" ? UNRESOLVED : toExternal(path.split("/").pop() ?? path);
      return tree.has(relative) ? toFiles([relative]) : toOutside(relative as RepoPath);
    },
  };
}

/** The package that a path inside `node_modules` belongs to. */
function packageIn(path: string): string | undefined {
  const at = path.lastIndexOf("/node_modules/");
  return at === -1 ? undefined : packageName(path.slice(at + "/node_modules/".length));
}

/** `@scope/name` or `name`, of a specifier or of a path inside `node_modules`. */
export function packageName(specifier: string): string {
  return specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/");
}

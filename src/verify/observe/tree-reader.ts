import { isAbsolute, join, relative, resolve } from "node:path";
import { CONFIG_FILES } from "../../config/discover.ts";
import { loadConfig } from "../../config/load.ts";
import type { ResolvedConfig } from "../../config/resolved-config.ts";
import { findRoot } from "../../config/root.ts";
import { resolveIncremental } from "../../config/settings.ts";
import { createFileHasher, readDeclaredInputs } from "../../detect/declared-inputs.ts";
import { createMemoryStatIndex } from "../../detect/stat-index.ts";
import { nameFiles } from "../../units/configuration/tree-names.ts";
import { indexStamp } from "../../system/git/git-index-stamp.ts";
import { describePathByTimes } from "../../system/observed/path-state.ts";
import type { TreeState } from "../../vocabulary/run/watch.ts";
import type { Access } from "../../vocabulary/tree/path-set.ts";
import type { AssessOptions } from "../assess/assess-options.ts";
import { declaredInputs, lookAtTree } from "./observe-tree.ts";

export interface TreeReader {
  /** Absolute. */
  readonly root: string;
  /** The current state of everything that a verdict can depend on. `fresh` reads the configuration again. */
  take(fresh: boolean): Promise<TreeState>;
  /**
   * Adds absolute paths outside the snapshot to everything that is read from now on, and their current
   * content to the state.
   */
  follow(places: ReadonlyMap<string, Access>, state: TreeState): Promise<TreeState>;
  /**
   * Cheap to compute, and different after anything that changes the tree without touching one of its files.
   */
  stamp(): string;
}

/**
 * Reads a repository repeatedly, as a run does: its snapshot, and declared inputs outside it. Leaves out what
 * a run itself writes. With a broken configuration, it keeps reading the same places.
 *
 * @param known the configuration if the caller has just read it: the first `take` does not read it again
 */
export function createTreeReader(
  options: AssessOptions,
  ownFiles: readonly string[],
  known?: ResolvedConfig,
): TreeReader {
  const cwd = options.cwd ?? process.cwd();
  const root = findRoot(cwd).path;
  const stats = createMemoryStatIndex();
  const hash = createFileHasher(stats);
  const configFiles =
    options.configFile === undefined
      ? [...CONFIG_FILES, "package.json"].map((file) => join(root, file))
      : [resolve(cwd, options.configFile)];
  let config: Pick<ResolvedConfig, "checks" | "incremental" | "reports"> = known ?? {
    checks: [],
    incremental: resolveIncremental({}),
    reports: [],
  };
  let isJustRead = known !== undefined;
  let beside: readonly string[] = [];
  const followed = new Map<string, Access>();
  const show = async (file: string, access: Access): Promise<string> => {
    if (access === "names") return describePathByTimes(file, "others");
    if (access === "content" || access === "module") return (await hash(file)) ?? "absent";
    const shown = describePathByTimes(file, "thing");
    return shown === "-" ? "absent" : shown === "d" ? "directory" : "file";
  };
  const showAll = async (places: ReadonlyMap<string, Access>, state: Map<string, string>): Promise<void> => {
    for (const [file, access] of places) {
      const path = relative(root, file);
      if (!state.has(path)) state.set(path, await show(file, access));
    }
  };

  const take = async (fresh: boolean): Promise<TreeState> => {
    if (fresh && !isJustRead) {
      const loaded = await loadConfig({ ...options, cwd, env: options.env ?? process.env });
      if (loaded.ok) config = loaded.value;
    }
    isJustRead = false;
    const snapshot = await lookAtTree({ ...config, root }, stats);
    const state = new Map<string, string>();
    for (const [path, { kind, id }] of snapshot.files) state.set(path, `${kind} ${id}`);
    for (const path of snapshot.unreadable) state.set(path, "unreadable");
    const inputs = await readDeclaredInputs({
      ...declaredInputs(
        { ...config, root },
        nameFiles(() => snapshot.files.keys()),
      ),
      stats,
    });
    for (const [path, value] of inputs) if (!state.has(path)) state.set(path, value ?? "unreadable");
    for (const file of configFiles) {
      const path = relative(root, file);
      if (!state.has(path)) state.set(path, (await hash(file)) ?? "absent");
    }
    await showAll(followed, state);
    for (const file of [...ownFiles, ...config.reports.map(({ path }) => path ?? "")])
      if (isAbsolute(file)) state.delete(relative(root, file));
    beside = [...inputs.keys()].map((path) => join(root, path));
    return state;
  };
  const stamp = (): string =>
    [
      indexStamp(root),
      ...[...configFiles, join(root, ".git/info/exclude"), ...beside].map((path) =>
        describePathByTimes(path, "thing"),
      ),
    ].join("\n");
  const follow: TreeReader["follow"] = async (places, state) => {
    const all = new Map(state);
    await showAll(places, all);
    for (const [file, access] of places) followed.set(file, access);
    return all;
  };
  return { root, take, follow, stamp };
}

import { isManifest } from "../../paths/manifest-fields.ts";
import { memo } from "../../values/memo.ts";
import type { RepoPath } from "../../vocabulary/tree/path.ts";
import { isLockfile, isSetting } from "./configuration-files.ts";

/** What the names of files alone tell about them. Each list has the order of the tree. */
export interface TreeNames {
  /** Those that could be configuration. */
  readonly settings: readonly RepoPath[];
  readonly lockfiles: readonly RepoPath[];
  /** Every package.json. */
  readonly manifests: readonly RepoPath[];
  /** Files that test runners use to replace modules. */
  readonly mocks: readonly RepoPath[];
}

const MOCKS = /(?:^|\/)__mocks__\//;

/** Computed on first use, in one pass over all names. */
export function nameFiles(paths: () => Iterable<RepoPath>): TreeNames {
  const found = memo(() => {
    const names = { settings: [], lockfiles: [], manifests: [], mocks: [] } as Record<
      keyof TreeNames,
      RepoPath[]
    >;
    for (const path of paths()) {
      if (isLockfile(path)) names.lockfiles.push(path);
      if (isSetting(path)) names.settings.push(path);
      if (isManifest(path)) names.manifests.push(path);
      if (MOCKS.test(path)) names.mocks.push(path);
    }
    return names;
  });
  return {
    get settings() {
      return found().settings;
    },
    get lockfiles() {
      return found().lockfiles;
    },
    get manifests() {
      return found().manifests;
    },
    get mocks() {
      return found().mocks;
    },
  };
}

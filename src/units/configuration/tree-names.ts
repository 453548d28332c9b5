import { isManifest } from "../../paths/manifest-fields.ts";
import { memo } from "../../values/memo.ts";
import type { RepoPath } from "../../vocabulary/tree/path.ts";
import { isLockfile, isSetting } from "./configuration-files.ts";

/** What the names of files say of them, whatever is in them; each in the order of the tree. */
export interface TreeNames {
  /** Those that anybody could take for configuration. */
  readonly settings: readonly RepoPath[];
  readonly lockfiles: readonly RepoPath[];
  /** Every package.json. */
  readonly manifests: readonly RepoPath[];
  /** What test runners put in the place of modules. */
  readonly mocks: readonly RepoPath[];
}

const MOCKS = /(?:^|\/)__mocks__\//;

/** Found when asked for, in one walk over all names. */
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

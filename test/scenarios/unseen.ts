/** Changes of the scenarios that nobody notices without a tracer, by the reason. Whatever else is missed is a defect. */
const BY_REASON: Readonly<Record<string, readonly string[]>> = {
  "a package.json that a package reads as a whole": [
    "package.json: eslint, plugin: rules of a package that read package.json: the version edited",
    "package.json: vitest, package: a test whose package reads package.json: the version edited",
  ],
  "a name that only running the code tells": [
    "node: fixtures: fixtures by computed names: a fixture edited",
    "node: fixtures: fixtures by computed names: a fixture deleted",
    "node: fixtures: fixtures by computed names: a fixture renamed",
    "node: upwards: configuration found upwards: a nearer one appears",
  ],
  "what git knows beside the files": [
    "node: git: git ls-files as input: a name with capitals is added to the index",
    "node: git: git describe as input: another commit",
    "node: git: git describe as input: the tag is gone",
    "node: git: the name of the branch as input: another branch at the same commit",
    "node: git: a setting of git as input: the setting changed",
    "node: git: a setting of git as input: a setting of the user",
  ],
  "the home directory and what else lies outside": [
    "places: home: a file in the home directory: ~/.toolrc edited",
    "places: home: a file in the home directory: ~/.toolrc deleted",
    "places: home: a file in the home directory that is not there: ~/.toolrc appears",
    "shell: npm: npm reads .npmrc: ~/.npmrc appears",
    "places: outside: a link that leads out of the repository: what it leads to edited",
    "packages: linked: a package linked from beside the repository: it is edited",
  ],
  "files that git ignores and that are not declared as inputs": [
    "places: ignored: an ignored directory is listed: a name more in it",
    "places: ignored: an edit that keeps size and times: of an ignored file",
    "eslint: types beside the tree: generated declarations that git ignores, and types of a package: generated again",
  ],
  "a package that is edited where it is installed": [
    "packages: generated: a generated client in node_modules: generated again",
    "packages: generated: a client generated into an installed package: generated again",
    "packages: edited: a file of an installed package edited in place: edited for debugging",
    "packages: patched: a patch applied to a package: the patch is gone",
    "eslint: types beside the tree: generated declarations that git ignores, and types of a package: the package patched",
    "tsc: packages: types of a package edited: generated again",
  ],
  "a language that is not read": ["shell: make: make with an included file: the optional file appears"],
};

/** The reason for each change. */
export const UNSEEN: ReadonlyMap<string, string> = new Map(
  Object.entries(BY_REASON).flatMap(([reason, changes]) =>
    changes.map((change) => [change, reason] as const),
  ),
);

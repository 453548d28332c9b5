// How repositories are installed, and the checks that a new user gets for them: presets, on the files that the repository's
// own commands take.

export const NPM = ["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"];
export const NPM_BEFORE = (day) => [
  "npm",
  "install",
  "--ignore-scripts",
  "--no-audit",
  "--no-fund",
  `--before=${day}`,
];
export const YARN = [
  "npx",
  "-y",
  "yarn@1.22.22",
  "install",
  "--frozen-lockfile",
  "--ignore-scripts",
  "--ignore-engines",
];
export const pnpm = (version, ...more) => [
  "npx",
  "-y",
  `pnpm@${version}`,
  "install",
  "--frozen-lockfile",
  "--ignore-scripts",
  ...more,
];

/**
 * A unit of these has to run where its own file changed, or code that the configuration loads. Of a linter with rules that
 * ask for types or for what others export, also where something is declared in another way that its file leads to.
 */
const byFile =
  (name, { uses, config, oracle = "target" }) =>
  (extensions) => ({
    tool: uses,
    oracle,
    config,
    targets: new RegExp(`\\.(?:${extensions.replaceAll(",", "|")})$`),
    check: { name, uses, files: extensions.split(",").map((each) => `**/*.${each}`) },
  });
const ESLINT = /(?:^|\/)eslint\.config\.\w+$/;
export const format = byFile("format", { uses: "prettier", config: /(?:^|\/)prettier\.config\.\w+$/ });
export const lint = byFile("lint", { uses: "eslint", config: ESLINT });
/** `typed` are the files that have rules which are given types, if not all have. */
export const lintTypes = (extensions, typed) => ({
  ...byFile("lint", { uses: "eslint", config: ESLINT, oracle: "declarations" })(extensions),
  typed,
});
export const lintXo = byFile("lint", {
  uses: "xo",
  config: /(?:^|\/)xo\.config\.\w+$/,
  oracle: "declarations",
});

/** A unit has to run where something changed that it loads, or that it is `setup` with. */
export const test = (uses, { config = /(?:^|\/)vitest\.config\.\w+$/, setup, ...more }) => {
  const { files, targets, ...fields } = more;
  const tool = uses === "node-test" ? "node" : uses;
  return { tool, oracle: "imports", config, setup, targets, check: { name: "test", uses, files, ...fields } };
};
export const NONE = /^$/;

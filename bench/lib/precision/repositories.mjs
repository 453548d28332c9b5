// Public repositories with the tools that they use themselves, and what each of their checks looks at.
const SETUP_NPM = ["npm", "install", "--ignore-scripts", "--no-audit", "--no-fund"];
const pnpm = (version) => [
  "npx",
  "-y",
  `pnpm@${version}`,
  "install",
  "--frozen-lockfile",
  "--ignore-scripts",
];

/**
 * `oracle` says when a unit has to run: `target` where its own file changed; `imports` where something did that the file
 * leads to when it runs, or that it was seen to read; `types` where something did that it leads to in any way; `listed`
 * where one of the files did that the command lists. `alone` is the command for one file, without what only reports.
 */
export const REPOSITORIES = {
  ofetch: {
    url: "https://github.com/unjs/ofetch",
    commit: "dfbe3ca4ef8a22fc023fca5a5ef530e525f5e523",
    install: pnpm("10.20.0"),
    checks: [
      {
        oracle: "target",
        targets: /^(?:src|test|examples)\/.*\.(?:ts|mjs)$/,
        alone: ["prettier", "--check"],
        check: { name: "format", uses: "prettier", files: ["{src,test,examples}/**/*.{ts,mjs}"] },
      },
      {
        oracle: "target",
        targets: /^(?:src|test|examples)\/.*\.(?:ts|mjs)$/,
        alone: ["eslint"],
        check: { name: "lint", uses: "eslint", files: ["{src,test,examples}/**/*.{ts,mjs}"] },
      },
      {
        oracle: "imports",
        targets: /^test\/.*\.test\.ts$/,
        // One of its tests asks a server of others.
        alone: ["vitest", "run", "-t", "^(?!.*default fetch options).*$"],
        check: {
          name: "test",
          uses: "vitest",
          args: [
            "run",
            "-t",
            "^(?!.*default fetch options).*$",
            "--reporter=json",
            "--reporter=default",
            "{files}",
          ],
          files: ["test/**/*.test.ts"],
        },
      },
      { oracle: "listed", alone: ["tsc", "--noEmit"], check: { name: "types", uses: "tsc" } },
    ],
  },
  zustand: {
    url: "https://github.com/pmndrs/zustand",
    commit: "aa6d2a1d94dbf49db261393502445601d439f4e5",
    install: [...pnpm("10"), "--config.manage-package-manager-versions=false"],
    checks: [
      {
        oracle: "target",
        targets: /\.(?:ts|tsx|md)$/,
        alone: ["prettier", "--check"],
        check: { name: "format", uses: "prettier", files: ["**/*.{ts,tsx,md}"] },
      },
      {
        oracle: "types",
        targets: /^(?:src|tests)\/.*\.tsx?$/,
        alone: ["eslint"],
        check: { name: "lint", uses: "eslint", files: ["{src,tests}/**/*.{ts,tsx}"] },
      },
      {
        oracle: "imports",
        targets: /^tests\/.*\.test\.tsx?$/,
        // Its configuration has a `dir`, from which on a name would match other tests too.
        alone: ["vitest", "run", "--dir", "."],
        check: { name: "test", uses: "vitest", files: ["tests/**/*.test.{ts,tsx}"] },
      },
      { oracle: "listed", alone: ["tsc", "--noEmit"], check: { name: "types", uses: "tsc" } },
    ],
  },
  express: {
    url: "https://github.com/expressjs/express",
    commit: "a3714473feb3d2908add734d340e7755fd85e0a3",
    install: [...SETUP_NPM, "--before=2026-07-27"],
    checks: [
      {
        oracle: "target",
        targets: /\.js$/,
        alone: ["eslint"],
        check: { name: "lint", uses: "eslint", files: ["**/*.js"] },
      },
      {
        oracle: "imports",
        // Three of them need packages of the day, and fail at older commits.
        targets: /^test\/(?!res\.attachment|res\.download|acceptance\/downloads)(?:acceptance\/)?[^/]+\.js$/,
        alone: ["mocha", "--require", "test/support/env", "--timeout", "60000", "--check-leaks"],
        check: {
          name: "test",
          type: "test",
          command: "mocha",
          args: [
            "--require",
            "test/support/env",
            "--reporter",
            "dot",
            "--timeout",
            "60000",
            "--check-leaks",
            "{files}",
          ],
          files: [
            "test/*.js",
            "test/acceptance/*.js",
            "!test/{res.attachment,res.download,acceptance/downloads}.js",
          ],
        },
      },
    ],
  },
  "date-fns": {
    url: "https://github.com/date-fns/date-fns",
    commit: "8a5857c8ddbd66a20f5b12e8ed681dc150c13bf0",
    install: ["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"],
    checks: [
      {
        oracle: "imports",
        targets: /^src\/(?:.*\/)?test\.ts$/,
        alone: ["vitest", "run"],
        check: { name: "test", uses: "vitest", files: ["src/**/test.ts"] },
      },
    ],
  },
  changesets: {
    url: "https://github.com/changesets/changesets",
    commit: "03d44794fedd24ae9eb053b28624c1fd8fe6fe6f",
    install: ["npx", "-y", "yarn@1.22.22", "install", "--frozen-lockfile", "--ignore-scripts"],
    afterInstall: ["node_modules/.bin/preconstruct", "dev"],
    checks: [
      {
        oracle: "target",
        targets: /\.(?:ts|tsx|md)$/,
        alone: ["prettier", "--check"],
        check: { name: "format", uses: "prettier", files: ["**/*.{ts,tsx,md}"] },
      },
      {
        oracle: "imports",
        targets: /^packages\/.*\.test\.ts$/,
        alone: ["vitest", "run"],
        check: { name: "test", uses: "vitest", files: ["packages/**/*.test.ts"] },
      },
      { oracle: "listed", alone: ["tsc", "--noEmit"], check: { name: "types", uses: "tsc" } },
    ],
  },
};

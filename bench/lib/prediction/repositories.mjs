// Public repositories of different kinds, with the checks that a new user gets for them: presets, on the files that the
// repository's own commands take.

const NPM = ["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"];
const NPM_BEFORE = (day) => [
  "npm",
  "install",
  "--ignore-scripts",
  "--no-audit",
  "--no-fund",
  `--before=${day}`,
];
const pnpm = (version, ...more) => [
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
const format = byFile("format", { uses: "prettier", config: /(?:^|\/)prettier\.config\.\w+$/ });
const lint = byFile("lint", { uses: "eslint", config: ESLINT });
const lintTypes = byFile("lint", { uses: "eslint", config: ESLINT, oracle: "declarations" });
const lintXo = byFile("lint", { uses: "xo", config: /(?:^|\/)xo\.config\.\w+$/, oracle: "declarations" });

/** A unit has to run where something changed that it loads, or that it is `setup` with. */
const test = (uses, { config = /(?:^|\/)vitest\.config\.\w+$/, setup, ...more }) => {
  const { files, targets, ...fields } = more;
  const tool = uses === "node-test" ? "node" : uses;
  return { tool, oracle: "imports", config, setup, targets, check: { name: "test", uses, files, ...fields } };
};
const NONE = /^$/;

/** `aliases` are what the repository's own configuration says about imports. */
export const REPOSITORIES = {
  ofetch: {
    url: "https://github.com/unjs/ofetch",
    commit: "dfbe3ca4ef8a22fc023fca5a5ef530e525f5e523",
    install: pnpm("10.20.0"),
    checks: [
      format("ts,mjs,md,json,yml"),
      lint("ts,mjs"),
      test("vitest", { files: ["test/**/*.test.ts"], targets: /^test\/.*\.test\.ts$/ }),
    ],
  },
  express: {
    url: "https://github.com/expressjs/express",
    commit: "a3714473feb3d2908add734d340e7755fd85e0a3",
    install: NPM_BEFORE("2026-07-27"),
    checks: [
      lint("js"),
      test("mocha", {
        config: NONE,
        setup: ["test/support/env.js"],
        args: ["--require", "test/support/env", "--check-leaks", "--reporter", "json", "{files}"],
        files: ["test/*.js", "test/acceptance/*.js"],
        targets: /^test\/(?:acceptance\/)?[^/]+\.js$/,
      }),
    ],
  },
  zustand: {
    url: "https://github.com/pmndrs/zustand",
    commit: "aa6d2a1d94dbf49db261393502445601d439f4e5",
    install: pnpm("10", "--config.manage-package-manager-versions=false"),
    aliases: [
      [/^zustand$/, "src/index.ts"],
      [/^zustand\/(.+)$/, "src/$1.ts"],
    ],
    checks: [
      format("ts,tsx,js,jsx,mjs,md,json,yml"),
      lintTypes("ts,tsx,mjs"),
      test("vitest", {
        setup: ["tests/setup.ts"],
        files: ["tests/**/*.test.{ts,tsx}"],
        targets: /^tests\/.*\.test\.tsx?$/,
      }),
    ],
  },
  axios: {
    url: "https://github.com/axios/axios",
    commit: "23a25af0688d1db2c396deb09229d2271cc24f6c",
    install: NPM,
    checks: [
      lint("js,cjs"),
      test("mocha", { config: NONE, files: ["test/unit/**/*.js"], targets: /^test\/unit\/.*\.js$/ }),
    ],
  },
  fastify: {
    url: "https://github.com/fastify/fastify",
    commit: "0f4e544c8acd7c42df347936e613a73cecc4f3fe",
    install: NPM_BEFORE("2026-04-01"),
    checks: [
      lint("js,mjs,ts"),
      test("node-test", {
        config: NONE,
        files: ["test/**/*.test.{js,mjs}"],
        targets: /^test\/.*\.test\.m?js$/,
      }),
    ],
  },
  "date-fns": {
    url: "https://github.com/date-fns/date-fns",
    commit: "8a5857c8ddbd66a20f5b12e8ed681dc150c13bf0",
    install: NPM,
    checks: [
      format("ts,js,mjs,md,json,yml"),
      lint("ts,js,mjs"),
      test("vitest", { files: ["src/**/test.ts"], targets: /^src\/(?:.*\/)?test\.ts$/ }),
    ],
  },
  ky: {
    url: "https://github.com/sindresorhus/ky",
    commit: "7003a19f813a8b3bfa849d46de5116517e18e95f",
    install: NPM_BEFORE("2026-02-21"),
    checks: [lintXo("ts"), test("ava", { config: NONE, files: ["test/*.ts"], targets: /^test\/[^/]+\.ts$/ })],
  },
  mdx: {
    url: "https://github.com/mdx-js/mdx",
    commit: "685627a819567c0788eadb85f5f57065bcc81c2c",
    install: NPM,
    checks: [
      format("js,jsx,ts,md,mdx,json,yml,css"),
      lintXo("js,jsx,ts"),
      test("node-test", {
        config: NONE,
        files: ["packages/*/test/*.{js,jsx}"],
        targets: /^packages\/[^/]+\/test\/[^/]+\.jsx?$/,
      }),
    ],
  },
  changesets: {
    url: "https://github.com/changesets/changesets",
    commit: "03d44794fedd24ae9eb053b28624c1fd8fe6fe6f",
    install: ["npx", "-y", "yarn@1.22.22", "install", "--frozen-lockfile", "--ignore-scripts"],
    afterInstall: ["node_modules/.bin/preconstruct", "dev"],
    aliases: [
      [/^@changesets\/test-utils$/, "scripts/test-utils/src"],
      [/^@changesets\/([\w-]+)$/, "packages/$1/src"],
      [/^@changesets\/([\w-]+)\/(\w+)$/, "packages/$1/src/$2"],
    ],
    checks: [
      format("js,ts,tsx,md"),
      lint("ts,tsx,js"),
      test("vitest", { files: ["packages/**/*.test.ts"], targets: /^packages\/.*\.test\.ts$/ }),
    ],
  },
  vueuse: {
    url: "https://github.com/vueuse/vueuse",
    commit: "1aa211e48e26e00ab7b9a6e7352f3274975b5c90",
    install: pnpm("10.28.2"),
    aliases: [
      [/^@vueuse\/([\w-]+)$/, "packages/$1/index.ts"],
      [/^@vueuse\/([\w-]+)\/(.+)$/, "packages/$1/$2"],
    ],
    checks: [
      lint("ts,js,vue,md,json,yml"),
      test("vitest", {
        setup: ["packages/.test/setup.ts"],
        files: ["packages/**/*.test.ts", "test/*.test.ts"],
        targets: /^(?:packages\/.*|test\/[^/]*)\.test\.ts$/,
      }),
    ],
  },
  kit: {
    url: "https://github.com/sveltejs/kit",
    commit: "b1d0d276097f0fd2704f13a4b6d7289493310395",
    install: pnpm("10.33.0", "--config.engine-strict=false"),
    aliases: [[/^__sveltekit\/paths$/, "packages/kit/test/mocks/path.js"]],
    checks: [
      format("js,ts,svelte,md,json,yml,css,html"),
      lintTypes("js,ts,svelte"),
      test("vitest", {
        config: /(?:^|\/)kit\.vitest\.config\.js$/,
        cwd: "packages/kit",
        args: [
          "run",
          "--config",
          "kit.vitest.config.js",
          "--passWithNoTests",
          "--reporter=json",
          "--reporter=default",
          "{files}",
        ],
        files: ["packages/kit/src/**/*.spec.js"],
        targets: /^packages\/kit\/src\/.*\.spec\.js$/,
      }),
    ],
  },
  starlight: {
    url: "https://github.com/withastro/starlight",
    commit: "9db01d089d5416f64508da817cea60015422baa0",
    install: pnpm("9.15.9"),
    checks: [
      format("ts,tsx,js,mjs,astro,md,mdx,json,yml,css"),
      lintTypes("ts,tsx,js,mjs"),
      test("vitest", {
        cwd: "packages/starlight",
        files: ["packages/starlight/__tests__/**/*.test.ts"],
        targets: /^packages\/starlight\/__tests__\/.*\.test\.ts$/,
      }),
    ],
  },
  "commander.js": {
    url: "https://github.com/tj/commander.js",
    commit: "ba6d13ddb4243e5913367734f8c159089ffe7834",
    install: NPM,
    // The configuration of older commits loads it.
    afterInstall: [...NPM_BEFORE("2026-05-30"), "--no-save", "--legacy-peer-deps", "eslint-plugin-jest@28"],
    checks: [
      format("js,mjs,cjs,ts,mts,md,json,yml"),
      lint("js,mjs,cjs,ts,mts"),
      test("node-test", {
        config: NONE,
        files: ["tests/*.test.{js,mjs,cjs}"],
        targets: /^tests\/[^/]+\.test\.[cm]?js$/,
      }),
    ],
  },
  h3: {
    url: "https://github.com/h3js/h3",
    commit: "ac609aae8fa93947b564de55e2d1a6bec5ad18ad",
    install: pnpm("10.7.0"),
    checks: [
      format("ts,mjs,md,json,yml"),
      lint("ts,mjs"),
      test("vitest", { files: ["test/**/*.test.ts"], targets: /^test\/.*\.test\.ts$/ }),
    ],
  },
  pinia: {
    url: "https://github.com/vuejs/pinia",
    commit: "254eec764ecccd120ab9dbc31352d76ffd6ecfa3",
    install: pnpm("9.15.9", "--config.manage-package-manager-versions=false"),
    aliases: [
      [/^pinia$/, "packages/pinia/src"],
      [/^@pinia\/([\w-]+)$/, "packages/$1/src"],
    ],
    checks: [
      format("js,ts,mjs,mts,vue,md,json,yml"),
      test("vitest", {
        config: /^vite\.config\.ts$/,
        setup: ["packages/pinia/__tests__/vitest-setup.ts"],
        files: ["packages/*/__tests__/**/*.spec.ts"],
        targets: /^packages\/[^/]+\/__tests__\/(?:.*\/)?[^/]+\.spec\.ts$/,
      }),
    ],
  },
  got: {
    url: "https://github.com/sindresorhus/got",
    commit: "d00d845a0b435365ec73ea5a1fca6e17ee677184",
    install: NPM_BEFORE("2026-05-08"),
    checks: [
      lintXo("ts"),
      test("ava", {
        config: NONE,
        files: ["test/*.ts", "!test/*.types.ts"],
        targets: /^test\/(?!.*\.types\.ts$)[^/]+\.ts$/,
      }),
    ],
  },
  immer: {
    url: "https://github.com/immerjs/immer",
    commit: "061c2425e1c9dff89e4e4189d42af1b7839dfe0a",
    install: [
      "npx",
      "-y",
      "yarn@1.22.22",
      "install",
      "--frozen-lockfile",
      "--ignore-scripts",
      "--ignore-engines",
    ],
    checks: [
      format("ts,js,mjs,md,json,yml"),
      test("vitest", {
        config: /^vitest\.config\.ts$/,
        files: ["__tests__/*.{js,ts}"],
        targets: /^__tests__\/[^/]+\.[jt]s$/,
      }),
    ],
  },
  "react-hook-form": {
    url: "https://github.com/react-hook-form/react-hook-form",
    commit: "d29f3ee09cc24aa29da6127e7657106fb06c76f5",
    install: pnpm("10.28.2"),
    checks: [
      format("ts,tsx,js,mjs,cjs,md,json,yml"),
      lint("ts,tsx,js,mjs,cjs"),
      test("jest", {
        config: NONE,
        setup: ["scripts/jest/setup.ts"],
        args: [
          "--config",
          "./scripts/jest/jest.config.js",
          "--json",
          "--passWithNoTests",
          "--runTestsByPath",
          "{files}",
        ],
        files: ["src/**/*.test.{ts,tsx}"],
        targets: /^src\/.*\.test\.tsx?$/,
      }),
    ],
  },
  msw: {
    url: "https://github.com/mswjs/msw",
    commit: "8a19d5485adad2b8a816e04a937f4c76169cd5b9",
    install: pnpm("10.28.2", "--config.manage-package-manager-versions=false"),
    aliases: [
      [/^#core\/(.+)$/, "src/core/$1"],
      [/^#core$/, "src/core"],
    ],
    checks: [
      format("ts,tsx,js,mjs,mts,md,json,yml"),
      test("vitest", {
        config: /^vitest\.config\.mts$/,
        files: ["src/**/*.test.{ts,tsx}"],
        targets: /^src\/.*\.test\.tsx?$/,
      }),
    ],
  },
};

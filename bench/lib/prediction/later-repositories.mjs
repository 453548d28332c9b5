// Those that were looked at only when the engine was built.
import { format, lint, lintXo, NONE, NPM, NPM_BEFORE, pnpm, test, YARN } from "./repository-checks.mjs";

export const LATER_REPOSITORIES = {
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
    install: YARN,
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
  runed: {
    url: "https://github.com/svecosystem/runed",
    commit: "77ea2f6ecfc2f6578d749f75331625b933e362f5",
    install: pnpm("10.17.0"),
    aliases: [[/^\$lib\/(.+)$/, "packages/runed/src/lib/$1"]],
    checks: [
      format("js,ts,mjs,svelte,md,json,yml,css,html"),
      lint("js,ts"),
      test("vitest", {
        config: /^packages\/runed\/vite\.config\.ts$/,
        setup: ["packages/runed/setupTest.ts"],
        cwd: "packages/runed",
        files: ["packages/runed/src/**/*.{test,test.svelte}.ts"],
        targets: /^packages\/runed\/src\/.*\.test(?:\.svelte)?\.ts$/,
      }),
    ],
  },
  router: {
    url: "https://github.com/vuejs/router",
    commit: "b19cce24aaf561b154b23cd475ca112bd61f2d10",
    install: pnpm(
      "10.28.2",
      "--config.manage-package-manager-versions=false",
      "--config.engine-strict=false",
    ),
    checks: [
      test("vitest", {
        config: /^packages\/router\/vitest\.config\.ts$/,
        cwd: "packages/router",
        files: ["packages/router/{__tests__,src}/**/*.spec.ts"],
        targets: /^packages\/router\/(?:__tests__|src)\/.*\.spec\.ts$/,
      }),
    ],
  },
  "redux-saga": {
    url: "https://github.com/redux-saga/redux-saga",
    commit: "36c5a0fdca3bd484bdd070840af6b233fb64d314",
    install: YARN,
    afterInstall: ["node_modules/.bin/preconstruct", "dev"],
    aliases: [
      [/^redux-saga$/, "packages/redux-saga/src"],
      [/^redux-saga\/(\w+)$/, "packages/redux-saga/src/$1"],
      [/^@redux-saga\/([\w-]+)$/, "packages/$1/src"],
      [/^@redux-saga\/([\w-]+)\/(\w+)$/, "packages/$1/src/$2"],
    ],
    checks: [
      format("js,jsx,ts,md,json,yml"),
      lint("js"),
      test("jest", {
        config: NONE,
        files: ["packages/*/__tests__/**/*.js"],
        targets: /^packages\/[^/]+\/__tests__\/.*\.js$/,
      }),
    ],
  },
  "open-wc": {
    url: "https://github.com/open-wc/open-wc",
    commit: "aebf96ccf0bf978f5012f6cc4e0a2ea5153aef80",
    install: NPM,
    checks: [
      format("js,mjs,ts,md,json,yml,html"),
      test("mocha", {
        config: NONE,
        files: ["packages/*/test-node/**/*.test.{ts,js,mjs,cjs}"],
        targets: /^packages\/[^/]+\/test-node\/.*\.test\.(?:ts|[mc]?js)$/,
      }),
    ],
  },
  "nodejs.org": {
    url: "https://github.com/nodejs/nodejs.org",
    commit: "6f94c8a6ab643beeee7038eba3fb521207d4b345",
    install: pnpm(
      "10.28.2",
      "--config.manage-package-manager-versions=false",
      "--config.engine-strict=false",
    ),
    aliases: [[/^#site\/(.+)$/, "apps/site/$1"]],
    checks: [
      format("js,mjs,jsx,ts,tsx,md,mdx,json,yml,css"),
      test("node-test", {
        config: NONE,
        cwd: "apps/site",
        setup: ["apps/site/tests/setup.jsx"],
        args: [
          "--experimental-test-module-mocks",
          "--enable-source-maps",
          "--import=global-jsdom/register",
          "--import=tsx",
          "--import=./tests/setup.jsx",
          "--test",
          "{files}",
        ],
        files: ["apps/site/**/*.test.{mjs,jsx,tsx,ts}"],
        targets: /^apps\/site\/.*\.test\.(?:mjs|jsx|tsx?)$/,
      }),
    ],
  },
  "eslint-plugin-n": {
    url: "https://github.com/eslint-community/eslint-plugin-n",
    commit: "0c31d00a050825b520dc25767ac2cf1707c9383e",
    install: NPM_BEFORE("2026-07-11"),
    checks: [
      format("js,json,md,yml"),
      lint("js"),
      test("mocha", {
        config: NONE,
        files: ["tests/lib/**/*.js"],
        targets: /^tests\/lib\/.*\.js$/,
      }),
    ],
  },
  execa: {
    url: "https://github.com/sindresorhus/execa",
    commit: "8017b279e19347efaf2587711c2d57dbd4330740",
    install: NPM_BEFORE("2026-08-01"),
    checks: [
      lintXo("js,ts"),
      test("ava", {
        config: NONE,
        files: ["test/**/*.js", "!test/{fixtures,helpers}/**"],
        targets: /^test\/(?!fixtures\/|helpers\/)(?:.*\/)?[^/]+\.js$/,
      }),
    ],
  },
  "dom-testing-library": {
    url: "https://github.com/testing-library/dom-testing-library",
    commit: "e395d5b8ecd4ec95cc02540ddcf16571ecd33e0f",
    install: NPM_BEFORE("2026-08-01"),
    checks: [
      format("js,ts,md,json,yml"),
      test("jest", {
        config: /(?:^|\/)jest\.config\.(?:\w+\.)?js$/,
        setup: ["tests/setup-env.js"],
        files: ["src/__{tests,node_tests}__/*.js"],
        targets: /^src\/__(?:node_)?tests__\/[^/]+\.js$/,
      }),
    ],
  },
  "test-utils": {
    url: "https://github.com/vuejs/test-utils",
    commit: "5038cee3e66b62f515e70914090db24cb765f94f",
    install: pnpm("11", "--config.pm-on-fail=ignore"),
    checks: [
      test("vitest", {
        config: /^vitest\.config\.ts$/,
        setup: ["setup.js"],
        files: ["tests/**/*.spec.ts"],
        targets: /^tests\/.*\.spec\.ts$/,
      }),
    ],
  },
  markdown: {
    url: "https://github.com/eslint/markdown",
    commit: "c4a148bc3c9e6bc2a54a66d06e18a9e77feeca28",
    install: NPM_BEFORE("2026-08-21"),
    // Rules that the sources import, and so does the configuration of the linter.
    afterInstall: ["npm", "run", "build:rules"],
    checks: [
      format("js,ts,md,json,yml"),
      lint("js"),
      test("mocha", { config: NONE, files: ["tests/**/*.test.js"], targets: /^tests\/.*\.test\.js$/ }),
    ],
  },
};

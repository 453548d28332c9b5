// Public repositories of different kinds.
import { LATER_REPOSITORIES } from "./later-repositories.mjs";
import { NEWEST_REPOSITORIES } from "./newest-repositories.mjs";
import {
  format,
  lint,
  lintTypes,
  lintXo,
  NONE,
  NPM,
  NPM_BEFORE,
  pnpm,
  test,
  YARN,
} from "./repository-checks.mjs";

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
    // It loads engines for views: packages, and none of the repository.
    edges: [{ from: "lib/view.js", to: [] }],
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
      lintTypes("ts,tsx,mjs", /^tests\//),
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
  "react-transition-group": {
    url: "https://github.com/reactjs/react-transition-group",
    commit: "2989b5b87b4b4d1001f21c8efa503049ffb4fe8d",
    install: YARN,
    checks: [
      format("js,jsx,md,json,yml"),
      lint("js,jsx"),
      test("jest", {
        config: NONE,
        setup: ["test/setup.js", "test/setupAfterEnv.js"],
        files: ["test/*-test.js"],
        targets: /^test\/[^/]+-test\.js$/,
      }),
    ],
  },
  reselect: {
    url: "https://github.com/reduxjs/reselect",
    commit: "93bb49091fc5e0e0569c745a7240df433548f386",
    install: ["npx", "-y", "@yarnpkg/cli-dist@4.4.1", "install", "--immutable", "--mode=skip-build"],
    aliases: [
      [/^reselect$/, "src/index.ts"],
      [/^@internal\/(.+)$/, "src/$1"],
    ],
    checks: [
      format("js,jsx,ts,tsx,mts,md,mdx,json,yml,css"),
      lintTypes("js,jsx,ts,tsx,mts"),
      test("vitest", {
        setup: ["test/setup.vitest.ts"],
        files: ["test/**/*.{spec,test}.{ts,tsx}"],
        targets: /^test\/.*\.(?:spec|test)\.tsx?$/,
      }),
    ],
  },
  "svelte-preprocess": {
    url: "https://github.com/sveltejs/svelte-preprocess",
    commit: "c522b8e1198fedaecd9f153584940f8f901dcc76",
    install: pnpm("9.15.9", "--config.manage-package-manager-versions=false"),
    checks: [
      format("js,ts,json,md,yml,svelte"),
      test("vitest", {
        config: NONE,
        files: ["test/**/*.test.ts"],
        targets: /^test\/.*\.test\.ts$/,
      }),
    ],
  },
  vitepress: {
    url: "https://github.com/vuejs/vitepress",
    commit: "3514d82617817941358bf946ab7c87a3e4209d8a",
    install: pnpm(
      "10.28.2",
      "--config.manage-package-manager-versions=false",
      "--config.engine-strict=false",
    ),
    aliases: [
      [/^@siteData$/, "__tests__/unit/shims.ts"],
      [/^(client|node|shared)\/(.+)$/, "src/$1/$2"],
      [/^vitepress$/, "src/client/index.ts"],
      [/^vitepress\/theme$/, "src/client/theme-default/index.ts"],
    ],
    checks: [
      format("js,ts,mts,vue,md,json,yml,css"),
      test("vitest", {
        config: /^__tests__\/unit\/vitest\.config\.ts$/,
        args: [
          "run",
          "-r",
          "__tests__/unit",
          "--passWithNoTests",
          "--reporter=json",
          "--reporter=default",
          "{files}",
        ],
        files: ["__tests__/unit/**/*.test.ts"],
        targets: /^__tests__\/unit\/.*\.test\.ts$/,
      }),
    ],
  },
  ...LATER_REPOSITORIES,
  ...NEWEST_REPOSITORIES,
};

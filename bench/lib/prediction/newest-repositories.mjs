// Those that nobody had looked at when the engine was built: walked afterwards.
import { format, lint, lintTypes, NONE, NPM, NPM_BEFORE, pnpm, test, YARN } from "./repository-checks.mjs";

const PNPM = pnpm(
  "10.28.2",
  "--config.manage-package-manager-versions=false",
  "--config.engine-strict=false",
);

export const NEWEST_REPOSITORIES = {
  koa: {
    url: "https://github.com/koajs/koa",
    commit: "e0ba8ef39d27fe5dae5492f9fe753d155124f994",
    install: NPM,
    checks: [
      test("node-test", {
        config: NONE,
        files: ["__tests__/**/*.test.js"],
        targets: /^__tests__\/.*\.test\.js$/,
      }),
    ],
  },
  tapable: {
    url: "https://github.com/webpack/tapable",
    commit: "493ce6a79b707221cda8fe11eac2ac78bb24557f",
    install: NPM,
    checks: [
      format("js,mjs,ts,md,json,yml"),
      lint("js,mjs,ts,md"),
      test("jest", { config: NONE, files: ["test/*.test.js"], targets: /^test\/[^/]+\.test\.js$/ }),
    ],
  },
  "eslint-plugin-vitest": {
    url: "https://github.com/vitest-dev/eslint-plugin-vitest",
    commit: "b3636d88dc67bd7bcf3a68e43b48a26ee95e21c6",
    install: PNPM,
    checks: [
      format("ts,js,md,json,yaml"),
      lintTypes("ts"),
      test("vitest", { files: ["tests/*.test.ts"], targets: /^tests\/[^/]+\.test\.ts$/ }),
    ],
  },
  hono: {
    url: "https://github.com/honojs/hono",
    commit: "28a9c128912de19f3fb28b00ae289c9b93f6f392",
    install: NPM_BEFORE("2026-08-23"),
    checks: [
      format("ts,tsx,mts,js"),
      lint("ts,tsx"),
      test("vitest", {
        config: /^(?:runtime-tests\/[^/]+\/)?vitest\.config\.ts$/,
        args: [
          "run",
          "--project",
          "main",
          "--passWithNoTests",
          "--reporter=json",
          "--reporter=default",
          "{files}",
        ],
        files: ["{src,build}/**/*.test.{ts,tsx}"],
        targets: /^(?:src|build)\/.*\.test\.tsx?$/,
      }),
    ],
  },
  "bits-ui": {
    url: "https://github.com/huntabyte/bits-ui",
    commit: "d9cc7ccd804e781596c68ca755d0ebb373d0776b",
    install: PNPM,
    aliases: [
      [/^\$lib\/(.+)$/, "packages/bits-ui/src/lib/$1"],
      [/^bits-ui$/, "packages/bits-ui/src/lib/index.ts"],
    ],
    checks: [
      format("js,ts,svelte,md,json,yml,css,html"),
      lint("js,ts,svelte"),
      test("vitest", {
        config: /^tests\/vite\.config\.ts$/,
        setup: ["tests/other/setup-browser-test.ts"],
        cwd: "tests",
        files: ["tests/src/tests/**/*.browser.test.ts"],
        targets: /^tests\/src\/tests\/.*\.browser\.test\.ts$/,
      }),
    ],
  },
  signals: {
    url: "https://github.com/preactjs/signals",
    commit: "1e3ab34197cca0812bbd2f7cce360eab187600f4",
    install: PNPM,
    aliases: [
      [/^@preact\/signals-core$/, "packages/core/src/index.ts"],
      [/^@preact\/signals\/utils$/, "packages/preact/utils/src/index.tsx"],
      [/^@preact\/signals-utils$/, "packages/preact/utils/src/index.tsx"],
      [/^@preact\/signals-react\/(runtime|utils)$/, "packages/react/$1/src/index"],
      [/^@preact\/signals-agent-vite$/, "packages/vite-plugin/src/index.ts"],
      [/^@preact\/signals-([\w-]+)$/, "packages/$1/src/index.ts"],
      [/^@preact\/signals$/, "packages/preact/src/index.ts"],
    ],
    checks: [
      test("vitest", {
        config: /(?:^|\/)vitest\.config\.mjs$/,
        files: ["packages/**/test/**/*.test.tsx", "!packages/devtools-ui/**"],
        targets: /^packages\/(?!devtools-ui\/).*\/?test\/.*\.test\.tsx$/,
      }),
    ],
  },
  commitlint: {
    url: "https://github.com/conventional-changelog/commitlint",
    commit: "1fd1be00701ab48c9baa964e3b8c0c36a451ccc4",
    install: pnpm("11.21.0", "--config.pm-on-fail=ignore"),
    aliases: [
      [/^@commitlint\/(config-validator)$/, "@commitlint/$1/src/validate.ts"],
      [/^@commitlint\/(core|lint|load|read)$/, "@commitlint/$1/src/$1.ts"],
      [/^@commitlint\/(cli|travis-cli)$/, "@commitlint/$1/src/cli.ts"],
      [/^@commitlint\/test$/, "@packages/test/src/index.ts"],
    ],
    checks: [
      test("vitest", {
        files: ["@{commitlint,alias,packages}/**/*.test.{ts,js}", "!**/lib/*.test.js"],
        targets: /^@(?:commitlint|alias|packages)\/(?!.*\/lib\/[^/]*$).*\.test\.[jt]s$/,
      }),
    ],
  },
  ws: {
    url: "https://github.com/websockets/ws",
    commit: "a2f4e7c046c2112bbce6fef39a083dac77d6f0d2",
    install: NPM_BEFORE("2026-08-23"),
    checks: [
      format("json,md,yaml,yml,js"),
      lint("js,mjs"),
      test("mocha", { config: NONE, files: ["test/*.test.js"], targets: /^test\/[^/]+\.test\.js$/ }),
    ],
  },
  elk: {
    url: "https://github.com/elk-zone/elk",
    commit: "ae4ebf3375eb68f1f355390b4f163adb10f5026c",
    install: PNPM,
    aliases: [
      [/^[~@]\/(.+)$/, "app/$1"],
      [/^#shared\/(.+)$/, "shared/$1"],
    ],
    checks: [
      lint("js,ts,vue,json,yml"),
      test("vitest", {
        setup: ["tests/setup.ts", "nuxt.config.ts"],
        files: ["tests/{unit,nuxt}/*.test.ts"],
        targets: /^tests\/(?:unit|nuxt)\/[^/]+\.test\.ts$/,
      }),
    ],
  },
  "react.dev": {
    url: "https://github.com/reactjs/react.dev",
    commit: "12d692da47e77cdc558b928fcfbaf4e71c6d0cec",
    install: YARN,
    checks: [format("js,ts,jsx,tsx,css"), lint("js,ts,jsx,tsx")],
  },
};

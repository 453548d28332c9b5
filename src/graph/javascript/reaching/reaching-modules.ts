import type { ReachOut } from "../../extraction.ts";
import { packageName } from "../../resolve/disk.ts";

type How = ReachOut["how"];

/** Node's own modules, without `node:`. */
const BUILT_IN: Readonly<Record<string, How>> = {
  fs: "file-system",
  "fs/promises": "file-system",
  sqlite: "file-system",
  wasi: "file-system",
  child_process: "process",
  cluster: "process",
  worker_threads: "thread",
  module: "computed-import",
  repl: "code",
  vm: "code",
};

/** Names that can be imported from such a module without reaching anything. What `createRequire` makes is followed. */
const HARMLESS_NAMES: Readonly<Record<string, ReadonlySet<string>>> = {
  module: new Set(["builtinModules", "createRequire", "isBuiltin"]),
  worker_threads: new Set(
    "BroadcastChannel MessageChannel MessagePort isMainThread parentPort threadId workerData".split(" "),
  ),
};

/**
 * Packages that read, load or run files of the repository that other code may import. Packages that only write, or that
 * read what is never imported (templates, databases), are not listed. A name includes all of its sub-paths, `=` means
 * exactly that name, `*` any ending.
 */
const PACKAGES: readonly (readonly [how: How, names: string])[] = [
  // The file system under another name.
  ["file-system", "fs-extra fs-jetpack graceful-fs jsonfile mock-fs mz fs-capacitor vinyl-fs gulp write-*"],
  // Read a package.json, or one data file.
  ["file-system", "load-json-file load-yaml-file read-package-up read-pkg* pkg-types meow yargs"],
  // Look for a file in the directories above.
  ["file-system", "empathic find-up* find-cache-dir locate-path package-directory pkg-dir pkg-up"],
  // Find and read configuration.
  ["file-system", "c12 conf config convict cosmiconfig* dotenv* lilconfig nconf rc unconfig"],
  // Read messages by directory.
  ["file-system", "i18n i18next-fs-backend y18n"],
  // Read schemas and documents that loaders also import.
  ["file-system", "@graphql-tools/*-loader @graphql-tools/load* graphql-config"],
  // Serve files of a directory.
  ["file-system", "@fastify/static @hono/node-server/serve-static koa-send koa-static send serve-handler"],
  ["file-system", "serve-static sirv unstorage/drivers/fs unstorage/drivers/fs-lite"],
  // Bundlers: load a whole program.
  ["file-system", "@parcel/core @rollup/plugin-* @rspack/core esbuild parcel rolldown rollup tsdown tsup"],
  ["file-system", "unbuild vite webpack webpack-dev-server @rsbuild/core @vercel/ncc microbundle"],
  // Frameworks: load the application that they are given.
  ["file-system", "=next =nuxt @nuxt/kit @nuxt/test-utils =astro nitropack @sveltejs/kit/node @angular/cli"],
  // Compilers: read configuration, and what a program imports.
  ["file-system", "@babel/cli @babel/core @swc/core less sass sass-embedded ts-morph typescript typedoc"],
  ["file-system", "@tailwindcss/node postcss-load-config @microsoft/api-extractor"],
  // Linters and formatters: read configuration and sources.
  ["file-system", "@biomejs/js-api eslint oxlint prettier stylelint unified-engine knip madge"],
  ["file-system", "dependency-cruiser"],
  // Test runners, started by code.
  ["file-system", "@jest/core ava/* jest jest-cli =mocha vitest/node"],
  // The editor's own access to the files of a workspace.
  ["file-system", "vscode"],
  // Start programs.
  ["process", "@npmcli/promise-spawn concurrently cross-spawn execa foreground-child nano-spawn node-pty"],
  ["process", "nodemon npm-run-all* pm2 shelljs simple-git spawn-* start-server-and-test tinyexec zx"],
  ["process", "cli-testing-library coffee clet nixt testcontainers @testcontainers/*"],
  // Start browsers and applications, which load what a server gives them.
  ["process", "@playwright/test cypress electron nightwatch playwright playwright-core puppeteer*"],
  ["process", "selenium-webdriver testcafe webdriverio @wdio/*"],
  // Start threads or processes from a file.
  ["thread", "jest-worker make-synchronized piscina poolifier synckit threads tinypool web-worker"],
  ["thread", "worker-farm workerpool"],
  // List directories.
  ["glob", "@nodelib/fs.walk directory-tree fast-glob fdir glob glob-stream globby ignore-walk klaw*"],
  ["glob", "matched node-dir npm-packlist path-scurry readdir-glob readdirp recursive-readdir tiny-glob"],
  ["glob", "tinyglobby totalist umzug unimport walk walk-sync walkdir"],
  // Watch directories, and list them first.
  ["glob", "@parcel/watcher chokidar sane watchpack"],
  // Load a module that a string names.
  ["computed-import", "@babel/register @fastify/autoload @swc-node/register bundle-require esbuild-register"],
  ["computed-import", "esm import-cwd import-fresh import-from* import-sync importx jiti mlly require-all"],
  ["computed-import", "require-dir* require-directory require-in-the-middle ts-node tsimp tsx"],
  // Find the file of a module.
  ["computed-import", "enhanced-resolve exsolve import-meta-resolve local-pkg oxc-resolver resolve"],
  ["computed-import", "resolve-cwd resolve-from resolve-pkg* unrs-resolver"],
  // Load a module with its imports replaced.
  [
    "computed-import",
    "@cspotcode/proxyquire esmock mock-require mockery proxyquire* quibble rewire* testdouble",
  ],
  // Run a string as code.
  ["code", "isolated-vm require-from-string vm2"],
];

/** Parts of such packages that reach nothing: constants, and functions that only work on a given text. */
const HARMLESS_PATHS =
  /^(?:eslint\/config|prettier\/(?:standalone|plugins\/.+|doc)|rollup\/parseAst|vite\/module-runner|yargs\/helpers)$/;

const EXACT = new Map<string, How>();
const STARTS: [start: string, end: string, how: How][] = [];
for (const [how, names] of PACKAGES)
  for (const name of names.split(" ")) {
    const star = name.indexOf("*");
    if (star === -1) EXACT.set(name, how);
    else STARTS.push([name.slice(0, star), name.slice(star + 1), how]);
  }

/**
 * What a module of this name does for code that imports these names; without names, for code that imports all of it.
 */
export function reachOf(specifier: string, names?: readonly string[]): Omit<ReachOut, "line"> | undefined {
  const bare = specifier.replace(/^node:/, "");
  const builtIn = Object.hasOwn(BUILT_IN, bare) ? BUILT_IN[bare] : undefined;
  if (builtIn !== undefined) {
    const harmless = HARMLESS_NAMES[bare];
    if (names !== undefined && names.every((name) => harmless?.has(name) === true)) return undefined;
    return { how: builtIn, what: `node:${bare}` };
  }
  if (/^[./#]|:/.test(specifier)) return undefined;
  const how = packageReach(specifier);
  return how === undefined ? undefined : { how, what: specifier };
}

function packageReach(specifier: string): How | undefined {
  if (HARMLESS_PATHS.test(specifier)) return undefined;
  const name = packageName(specifier);
  return (
    EXACT.get(name) ??
    EXACT.get(specifier) ??
    EXACT.get(`=${specifier}`) ??
    STARTS.find(([start, end]) => name.startsWith(start) && name.endsWith(end))?.[2]
  );
}

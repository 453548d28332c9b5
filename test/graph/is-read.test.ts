import { expect, test } from "vitest";
import { isRead } from "../../src/graph/is-read.ts";
import { p } from "./repository.ts";

const READ = `a.ts a.d.mts a/b.jsx a.md a.yaml a.jsonc a.json5 .babelrc a.css a.scss a.sass a.less
  a.vue a.svelte a.astro a.html a.htm a.graphql a.gql a.sh a.bash a.py a.pyi
  a.txt a.CSV a.tsv x/a.PNG a.woff2 a.mp3 a.webm a.tar.gz a.pdf a.log a.js.map
  package-lock.json x/pnpm-lock.yaml yarn.lock bun.lockb __snapshots__/a.ts.snap
  LICENSE x/LICENCE LICENSE-APACHE-2.0 NOTICE AUTHORS .gitignore x/.dockerignore`;

const NOT_READ = `a.rb a.go a.styl a.mdx a.pug a.fish
  a.proto a.sql a.toml a.unknown bin/run Makefile Dockerfile txt .png
  license.rb .env a.TS a.wasm a.node LICENSE/run`;

test.each(READ.split(/\s+/))("%s is read, or refers to nothing", (path) => {
  expect(isRead(p(path))).toBe(true);
});

test.each(NOT_READ.split(/\s+/))("%s may refer to anything", (path) => {
  expect(isRead(p(path))).toBe(false);
});

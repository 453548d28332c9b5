import { join } from "node:path";
import { readManifest } from "../manifest.ts";
import { knownTool } from "./known-tools.ts";
import { pathBelow, type InferenceSource } from "./repository.ts";
import type { Step } from "./steps.ts";

/** What a program may run or compile by itself. It opens anything else only where this leads. */
const CODE = ["**/*.{js,cjs,mjs,jsx,ts,cts,mts,tsx,vue,svelte,astro,html,snap}"];

/** Programs without a preset that run tests or compile types, and open a document only where code says so. */
const RUNNERS: ReadonlySet<string> = new Set(
  "tap tape uvu jasmine qunit lab borp bnt tsd tstyche check-dts dtslint".split(" "),
);

const DOCUMENT = /\.mdx?\b|markdown|doctest/i;
/** Settings of the program, of what compiles for it, and of what measures coverage around it. */
const SETTINGS = ["*.config.*", "*.workspace.*", ".*rc", ".*rc.*", "tsconfig*.json", "test/mocha.opts"];

/**
 * The files that tests, or a check of types, of a whole project are about: code, and what it leads to. Null if the program
 * may open other files by itself, or if its settings name documents.
 */
export function codeFiles({ call, cwd, owner }: Step, repository: InferenceSource): readonly string[] | null {
  if (call === null) return null;
  const role = knownTool(call)?.role ?? (RUNNERS.has(call.tool) ? "test" : null);
  if (role !== "test" && role !== "type-check") return null;
  const settings = repository.match(
    [...new Set([".", cwd])].flatMap((at) => SETTINGS.map((glob) => pathBelow(at, glob))),
  );
  const texts = [
    ...call.args.map(({ text }) => text),
    ...settings.map((path) => repository.text(path)),
    ...Object.entries(readManifest(join(repository.root, owner.directory)) ?? {}).flatMap(([field, value]) =>
      OWN_FIELDS.has(field) ? JSON.stringify(value) : [],
    ),
  ];
  if (texts.some((text) => DOCUMENT.test(text)) || repository.match(CODE).length === 0) return null;
  return CODE;
}

/** The fields of a package.json in which these programs have settings. */
const OWN_FIELDS: ReadonlySet<string> = new Set("jest mocha ava tap tsd vitest c8 nyc".split(" "));

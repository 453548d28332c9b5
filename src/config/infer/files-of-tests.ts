import { join } from "node:path";
import { readManifest } from "../manifest.ts";
import { knownTool } from "./known-tools.ts";
import { pathBelow, type InferenceSource } from "./repository.ts";
import type { Step } from "./steps.ts";

/**
 * Where documents are for people, below the root and a package. Elsewhere, a document can be a fixture that is opened under
 * a name that nobody can read in code.
 */
const DOCUMENTS = ["*.{md,markdown,mdx}", "{docs,doc,.github,.changeset}/**/*.{md,markdown,mdx}"];

/** Programs without a preset that run tests or compile types, and open a document only where code names it. */
const RUNNERS: ReadonlySet<string> = new Set(
  "tap tape uvu jasmine qunit lab borp bnt tsd tstyche check-dts dtslint".split(" "),
);

const DOCUMENT = /\.mdx?\b|markdown|doctest/i;
/** Settings of the program, of what compiles for it, and of what measures coverage around it. */
const SETTINGS = ["*.config.*", "*.workspace.*", ".*rc", ".*rc.*", "tsconfig*.json", "test/mocha.opts"];

/**
 * The files that tests, or a check of types, of a whole project are about: all but documents for people, which count where
 * code names them. Null for all files, if there are no such documents, or if the program or its settings may take some.
 */
export function filesOfTests(
  { call, cwd, owner }: Step,
  repository: InferenceSource,
): readonly string[] | null {
  if (call === null) return null;
  const role = knownTool(call)?.role ?? (RUNNERS.has(call.tool) ? "test" : null);
  if (role !== "test" && role !== "type-check") return null;
  const below = (globs: readonly string[]): readonly string[] =>
    [...new Set([".", owner.directory, cwd])].flatMap((at) => globs.map((glob) => pathBelow(at, glob)));
  const settings = repository.match(below(SETTINGS));
  const texts = [
    ...call.args.map(({ text }) => text),
    ...settings.map((path) => repository.text(path)),
    ...Object.entries(readManifest(join(repository.root, owner.directory)) ?? {}).flatMap(([field, value]) =>
      OWN_FIELDS.has(field) ? JSON.stringify(value) : [],
    ),
  ];
  const documents = below(DOCUMENTS);
  const mayTakeDocuments = texts.some((text) => DOCUMENT.test(text));
  if (mayTakeDocuments || repository.match(documents).length === 0) return null;
  return ["**", ...documents.map((glob) => `!${glob}`)];
}

/** The fields of a package.json in which these programs have settings. */
const OWN_FIELDS: ReadonlySet<string> = new Set("jest mocha ava tap tsd vitest c8 nyc".split(" "));

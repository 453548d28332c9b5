import { join } from "node:path";
import { readManifest } from "../manifest.ts";
import { knownTool } from "./known-tools.ts";
import { pathBelow, type InferenceSource } from "./repository.ts";
import type { Step } from "./steps.ts";

/** Data may be opened under names that nobody can read in code; of documents that is rare. */
const ALL_BUT_DOCUMENTS = ["**", "!**/*.{md,markdown,mdx}"];
const DOCUMENTS = ["**/*.{md,markdown,mdx}"];

/** Programs without a preset that run tests or compile types, and open a document only where code names it. */
const RUNNERS: ReadonlySet<string> = new Set(
  "tap tape uvu jasmine qunit lab borp bnt tsd tstyche check-dts dtslint".split(" "),
);

const DOCUMENT = /\.mdx?\b|markdown|doctest/i;
/** Settings of the program, of what compiles for it, and of what measures coverage around it. */
const SETTINGS = ["*.config.*", "*.workspace.*", ".*rc", ".*rc.*", "tsconfig*.json", "test/mocha.opts"];

/**
 * The files that tests, or a check of types, of a whole project are about: all but documents, which count where code names
 * them. Null if the program may open documents by itself, or if its settings name some.
 */
export function filesOfTests(
  { call, cwd, owner }: Step,
  repository: InferenceSource,
): readonly string[] | null {
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
  const mayOpenDocuments = texts.some((text) => DOCUMENT.test(text));
  return mayOpenDocuments || repository.match(DOCUMENTS).length === 0 ? null : ALL_BUT_DOCUMENTS;
}

/** The fields of a package.json in which these programs have settings. */
const OWN_FIELDS: ReadonlySet<string> = new Set("jest mocha ava tap tsd vitest c8 nyc".split(" "));

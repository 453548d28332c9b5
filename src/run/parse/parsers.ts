import type { ParserName } from "../../vocabulary/check/parser.ts";
import { parseGithub } from "./formats/github.ts";
import { parseJunit } from "./formats/junit.ts";
import { parseSarif } from "./formats/sarif.ts";
import { parseBiomeText } from "./linters/biome-text.ts";
import { parseBiome } from "./linters/biome.ts";
import { parseEslintStylish } from "./linters/eslint-stylish.ts";
import { parseEslint } from "./linters/eslint.ts";
import { parseGcc } from "./linters/gcc.ts";
import { coverMarkdownlint, parseMarkdownlint } from "./linters/markdownlint.ts";
import { parseOxlint } from "./linters/oxlint.ts";
import { coverPrettier, parsePrettier } from "./linters/prettier.ts";
import { parseStylelint } from "./linters/stylelint.ts";
import { parseTsc } from "./linters/tsc.ts";
import type { CoveredFile, Printed, Problem, StructuredParser, TextParser } from "./parser.ts";
import { parseJest, parseVitest } from "./test-results.ts";
import { parseGo } from "./tests/go.ts";
import { parseJestText } from "./tests/jest-text.ts";
import { parseMocha } from "./tests/mocha.ts";
import { parseNodeTest } from "./tests/node-test.ts";
import { parsePlaywright } from "./tests/playwright.ts";
import { parsePytest } from "./tests/pytest.ts";
import { parsePython } from "./tests/python.ts";
import { parseTap } from "./tests/tap.ts";
import { parseVitestText } from "./tests/vitest-text.ts";

export type Parser = { readonly kind: "structured"; readonly parse: StructuredParser } | LinesParser;

export interface LinesParser {
  readonly kind: "text";
  readonly parse: TextParser;
  /** It reads the output of programs that run the user's code, which may print anything. */
  readonly isOfRunner: boolean;
  /** Which of the targets the tool has checked, and the outcome of each; absent if the text does not say. */
  readonly cover?: (printed: Printed, problems: readonly Problem[]) => readonly CoveredFile[];
}

const structured = (parse: StructuredParser): Parser => ({ kind: "structured", parse });
const text = (parse: TextParser): LinesParser => ({ kind: "text", parse, isOfRunner: false });
const runner = (parse: TextParser): LinesParser => ({ kind: "text", parse, isOfRunner: true });

/** Every format by its name, in the order in which they are tried. */
export const PARSERS: Readonly<Record<ParserName, Parser>> = {
  eslint: structured(parseEslint),
  biome: structured(parseBiome),
  oxlint: structured(parseOxlint),
  stylelint: structured(parseStylelint),
  vitest: structured(parseVitest),
  jest: structured(parseJest),
  mocha: structured(parseMocha),
  playwright: structured(parsePlaywright),
  sarif: structured(parseSarif),
  junit: structured(parseJunit),
  tap: structured(parseTap),
  github: text(parseGithub),
  tsc: text(parseTsc),
  "eslint-stylish": text(parseEslintStylish),
  "biome-text": text(parseBiomeText),
  "node-test": runner(parseNodeTest),
  "vitest-text": runner(parseVitestText),
  "jest-text": runner(parseJestText),
  pytest: runner(parsePytest),
  python: runner(parsePython),
  go: runner(parseGo),
  prettier: { ...text(parsePrettier), cover: coverPrettier },
  markdownlint: { ...text(parseMarkdownlint), cover: coverMarkdownlint },
  gcc: text(parseGcc),
};

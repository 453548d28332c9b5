import type { ParserName } from "../../vocabulary/parser.ts";
import { parseBiome } from "./biome.ts";
import { parseBiomeText } from "./biome-text.ts";
import { parseEslint } from "./eslint.ts";
import { parseEslintStylish } from "./eslint-stylish.ts";
import { parseGcc } from "./gcc.ts";
import { parseGithub } from "./github.ts";
import { parseGo } from "./go.ts";
import { parseJestText } from "./jest-text.ts";
import { parseJunit } from "./junit.ts";
import { parseMocha } from "./mocha.ts";
import { parseNodeTest } from "./node-test.ts";
import { parseOxlint } from "./oxlint.ts";
import type { CoveredFile, Printed, Problem, StructuredParser, TextParser } from "./parser.ts";
import { parsePlaywright } from "./playwright.ts";
import { coverPrettier, parsePrettier } from "./prettier.ts";
import { parsePytest } from "./pytest.ts";
import { parsePython } from "./python.ts";
import { parseSarif } from "./sarif.ts";
import { parseTap } from "./tap.ts";
import { parseJest, parseVitest } from "./test-results.ts";
import { parseTsc } from "./tsc.ts";
import { parseVitestText } from "./vitest-text.ts";

export type Parser = { readonly kind: "structured"; readonly parse: StructuredParser } | LinesParser;

export interface LinesParser {
  readonly kind: "text";
  readonly parse: TextParser;
  /** It reads what programs print that run the user's code, and that may print what it likes. */
  readonly isOfRunner: boolean;
  /** Which of the targets the tool has looked at, and what came of each; absent where the text does not tell. */
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
  gcc: text(parseGcc),
};

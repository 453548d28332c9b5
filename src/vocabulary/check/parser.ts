/** The formats of tools' output that can be named. Structured ones come first: they are tried first. */
export const PARSER_NAMES = [
  "eslint",
  "biome",
  "oxlint",
  "stylelint",
  "vitest",
  "jest",
  "mocha",
  "playwright",
  "sarif",
  "junit",
  "tap",
  "github",
  "tsc",
  "eslint-stylish",
  "biome-text",
  "node-test",
  "vitest-text",
  "jest-text",
  "pytest",
  "python",
  "go",
  "prettier",
  "markdownlint",
  "gcc",
] as const;
export type ParserName = (typeof PARSER_NAMES)[number];

/** One line of a problem, as VS Code's problem matchers describe it: numbers are groups of the expression. */
export interface ProblemPattern {
  readonly regexp: string;
  readonly kind?: "location" | "file" | undefined;
  readonly file?: number | undefined;
  /** A group with `line`, `line,column`, or `line,column,endLine,endColumn`. */
  readonly location?: number | undefined;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
  readonly endLine?: number | undefined;
  readonly endColumn?: number | undefined;
  readonly severity?: number | undefined;
  readonly code?: number | undefined;
  readonly message?: number | undefined;
  /** For the last pattern of several: it may match several lines in a row, each a problem. */
  readonly loop?: boolean | undefined;
}

/** A VS Code problem matcher. */
export interface ProblemMatcher {
  readonly pattern: ProblemPattern | readonly ProblemPattern[];
  /** For problems whose line does not say. */
  readonly severity?: "error" | "warning" | "info" | undefined;
}

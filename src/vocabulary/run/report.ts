export const FORMATS = ["text", "json", "html", "sarif", "junit", "github", "markdown", "agent"] as const;
export type Format = (typeof FORMATS)[number];

/** Tokens that a report for agents may have: where nothing is said, and at the least. */
export const DEFAULT_TOKENS = 2000;
export const FEWEST_TOKENS = 200;

/** One report that is asked for. */
export interface Report {
  readonly format: Format;
  /** Absolute; null for standard output. */
  readonly path: string | null;
}

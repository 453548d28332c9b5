export const FORMATS = ["text", "json", "html", "sarif", "junit", "github", "markdown", "agent"] as const;
export type Format = (typeof FORMATS)[number];

/** The token budget of a report for agents: the default, and the minimum. */
export const DEFAULT_TOKENS = 2000;
export const FEWEST_TOKENS = 200;

/** One requested report. */
export interface Report {
  readonly format: Format;
  /** Absolute; null for standard output. */
  readonly path: string | null;
}

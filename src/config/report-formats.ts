import type { Format, Report } from "../vocabulary/run/report.ts";

const ENDINGS: readonly (readonly [ending: string, format: Format])[] = [
  [".json", "json"],
  [".html", "html"],
  [".htm", "html"],
  [".sarif", "sarif"],
  [".xml", "junit"],
  [".md", "markdown"],
];

/** The format that the file name of a report implies. */
export function formatOf(path: string): Format | undefined {
  return ENDINGS.find(([ending]) => path.toLowerCase().endsWith(ending))?.[1];
}

/** Whether standard output gets at most one document. Text and annotations are lines, and can be mixed. */
export function sharesOutput(reports: readonly Report[]): boolean {
  const printed = new Set(reports.flatMap(({ format, path }) => (path === null ? [format] : [])));
  return printed.size <= 1 || (printed.size === 2 && printed.has("text") && printed.has("github"));
}

import type { Finding } from "../vocabulary/finding.ts";
import { plural, stripControl } from "./format.ts";
import type { Paint } from "./paint.ts";

const COLOURS = { error: "red", warning: "yellow", info: "cyan" } as const;

/**
 * What a failed check found, a line each; none where nothing was read from its output, which then speaks for itself.
 * Errors come first.
 */
export function findingLines(
  findings: readonly Finding[],
  { paint, most }: { readonly paint: Paint; readonly most: number },
): readonly string[] {
  if (!findings.some(({ file }) => file !== undefined)) return [];
  const sorted = [
    ...findings.filter(({ severity }) => severity === "error"),
    ...findings.filter(({ severity }) => severity !== "error"),
  ];
  const hidden = sorted.length - most;
  return [
    ...sorted.slice(0, most).map((finding) => renderFinding(finding, paint)),
    ...(hidden > 0 ? [paint("dim", `(${plural(hidden, "finding")} more; --verbose shows all)`)] : []),
  ];
}

function renderFinding({ file, line, column, severity, message, code }: Finding, paint: Paint): string {
  const place = [file, line, column].filter((part) => part !== undefined).join(":");
  const text = stripControl(message).replaceAll(/\s+/g, " ");
  return [
    ...(place === "" ? [] : [paint("bold", stripControl(place))]),
    paint(COLOURS[severity], severity),
    text.length > 400 ? `${text.slice(0, 397)}...` : text,
    ...(code === undefined ? [] : [paint("dim", stripControl(code))]),
  ].join(" ");
}

import type { VerificationResult } from "../../vocabulary/run/verification-result.ts";
import { formatCommand } from "../../wording/format-command.ts";
import { plural } from "../format.ts";
import { plainLine } from "../print/plain.ts";

/** Appends file names to our own words. */
type Join = (said: string, names: readonly string[], more: string) => string;

/** On the same line; a name that is not a plain word is quoted. */
export const inLine: Join = (said, names, more) =>
  `${said}: ${names.map((name) => formatCommand([name])).join(", ")}${more}.`;

/** On their own line, like everything that comes from outside. */
export const behindBar: Join = (said, names, more) => `${said}:\n  | ${names.join(", ")}${more}`;

/**
 * Which files recovery edited, from the longest form to the shortest: the agent must know, and a second run does not
 * say.
 */
export function describeRecovery({ recovery }: VerificationResult, join: Join): readonly string[] {
  if (recovery.length === 0) return [];
  const files = [...new Set(recovery.flatMap(({ filesTouched }) => filesTouched))];
  const names = files.map((file) => plainLine(file, 160));
  const did = `Recovery edited ${plural(files.length, "file")}`;
  const what = recovery.map(({ strategy, check, outcome }) => `${strategy} for ${check}: ${outcome}`);
  const summary = `${did} (${plainLine(what.join(", "), 300)})`;
  if (files.length === 0) return [`${summary}.`, `${did}.`];
  const counts = [files.length, ...[50, 20, 10, 5, 3, 2, 1].filter((count) => count < files.length)];
  const named = counts.flatMap((count) => {
    const more = files.length > count ? ` and ${files.length - count} more` : "";
    return [summary, did].map((start) => join(start, names.slice(0, count), more));
  });
  return [...named, `${did}.`];
}

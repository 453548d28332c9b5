import { readSmallFile } from "../../system/files/small-file.ts";
import { fail, succeed } from "../../values/succeed.ts";
import type { Result } from "../../vocabulary/failure.ts";
import { type FlowContext, fromRoot } from "./context.ts";

const SIZE_LIMIT = 4 * 1024 * 1024;

/** `{{ name }}`, `[PROJECT_NAME]`, `[TODO: say why]`, `<YOUR NAME>`: placeholders of a template. */
const PLACEHOLDER =
  /\{\{[^{}\n]*\}\}|\[(?:[A-Z][A-Z0-9_ -]{2,}|(?:TODO|TBD|FIXME|your|insert|fill in|placeholder)\b[^\]\n]*)\](?![([:])|<[A-Z][A-Z0-9_ -]{2,}>/i;
const UPPER = /^[[<][^a-z]*[\]>]$/;
const WORDS = /^\[(?:TODO|TBD|FIXME|your|insert|fill in|placeholder)\b/i;

/** A configured constitution must exist and be filled in before a build starts. */
export function checkConstitution(context: FlowContext): Result<null> {
  const { constitution } = context.config;
  if (constitution === null) return succeed(null);
  const file = fromRoot(context, constitution);
  const read = readSmallFile(constitution, SIZE_LIMIT);
  if (typeof read === "string") {
    const message = `The constitution ${file} ${read === "absent" ? "does not exist" : "cannot be read"}.`;
    const hint = "Create it, or remove `constitution` from the configuration.";
    return fail({
      kind: "usage",
      message,
      value: file,
      expected: "a file with the rules for work in this repository",
      hint,
    });
  }
  const found = findPlaceholder(read.text);
  if (found === null) return succeed(null);
  return fail({
    kind: "usage",
    message: "The constitution has a placeholder that is not filled in.",
    at: { file, line: found.line, column: found.column },
    value: found.text,
    expected: "a constitution without placeholders",
  });
}

/** The first placeholder outside code; null if there is none. Lines and columns count from 1. */
export function findPlaceholder(text: string): { line: number; column: number; text: string } | null {
  let isFenced = false;
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (/^\s*(?:```|~~~)/.test(line)) isFenced = !isFenced;
    if (isFenced) continue;
    const plain = line.replaceAll(/`[^`]*`/g, (code) => " ".repeat(code.length));
    for (const match of plain.matchAll(new RegExp(PLACEHOLDER, "gi"))) {
      const [found] = match;
      if (found.startsWith("{{") || UPPER.test(found) || WORDS.test(found))
        return { line: index + 1, column: match.index + 1, text: found };
    }
  }
  return null;
}

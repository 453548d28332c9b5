import { positionOf, severityOf } from "../formats/json.ts";
import type { Locate } from "../locate.ts";
import type { Claim, TextParser } from "../parser.ts";

const MESSAGE = /^\s{1,40}(\d{1,9}):(\d{1,9})\s{1,40}(error|warning)\s{1,40}(\S.*)$/;

/** The output for people of ESLint, stylelint and others: a file's name, and its messages indented below it. */
export const parseEslintStylish: TextParser = (lines, locate) => {
  const claims: Claim[] = [];
  let head: { readonly name: string; readonly place: ReturnType<Locate> } | null = null;
  lines.forEach((line, at) => {
    const match = MESSAGE.exec(line);
    if (match === null) {
      // A name is followed by a message. Anything else is not looked up.
      const isHead = /^\S/.test(line) && MESSAGE.test(lines[at + 1] ?? "");
      if (isHead) head = { name: line.trim(), place: locate(line.trim()) };
      else if (line.trim() === "") head = null;
      return;
    }
    if (head === null) return;
    const { name, place } = head;
    const { message, code } = splitRule(match[4] as string);
    claims.push({
      from: at,
      to: at + 1,
      problem: {
        severity: severityOf(match[3]),
        // A file outside the repository goes into the message.
        message: place === null ? `${name}: ${message}` : message,
        file: place?.path,
        line: positionOf(match[1]),
        column: positionOf(match[2]),
        code,
        raw: line.trim(),
      },
    });
  });
  return claims;
};

/** The rule comes after the message, at least two spaces away. */
function splitRule(text: string): { message: string; code: string | undefined } {
  const trimmed = text.trimEnd();
  const at = trimmed.lastIndexOf("  ");
  const code = trimmed.slice(at + 2);
  if (at === -1 || /\s/.test(code)) return { message: trimmed, code: undefined };
  return { message: trimmed.slice(0, at).trimEnd(), code };
}

import type { Severity } from "../../vocabulary/finding.ts";
import { positionOf, severityOf } from "./json.ts";
import type { Claim, TextParser } from "./parser.ts";

const LINE = /^\s{0,8}(\S.{0,2000}?):(\d{1,9})(?::(\d{1,9}):?|:) +(.*)$/;
const SEVERITY = /^(fatal error|error|warning|note|info|hint|remark)\b(?:\[([\w.:-]{1,100})\])?:? +(.*)$/i;
const UNIX = / \[(Error|Warning|Info|Advice)\/(.{1,200})\]$/;
const FLAG = / \[(-W[\w=+-]{1,100}|[\w-]{1,60}(?:[./][\w-]{1,60}){0,4})\]$/;

/**
 * `file:line:col: message`, with or without a column and a severity, as compilers and most linters can print it. It is
 * the loosest format of all, so the file must be there.
 */
export const parseGcc: TextParser = (lines, locate) =>
  lines.flatMap((line, at): Claim[] => {
    const match = line.includes(":") ? LINE.exec(line) : null;
    const place = match === null ? null : locate(match[1] as string);
    if (match === null || place?.exists !== true) return [];
    const { severity, code, message } = readMessage(match[4] as string);
    if (message === "" || message.includes("━━━")) return [];
    const position = { line: positionOf(match[2]), column: positionOf(match[3]) };
    const problem = { severity, message, file: place.path, ...position, code, raw: line.trim() };
    return [{ from: at, to: at + 1, problem }];
  });

function readMessage(text: string): { severity: Severity; code: string | undefined; message: string } {
  const worded = SEVERITY.exec(text);
  const said = worded === null ? text : (worded[3] as string);
  const unix = UNIX.exec(said.slice(-400));
  const flag = unix === null ? FLAG.exec(said.slice(-400)) : null;
  const end = (unix ?? flag)?.[0].length ?? 0;
  return {
    severity: severityOf(unix?.[1] ?? worded?.[1]),
    code: worded?.[2] ?? unix?.[2] ?? flag?.[1],
    message: said.slice(0, said.length - end).trim(),
  };
}

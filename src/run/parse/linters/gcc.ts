import type { Severity } from "../../../vocabulary/verdict/finding.ts";
import { positionOf, severityOf } from "../formats/json.ts";
import type { Claim, TextParser } from "../parser.ts";

const LINE = /^\s{0,8}(\S.{0,2000}?):(\d{1,9})(?::(\d{1,9}):?|:) +(.*)$/;
const SEVERITY = /^(fatal error|error|warning|note|info|hint|remark)\b(?:\[([\w.:-]{1,100})\])?:? +(.*)$/i;
const UNIX = / \[(Error|Warning|Info|Advice)\/(.{1,200})\]$/;
const FLAG = / \[(-W[\w=+-]{1,100}|[\w-]{1,60}(?:[./][\w-]{1,60}){0,4})\]$/;

/** A path outside the repository must look like a path: times and addresses come before colons too. */
const PATH = /^(?=.*[./\\])[^\s:"'`(){}]+$/;

/**
 * `file:line:col: message`, with or without a column and a severity, as compilers and most linters can print it. It is
 * the loosest format: if the file does not exist, the line must say that it is an error or a warning.
 */
export const parseGcc: TextParser = (lines, locate) =>
  lines.flatMap((line, at): Claim[] => {
    const match = line.includes(":") ? LINE.exec(line) : null;
    const place = match === null ? null : locate(match[1] as string);
    if (match === null) return [];
    const [, path = "", row, column, text = ""] = match;
    const { isWorded, message, ...read } = readMessage(text);
    if (message === "" || message.includes("━━━")) return [];
    if (place?.exists !== true && !(isWorded && read.severity !== "info" && PATH.test(path))) return [];
    const position = { line: positionOf(row), column: positionOf(column) };
    const details =
      place === null
        ? { message: `${line.slice(0, line.length - text.length).trim()} ${message}` }
        : { message, file: place.path, ...position };
    return [{ from: at, to: at + 1, problem: { ...read, ...details, raw: line.trim() } }];
  });

interface Read {
  readonly severity: Severity;
  readonly code: string | undefined;
  readonly message: string;
  /** Whether the line names its severity. */
  readonly isWorded: boolean;
}

function readMessage(text: string): Read {
  const worded = SEVERITY.exec(text);
  const statement = worded === null ? text : (worded[3] as string);
  const unix = UNIX.exec(statement.slice(-400));
  const flag = unix === null ? FLAG.exec(statement.slice(-400)) : null;
  const end = (unix ?? flag)?.[0].length ?? 0;
  return {
    isWorded: (unix ?? worded) !== null,
    severity: severityOf(unix?.[1] ?? worded?.[1]),
    code: worded?.[2] ?? unix?.[2] ?? flag?.[1],
    message: statement.slice(0, statement.length - end).trim(),
  };
}

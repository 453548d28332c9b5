import type { Claim, TextParser } from "../parser.ts";
import { positionOf, severityOf } from "./json.ts";

const COMMAND = /^\s{0,40}::(error|warning|notice)(?: ([^:]{0,4000}?))?::(.*)$/;

/** GitHub's annotation lines, `::error file=a.js,line=1,col=2,title=rule::message`. Many linters can print them. */
export const parseGithub: TextParser = (lines, locate) =>
  lines.flatMap((line, at): Claim[] => {
    const match = line.includes("::") ? COMMAND.exec(line) : null;
    if (match === null) return [];
    const fields = new Map(
      (match[2] ?? "").split(",").map((field): [string, string] => {
        const equals = field.indexOf("=");
        return [field.slice(0, equals).trim(), decode(field.slice(equals + 1))];
      }),
    );
    const [file, row, column] = ["file", "line", "col"].map((name) => fields.get(name));
    const message = decode(match[3] as string);
    const place = `${file}:${row}:${column}: `;
    const text = message.startsWith(place) ? message.slice(place.length) : message;
    const title = fields.get("title");
    // A title of one word is a rule; a longer one describes the message.
    const isCode = title !== undefined && !/\s/.test(title);
    const problem = {
      severity: severityOf(match[1]),
      message: title === undefined || isCode ? text : `${title}: ${text}`,
      file: file === undefined ? undefined : locate(file)?.path,
      line: positionOf(row),
      column: positionOf(column),
      code: isCode ? title : undefined,
      raw: line,
    };
    return [{ from: at, to: at + 1, problem }];
  });

function decode(text: string): string {
  return text
    .replaceAll(/%0A/gi, "\n")
    .replaceAll(/%0D/gi, "\r")
    .replaceAll(/%3A/gi, ":")
    .replaceAll(/%2C/gi, ",")
    .replaceAll("%25", "%");
}

import { severityOf } from "../formats/json.ts";
import type { Claim, TextParser } from "../parser.ts";

const PLAIN = /^(.+?)\((\d{1,9}),(\d{1,9})\): (error|warning|message) (TS\d{1,6}): (.*)$/;
const PRETTY = /^(.+?):(\d{1,9}):(\d{1,9}) - (error|warning|message) (TS\d{1,6}): (.*)$/;
const GLOBAL = /^(error|warning) (TS\d{1,6}): (.*)$/;

/** The output of `tsc`, plain and pretty, and of tools that print the same way (vue-tsc). */
export const parseTsc: TextParser = (lines, locate) => {
  const claims: Claim[] = [];
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] as string;
    if (!line.includes(" TS")) continue;
    const match = PLAIN.exec(line) ?? PRETTY.exec(line);
    const global = match === null ? GLOBAL.exec(line) : null;
    if (match === null && global === null) continue;
    // Further lines of a message are indented; in the pretty form, the code comes after an empty line.
    let to = at + 1;
    while (/^ +\S/.test(lines[to] ?? "")) to++;
    const text = lines.slice(at, to);
    const place = match === null ? null : locate(match[1] as string);
    // A file outside the repository goes into the message.
    const outside = match === null || place !== null ? "" : `${match[1]}(${match[2]},${match[3]}): `;
    const [severity, code, message] = match === null ? (global ?? []).slice(1) : match.slice(4);
    claims.push({
      from: at,
      to,
      problem: {
        severity: severityOf(severity),
        message: [`${outside}${message}`, ...text.slice(1).map((each) => each.trim())].join(" "),
        file: place?.path,
        line: match === null ? undefined : Number(match[2]),
        column: match === null ? undefined : Number(match[3]),
        code,
        raw: text.join("\n"),
      },
    });
    at = to - 1;
  }
  return claims;
};

import { positionOf } from "../formats/json.ts";
import type { Claim, TextParser } from "../parser.ts";

const HEAD = /^(\S.{0,2000}?)(?::(\d{1,9}):(\d{1,9}))? ([a-z][\w/]{0,200})(?: {2}[A-Z]+)* +━{3}/;
const MESSAGE = /^ {2}([×!i✖⚠ℹ]) (\S.*)$/;
const SEVERITIES = {
  "×": "error",
  "✖": "error",
  "!": "warning",
  "⚠": "warning",
  i: "info",
  ℹ: "info",
} as const;

/** Biome's output for people: a line with the place and the rule, and below it what is wrong. */
export const parseBiomeText: TextParser = (lines, locate) =>
  lines.flatMap((line, at): Claim[] => {
    const head = line.includes("━━━") ? HEAD.exec(line) : null;
    const place = head === null ? null : locate(head[1] as string);
    if (head === null || place?.exists !== true) return [];
    const messages = lines.slice(at + 1, at + 6).flatMap((each) => MESSAGE.exec(each) ?? []);
    const [, mark = "×", message = "no message"] = messages;
    const problem = {
      severity: SEVERITIES[mark as keyof typeof SEVERITIES] ?? "error",
      message,
      file: place.path,
      line: positionOf(head[2]),
      column: positionOf(head[3]),
      code: head[4],
      raw: lines
        .slice(at, at + 6)
        .join("\n")
        .trimEnd(),
    };
    return [{ from: at, to: at + 1, problem }];
  });

import { positionOf } from "../formats/json.ts";
import type { Claim, TextParser } from "../parser.ts";
import { firstFrame } from "../stack.ts";
import { openMessage } from "../summary.ts";
import { readCrash } from "./node-crash.ts";

const PLACE = /^test at (.+?):(\d{1,9}):(\d{1,9})$/;
/** How many lines of one failure are read. */
const LONGEST = 200;

/** node:test's output for people: it repeats the failures at the end, each with its place. */
export const parseNodeTest: TextParser = (lines, locate) => {
  const claims: Claim[] = [];
  const start = lines.findIndex((line) => line.trimEnd() === "✖ failing tests:");
  if (start === -1) return claims;
  const firstReports = new Map(
    lines
      .slice(0, start)
      .flatMap((line, at) => (line.startsWith("✖ ") ? [[titleOf(line), at] as const] : [])),
  );
  for (let at = start + 1; at < lines.length; at++) {
    const place = PLACE.exec(lines[at] as string);
    if (place === null) continue;
    let to = at + 1;
    while (to < lines.length && to - at < LONGEST && !PLACE.test(lines[to] as string)) to++;
    const text = lines.slice(at, to);
    const title = titleOf(text[1] ?? "");
    const message = openMessage(text.slice(2)) ?? "failed";
    const file = locate(place[1] as string)?.path;
    const isBare = /^'?test failed'?$/.test(message);
    const crash = isBare ? readCrash(printedBefore(lines, firstReports.get(title)), locate) : undefined;
    const frame = crash?.frame ?? firstFrame(text.slice(2), locate, file);
    claims.push({
      from: at,
      to,
      problem: {
        severity: "error",
        message: `${title}: ${crash?.message ?? message.replace(/ \{$/, "")}`,
        file: frame?.file ?? file,
        line: frame?.line ?? positionOf(place[2]),
        column: frame?.column ?? positionOf(place[3]),
        raw: text.join("\n").trimEnd(),
        owner: file,
        isBare: isBare && crash === undefined,
      },
    });
    at = to - 1;
  }
  // A suite fails because of its tests, and tests marked as todo do not count.
  return claims.filter(
    ({ problem: { message } }) => !/: '?\d{1,9} subtests? failed'?$| # (TODO|SKIP)/.test(message),
  );
};

function titleOf(line: string): string {
  return line.replace(/^✖ /, "").replace(/ \([\d.]{1,20}ms\)$/, "");
}

/** What was printed between the result of a test and the one before it. */
function printedBefore(lines: readonly string[], end = 0): readonly string[] {
  let from = end;
  while (from > 0 && end - from < LONGEST && !/^[✖✔▶ℹ﹣] /.test(lines[from - 1] as string)) from--;
  return lines.slice(from, end);
}

import { positionOf } from "./json.ts";
import type { Claim, TextParser } from "./parser.ts";
import { firstFrame } from "./stack.ts";

const PLACE = /^test at (.+?):(\d{1,9}):(\d{1,9})$/;
/** Lines of one failure that are looked at. */
const LONGEST = 200;

/** What node:test prints for people: the failures are told again at the end, each with its place. */
export const parseNodeTest: TextParser = (lines, locate) => {
  const claims: Claim[] = [];
  const start = lines.findIndex((line) => line.trimEnd() === "✖ failing tests:");
  if (start === -1) return claims;
  for (let at = start + 1; at < lines.length; at++) {
    const place = PLACE.exec(lines[at] as string);
    if (place === null) continue;
    let to = at + 1;
    while (to < lines.length && to - at < LONGEST && !PLACE.test(lines[to] as string)) to++;
    const text = lines.slice(at, to);
    const title = (text[1] ?? "").replace(/^✖ /, "").replace(/ \([\d.]{1,20}ms\)$/, "");
    const message =
      text
        .slice(2)
        .find((line) => line.trim() !== "")
        ?.trim() ?? "failed";
    const file = locate(place[1] as string)?.path;
    const frame = firstFrame(text.slice(2), locate, file);
    claims.push({
      from: at,
      to,
      problem: {
        severity: "error",
        message: `${title}: ${message.replace(/ \{$/, "")}`,
        file: frame?.file ?? file,
        line: frame?.line ?? positionOf(place[2]),
        column: frame?.column ?? positionOf(place[3]),
        raw: text.join("\n").trimEnd(),
        owner: file,
      },
    });
    at = to - 1;
  }
  // A suite fails because of its tests, and what is still to be done does not count.
  return claims.filter(
    ({ problem: { message } }) => !/: '?\d{1,9} subtests? failed'?$| # (TODO|SKIP)/.test(message),
  );
};

import type { RepoPath } from "../../vocabulary/tree/path.ts";
import type { Locate } from "./locate.ts";
import type { Claim } from "./parser.ts";
import { firstFrame } from "./stack.ts";
import { summaryOf } from "./summary.ts";

export interface BlockFormat {
  readonly locate: Locate;
  /** Called once for every line: whether the report of a failed test begins here. */
  readonly start: (line: string) => { readonly file: RepoPath; readonly title: string } | null;
  readonly isEnd: (line: string) => boolean;
}

/** How many lines of one failure are read. */
const LONGEST = 400;

/** Failures that test runners print in blocks: a title, the error, some code, the stack. */
export function blockClaims(
  lines: readonly string[],
  { locate, start, isEnd }: BlockFormat,
): readonly Claim[] {
  const claims: Claim[] = [];
  for (let at = 0; at < lines.length; at++) {
    const head = start(lines[at] as string);
    if (head === null) continue;
    let to = at + 1;
    while (to < lines.length && to - at < LONGEST && !isEnd(lines[to] as string)) to++;
    const body = lines.slice(at + 1, to);
    const message = summaryOf(body) || "failed";
    const frame = firstFrame(body, locate, head.file);
    claims.push({
      from: at,
      to,
      problem: {
        severity: "error",
        message: head.title === "" ? message : `${head.title}: ${message}`,
        file: frame?.file ?? head.file,
        line: frame?.line,
        column: frame?.column,
        raw: lines.slice(at, to).join("\n").trimEnd(),
        owner: head.file,
      },
    });
    at = to - 1;
  }
  return claims;
}

import type { RepoPath } from "../../../vocabulary/tree/path.ts";
import type { Claim, TextParser } from "../parser.ts";

const FRAME = /^\s{1,40}File "([^"]{1,4000})", line (\d{1,9})/;
const END = /^([A-Za-z_][\w.]{0,200})(?:: (.*))?$/;

/** Python tracebacks: the problem is at the innermost line inside the repository. */
export const parsePython: TextParser = (lines, locate) => {
  const claims: Claim[] = [];
  let from: number | null = null;
  let frame: { readonly file: RepoPath; readonly line: number } | undefined;
  lines.forEach((line, at) => {
    const start = /^Traceback \(most recent call last\):$/.test(line);
    const match = FRAME.exec(line);
    if (start) [from, frame] = [at, undefined];
    if (match !== null) {
      from ??= at;
      const place = locate(match[1] as string);
      const isOurs = place?.exists === true && !/(^|\/)(site-packages|\.?venv)\//.test(place.path);
      if (isOurs) frame = { file: place.path, line: Number(match[2]) };
    }
    if (from === null || start || match !== null || /^\s/.test(line)) return;
    // The first line that is not indented says what was raised.
    const end = END.exec(line);
    if (end !== null && frame !== undefined) {
      const code = end[1] as string;
      const problem = {
        severity: "error" as const,
        message: end[2] === undefined ? code : `${code}: ${end[2]}`,
        ...frame,
        code,
        raw: lines.slice(Math.max(from, at - 100), at + 1).join("\n"),
      };
      claims.push({ from, to: at + 1, problem });
    }
    [from, frame] = [null, undefined];
  });
  return claims;
};

import type { Locate, FilePlace } from "../locate.ts";
import type { Claim, TextParser } from "../parser.ts";

const SECTION = /^={3,200} (.{1,200}?) ={3,200}$/;
const TEST = /^_{3,200} (.{1,2000}?) _{3,200}$/;
const AT = /^(\S.{0,1000}?):(\d{1,9}): (.*)$/;
const WARNING = /^ {2}(\S.{0,1000}?):(\d{1,9}): (\w{1,200}Warning): (.*)$/;

/**
 * The output of pytest: the blocks of failures and errors, warnings, and, if it was told to print no more, its summary.
 */
export const parsePytest: TextParser = (lines, locate) => {
  const claims: Claim[] = [];
  const summaries: Claim[] = [];
  let section = "";
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] as string;
    const head = SECTION.exec(line)?.[1];
    if (head !== undefined) section = head;
    const title = /^(FAILURES|ERRORS)$/.test(section) ? TEST.exec(line)?.[1] : undefined;
    if (title !== undefined) {
      let to = at + 1;
      while (to < lines.length && !TEST.test(lines[to] as string) && !SECTION.test(lines[to] as string)) to++;
      claims.push(readBlock(title, { lines: lines.slice(at, to), at, locate }));
      at = to - 1;
    } else if (section === "warnings summary") claims.push(...readWarning(line, at, locate));
    else if (section === "short test summary info") summaries.push(...readSummary(line, at, locate));
  }
  return claims.some(({ problem }) => problem.severity === "error") ? claims : [...claims, ...summaries];
};

function readBlock(
  title: string,
  { lines, at, locate }: { readonly lines: readonly string[]; readonly at: number; readonly locate: Locate },
): Claim {
  let place: { readonly of: FilePlace; readonly line: number; readonly what: string } | undefined;
  for (const line of lines) {
    const match = AT.exec(line);
    const found = match === null ? null : locate(match[1] as string);
    if (found?.exists === true) place = { of: found, line: Number(match?.[2]), what: String(match?.[3]) };
  }
  const errorLines = lines.flatMap((line) => /^E {3,12}(\S.*)$/.exec(line)?.[1] ?? []);
  const named = /^(\w[\w.]*(?:Error|Exception|Failed|Warning|Exit))\b/;
  return {
    from: at,
    to: at + lines.length,
    problem: {
      severity: "error",
      message: `${title}: ${errorLines.slice(0, 4).join(" ") || "failed"}`,
      file: place?.of.path,
      line: place?.line,
      code: named.exec(place?.what ?? "")?.[1] ?? named.exec(errorLines[0] ?? "")?.[1],
      raw: lines.join("\n").trimEnd(),
    },
  };
}

function readWarning(line: string, at: number, locate: Locate): readonly Claim[] {
  const match = WARNING.exec(line);
  const place = match === null ? null : locate(match[1] as string);
  if (match === null || place?.exists !== true) return [];
  const [, , row, code, message = ""] = match;
  return [
    {
      from: at,
      to: at + 1,
      problem: { severity: "warning", message, file: place.path, line: Number(row), code, raw: line.trim() },
    },
  ];
}

/** `FAILED file::test - message`; an error while collecting has no test. */
function readSummary(line: string, at: number, locate: Locate): readonly Claim[] {
  const start = ["FAILED ", "ERROR "].find((word) => line.startsWith(word));
  if (start === undefined) return [];
  const [head = "", ...said] = line.slice(start.length).split(" - ");
  const [file = "", ...test] = head.split("::");
  const place = locate(file);
  if (place?.exists !== true) return [];
  const message = [test.join("::"), said.join(" - ")].filter((part) => part !== "").join(": ") || "failed";
  return [{ from: at, to: at + 1, problem: { severity: "error", message, file: place.path, raw: line } }];
}

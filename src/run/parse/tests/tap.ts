import { textValue } from "../formats/json.ts";
import type { Locate } from "../locate.ts";
import type { Problem, StructuredParser } from "../parser.ts";
import { firstFrame, type StackFrame } from "../stack.ts";
import { openMessage } from "../summary.ts";
import { readCrash } from "./node-crash.ts";

/** The Test Anything Protocol, with the subtests and the YAML blocks of node:test, tap and Vitest. */
export const parseTap: StructuredParser = ({ stdout, stderr, locate }) => {
  const lines = [stdout, stderr].find(isTap);
  return lines === undefined ? null : { problems: problemsIn(lines, locate), covered: [] };
};

const TEST = /^(\s{0,200})(not )?ok\b(?: (\d{1,9}))?(?: -)? ?(.*)$/;

function isTap(lines: readonly string[]): boolean {
  if (lines.some((line) => /^TAP version 1\d\s*$/.test(line))) return true;
  return (
    lines.some((line) => /^1\.\.\d{1,9}(\s|$)/.test(line)) && lines.some((line) => /^(not )?ok \d/.test(line))
  );
}

function problemsIn(lines: readonly string[], locate: Locate): readonly Problem[] {
  const problems: Problem[] = [];
  // Depths at which something failed since the last test above them: their parent adds nothing.
  let failedBelow: number[] = [];
  for (let at = 0; at < lines.length; at++) {
    const test = TEST.exec(lines[at] as string);
    if (test === null) continue;
    const depth = (test[1] as string).length;
    const isParent = failedBelow.some((each) => each > depth);
    failedBelow = failedBelow.filter((each) => each <= depth);
    const { title, directive } = splitDirective(test[4] as string);
    if (test[2] === undefined || /^(todo|skip)/i.test(directive)) continue;
    if (!failedBelow.includes(depth)) failedBelow.push(depth);
    const end = blockEnd(lines, at + 1);
    if (!isParent) {
      const problem = problemOf(title, lines.slice(at, end), locate);
      problems.push(problem.isBare === true ? explain(problem, commentsBefore(lines, at), locate) : problem);
    }
    at = Math.max(at, end - 1);
  }
  return problems;
}

/** `name # TODO why`; the time that Vitest writes there is not a directive. */
function splitDirective(text: string): { title: string; directive: string } {
  const at = text.lastIndexOf(" # ");
  if (at === -1) return { title: text.trim(), directive: "" };
  return { title: text.slice(0, at).trim(), directive: text.slice(at + 3) };
}

/**
 * The end of the YAML block that starts at `from`; `from` itself if there is none. A line with less indentation ends
 * it.
 */
function blockEnd(lines: readonly string[], from: number): number {
  const head = lines[from] ?? "";
  if (head.trim() !== "---") return from;
  const indent = head.slice(0, head.indexOf("-"));
  for (let at = from + 1; at < lines.length; at++) {
    const line = lines[at] as string;
    if (line.trim() === "...") return at + 1;
    if (line !== "" && !line.startsWith(indent)) return at;
  }
  return lines.length;
}

function problemOf(title: string, lines: readonly string[], locate: Locate): Problem {
  const [, ...block] = lines;
  const fieldOf = (name: string): string | undefined => {
    const line = block.find((each) => each.trimStart().startsWith(`${name}:`));
    const value = line?.slice(line.indexOf(":") + 1).trim() ?? "";
    return /^[|>][+-]?$/.test(value) ? openMessage(scalarOf(block, line ?? "")) : textValue(unquote(value));
  };
  const frame =
    firstFrame(
      block.filter((line) => !/^\s*(location|expected|actual):/.test(line)).map(stripField),
      locate,
    ) ?? placeOf(fieldOf("location"), locate);
  const message = fieldOf("error") ?? fieldOf("message") ?? "failed";
  return {
    severity: "error",
    message: `${title}: ${message}`,
    file: frame?.file,
    line: frame?.line,
    column: frame?.column,
    code: fieldOf("code") ?? fieldOf("name"),
    raw: lines.join("\n"),
    isBare: message === "failed" || message === "test failed",
  };
}

/** The lines of a field: those with more indentation than the field itself. */
function scalarOf(block: readonly string[], field: string): readonly string[] {
  const depth = field.search(/\S/);
  const rest = block.slice(block.indexOf(field) + 1);
  const end = rest.findIndex((line) => line.trim() !== "" && line.search(/\S/) <= depth);
  return end === -1 ? rest : rest.slice(0, end);
}

/** How many lines of comments are read. */
const COMMENTS = 200;

/** The comments above a test; node:test writes there what its file printed. */
function commentsBefore(lines: readonly string[], test: number): readonly string[] {
  const isSubtest = (line: string): boolean => /^\s*# Subtest: /.test(line);
  const end = isSubtest(lines[test - 1] ?? "") ? test - 1 : test;
  let from = end;
  const isComment = (line: string): boolean => /^\s*#/.test(line) && !isSubtest(line);
  while (from > 0 && end - from < COMMENTS && isComment(lines[from - 1] as string)) from--;
  return lines.slice(from, end).map((line) => line.replace(/^\s*# ?/, "").replaceAll(/\\([#\\])/g, "$1"));
}

/** A file that could not be loaded fails as a test of its own, and only the comments say why. */
function explain(problem: Problem, comments: readonly string[], locate: Locate): Problem {
  const crash = readCrash(comments, locate);
  if (crash === undefined) return problem;
  return {
    ...problem,
    message: problem.message.replace(/(?:test )?failed$/, () => crash.message),
    ...crash.frame,
    code: /\[(\w{1,100})\]:/.exec(crash.message)?.[1],
    raw: [...comments, problem.raw].join("\n"),
    owner: problem.file,
    isBare: false,
  };
}

/** `at: "file:1:2"` has a place in the format of a stack frame. */
function stripField(line: string): string {
  return unquote(line.replace(/^\s*at:\s*/, "").trim());
}

function placeOf(location: string | undefined, locate: Locate): StackFrame | undefined {
  return location === undefined ? undefined : firstFrame([location], locate);
}

function unquote(value: string): string {
  const quoted = /^'(.*)'$|^"(.*)"$/.exec(value);
  return quoted === null
    ? value
    : (quoted[1]?.replaceAll("''", "'") ?? (quoted[2] as string).replaceAll('\\"', '"'));
}

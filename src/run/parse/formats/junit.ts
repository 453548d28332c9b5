import type { Locate } from "../locate.ts";
import type { Problem, StructuredParser } from "../parser.ts";
import { firstFrame } from "../stack.ts";
import { isObject, type JsonObject, positionOf, textValue } from "./json.ts";

/** JUnit XML, as many test runners and some linters write it. */
export const parseJunit: StructuredParser = async ({ texts, locate }) => {
  const document = texts.map(cutDocument).find((text) => text !== null);
  if (document === undefined || document === null) return null;
  const { XMLParser } = await import("fast-xml-parser");
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: "@",
    parseAttributeValue: false,
    parseTagValue: false,
    alwaysCreateTextNode: true,
    isArray: (name) => LISTS.has(name),
  });
  let root: unknown;
  try {
    root = parser.parse(document);
  } catch {
    return null;
  }
  return isObject(root) ? { problems: problemsIn(root, locate), covered: [] } : null;
};

const LISTS = new Set(["testsuite", "testcase", "failure", "error"]);

/** From the first tag of the report to its last; null if there is none, or if it declares its own types. */
function cutDocument(text: string): string | null {
  const start = /^[ \t]*(?:<\?xml[^>]{0,200}\?>\s{0,200})?<testsuites?[\s>]/m.exec(text)?.index;
  if (start === undefined) return null;
  const ends = ["</testsuites>", "</testsuite>"].map((tag) => {
    const at = text.lastIndexOf(tag);
    return at === -1 ? -1 : at + tag.length;
  });
  const document = text.slice(start, Math.max(...ends));
  return document.trim() === "" || document.includes("<!DOCTYPE") ? null : document;
}

interface Suite {
  readonly node: JsonObject;
  /** The file that the nearest enclosing suite names. */
  readonly file: string | undefined;
}

function problemsIn(root: JsonObject, locate: Locate): readonly Problem[] {
  const problems: Problem[] = [];
  const queue: Suite[] = [{ node: root, file: undefined }];
  for (const { node, file } of queue) {
    const ownFile = textValue(node["@file"]) ?? textValue(node["@name"]) ?? file;
    for (const test of nodes(node["testcase"]))
      if (!("skipped" in test)) problems.push(...problemsOf(test, ownFile, locate));
    for (const name of ["testsuites", "testsuite"])
      for (const inner of nodes(node[name])) queue.push({ node: inner, file: ownFile });
  }
  return problems;
}

function problemsOf(test: JsonObject, suite: string | undefined, locate: Locate): readonly Problem[] {
  const failures = [...nodes(test["failure"]), ...nodes(test["error"])];
  return failures.map((failure) => {
    const body = textValue(failure["#text"])?.trim() ?? "";
    const title = [test["@classname"], test["@name"]].flatMap((part) => textValue(part)?.trim() ?? []);
    const named = [test["@file"], suite, test["@classname"], test["@name"]]
      .flatMap((name) => (typeof name === "string" ? (locate(name) ?? []) : []))
      .find(({ exists }) => exists)?.path;
    const lines = body.split("\n");
    const frame = firstFrame(lines, locate, named) ?? pythonFrame(lines, locate);
    const message =
      textValue(failure["@message"]) ?? lines.find((line) => line.trim() !== "")?.trim() ?? "failed";
    return {
      severity: "error",
      message: `${[...new Set(title)].join(" ")}: ${message}`,
      file: frame?.file ?? named,
      line: frame?.line ?? positionOf(test["@line"]),
      column: frame?.column ?? positionOf(test["@column"]),
      code: textValue(failure["@type"]),
      raw: body === "" ? message : body,
      owner: named,
      isBare: message === "failed" || message === "test failed",
    };
  });
}

/** pytest ends its report of a failure with `file:line: ErrorName`. */
function pythonFrame(
  lines: readonly string[],
  locate: Locate,
): Pick<Problem, "file" | "line" | "column"> | undefined {
  const match = /^(.{1,500}?):(\d{1,9}): \w/.exec(lines.at(-1) ?? "");
  const place = match === null ? null : locate(match[1] as string);
  return place?.exists === true
    ? { file: place.path, line: Number(match?.[2]), column: undefined }
    : undefined;
}

function nodes(value: unknown): readonly JsonObject[] {
  return (Array.isArray(value) ? value : [value]).filter(isObject);
}

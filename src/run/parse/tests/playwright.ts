import { posix } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { fileOf, isObject, type JsonObject, objects, positionOf, textValue } from "../formats/json.ts";
import type { Locate } from "../locate.ts";
import type { CoveredFile, Problem, StructuredParser } from "../parser.ts";
import { summaryOf } from "../summary.ts";

/** `playwright test --reporter=json`. */
export const parsePlaywright: StructuredParser = ({ documents, locate }) => {
  const report = documents.find(isReport);
  if (report === undefined) return null;
  const config = report["config"] as JsonObject;
  const directory = textValue(config["rootDir"]) ?? "";
  const global = objects(report["errors"]).map((error) => problemOf(error, { title: null, locate }));
  const problems: Problem[] = [...global];
  const statuses = new Map<CoveredFile["file"], Set<unknown>>();
  for (const { spec, title } of specsOf(report)) {
    const printed = textValue(spec["file"]) ?? "";
    const owner = fileOf(printed.startsWith("/") ? printed : posix.join(directory, printed), locate);
    for (const test of objects(spec["tests"])) {
      const { status } = test;
      if (owner !== undefined) statuses.set(owner, (statuses.get(owner) ?? new Set()).add(status));
      if (status !== "unexpected" && status !== "flaky") continue;
      const last = objects(test["results"]).findLast(({ errors }) => objects(errors).length > 0);
      const [error = { message: "failed", location: spec }] = objects(last?.["errors"]);
      const problem = problemOf(error, { title, locate });
      problems.push({
        ...problem,
        severity: status === "flaky" ? "warning" : "error",
        file: problem.file ?? owner,
        line: problem.line ?? positionOf(spec["line"]),
        owner,
      });
    }
  }
  const covered = [...statuses].flatMap(([file, seen]): CoveredFile[] => {
    if (seen.has("unexpected")) return [{ file, status: "failed" }];
    return global.length === 0 && seen.size === 1 && seen.has("expected") ? [{ file, status: "passed" }] : [];
  });
  return { problems, covered };
};

function isReport(document: unknown): document is JsonObject {
  return (
    isObject(document) &&
    Array.isArray(document["suites"]) &&
    isObject(document["config"]) &&
    "rootDir" in document["config"]
  );
}

/** All specs of all suites, each with the titles above it. */
function specsOf(report: JsonObject): readonly { readonly spec: JsonObject; readonly title: string }[] {
  const found: { spec: JsonObject; title: string }[] = [];
  const queue = objects(report["suites"]).map((suite) => ({ suite, titles: [] as readonly string[] }));
  for (const { suite, titles } of queue) {
    for (const spec of objects(suite["specs"]))
      found.push({ spec, title: [...titles, String(spec["title"])].join(" › ") });
    for (const inner of objects(suite["suites"]))
      queue.push({ suite: inner, titles: [...titles, String(inner["title"])] });
  }
  return found;
}

function problemOf(
  error: JsonObject,
  { title, locate }: { readonly title: string | null; readonly locate: Locate },
): Problem {
  const location = isObject(error["location"]) ? error["location"] : {};
  const text = stripVTControlCharacters(textValue(error["message"]) ?? textValue(error["value"]) ?? "failed");
  const message = summaryOf(text.split("\n"));
  return {
    severity: "error",
    message: title === null ? message : `${title}: ${message}`,
    file: fileOf(location["file"], locate),
    line: positionOf(location["line"]),
    column: positionOf(location["column"]),
    raw: stripVTControlCharacters(textValue(error["snippet"]) ?? text),
  };
}

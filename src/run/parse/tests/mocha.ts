import { fileOf, isObject, type JsonObject, objects, textValue } from "../formats/json.ts";
import type { CoveredFile, Problem, StructuredParser } from "../parser.ts";
import { firstFrame } from "../stack.ts";
import { summaryOf } from "../summary.ts";

/**
 * `mocha --reporter json`: every test with its file. A file has passed if one of its tests passed and none failed, and
 * if the file of every failure is known: an error outside of all tests may belong to any file.
 */
export const parseMocha: StructuredParser = ({ documents, stderr, locate }) => {
  const report = documents.find(isReport);
  if (report === undefined) return null;
  const failures = objects(report["failures"]);
  const owners = failures.map((test) => fileOf(test["file"], locate));
  const problems = failures.map((test, index): Problem => {
    const error = isObject(test["err"]) ? test["err"] : {};
    const lines = (textValue(error["stack"]) ?? textValue(error["message"]) ?? "failed").split("\n");
    const frame = firstFrame(lines, locate, owners[index]);
    const title = textValue(test["fullTitle"])?.trim() || textValue(test["title"]) || "a test";
    return {
      severity: "error",
      message: `${title}: ${textValue(error["message"]) ?? summaryOf(lines, 8)}`,
      file: frame?.file ?? owners[index],
      line: frame?.line,
      column: frame?.column,
      code: textValue(error["code"]),
      raw: lines.join("\n"),
      owner: owners[index],
    };
  });
  const failed = new Set(owners);
  const isCalm = !stderr.some((line) => /unhandled|uncaught/i.test(line));
  const isWhole =
    isCalm && !failed.has(undefined) && failures.length === numberOf(report["stats"], "failures");
  const passed = objects(report["passes"]).map((test) => fileOf(test["file"], locate));
  const covered = new Map<string, CoveredFile>();
  for (const file of passed)
    if (isWhole && file !== undefined && !failed.has(file)) covered.set(file, { file, status: "passed" });
  for (const file of owners) if (file !== undefined) covered.set(file, { file, status: "failed" });
  // Its exit status is the number of failures, as far as a status can hold it.
  return { problems, covered: [...covered.values()], status: Math.min(failures.length, 255) };
};

function isReport(document: unknown): document is JsonObject {
  return (
    isObject(document) &&
    Array.isArray(document["passes"]) &&
    Array.isArray(document["failures"]) &&
    numberOf(document["stats"], "suites") !== undefined
  );
}

function numberOf(value: unknown, key: string): number | undefined {
  const found = isObject(value) ? value[key] : undefined;
  return typeof found === "number" ? found : undefined;
}

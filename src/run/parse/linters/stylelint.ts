import {
  fileOf,
  isObject,
  type JsonObject,
  objects,
  positionOf,
  severityOf,
  textValue,
} from "../formats/json.ts";
import type { CoveredFile, Problem, StructuredParser } from "../parser.ts";

/** `stylelint --formatter json`: every checked file, with its problems. */
export const parseStylelint: StructuredParser = ({ documents, locate }) => {
  const report = documents.find(isReport);
  if (report === undefined) return null;
  const checked = report.filter((entry) => entry["ignored"] !== true);
  const problems = checked.flatMap((entry) => readProblems(entry, fileOf(entry["source"], locate)));
  // Wrong options are about the settings, and may be what fails.
  const isSure = checked.every((entry) => objects(entry["invalidOptionWarnings"]).length === 0);
  const covered = checked.flatMap((entry): CoveredFile[] => {
    const file = fileOf(entry["source"], locate);
    if (file === undefined || !isSure) return [];
    if (entry["errored"] === true) return [{ file, status: "failed" }];
    // With --max-warnings, a file with only warnings may be what fails.
    return LISTS.every((list) => objects(entry[list]).length === 0) ? [{ file, status: "passed" }] : [];
  });
  return { problems, covered, status: 2 };
};

const LISTS = ["warnings", "parseErrors", "invalidOptionWarnings"];

function isReport(document: unknown): document is readonly JsonObject[] {
  return (
    Array.isArray(document) &&
    document.length > 0 &&
    document.every(
      (entry) => isObject(entry) && Array.isArray(entry["warnings"]) && typeof entry["errored"] === "boolean",
    )
  );
}

function readProblems(entry: JsonObject, file: Problem["file"]): readonly Problem[] {
  return LISTS.flatMap((list) => objects(entry[list])).map((problem) => {
    const rule = textValue(problem["rule"]);
    const text = textValue(problem["text"]) ?? "no message";
    return {
      severity: severityOf(problem["severity"]),
      message: rule !== undefined && text.endsWith(` (${rule})`) ? text.slice(0, -rule.length - 3) : text,
      file,
      line: positionOf(problem["line"]),
      column: positionOf(problem["column"]),
      code: rule,
      raw: JSON.stringify(problem),
    };
  });
}

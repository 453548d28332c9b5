import { stripVTControlCharacters } from "node:util";
import { fileOf, isObject, type JsonObject, objects, textValue } from "./formats/json.ts";
import type { Locate } from "./locate.ts";
import type { CoveredFile, Printed, Problem, StructuredParser } from "./parser.ts";
import { firstFrame } from "./stack.ts";
import { summaryOf } from "./summary.ts";

/** `jest --json`: every test file, with its tests. */
export const parseJest: StructuredParser = (printed) => {
  const report = printed.documents.find(isReport);
  if (report === undefined || isVitest(report)) return null;
  const isWhole = report["wasInterrupted"] !== true && !printed.texts.some((text) => /threshold/.test(text));
  return readReport(report, printed, isWhole);
};

/**
 * `vitest run --reporter=json`: the same format. It lacks errors that no test caught, so a passed file counts only if
 * the default reporter, which shows them, ran too and showed none.
 */
export const parseVitest: StructuredParser = (printed) => {
  const report = printed.documents.find(isReport);
  if (report === undefined || !isVitest(report)) return null;
  const shown = printed.texts.some((text) => /^ {0,4}Test Files /m.test(text));
  const isUncaught = printed.texts.some((text) => /Unhandled|threshold/.test(text));
  return readReport(report, printed, shown && !isUncaught);
};

function readReport(
  report: JsonObject,
  { locate }: Pick<Printed, "locate">,
  isWhole: boolean,
): { problems: readonly Problem[]; covered: readonly CoveredFile[] } {
  const files = objects(report["testResults"]);
  const problems = files.flatMap((file) => problemsOf(file, locate));
  const covered = files.flatMap((entry): CoveredFile[] => {
    const file = fileOf(entry["name"], locate);
    const statuses = new Set(objects(entry["assertionResults"]).map(({ status }) => status));
    if (file === undefined) return [];
    if (entry["status"] === "failed") return [{ file, status: "failed" }];
    const isRun = statuses.has("passed") && !statuses.has("failed");
    return isWhole && isRun && entry["status"] === "passed" ? [{ file, status: "passed" }] : [];
  });
  return { problems, covered };
}

function problemsOf(entry: JsonObject, locate: Locate): readonly Problem[] {
  const owner = fileOf(entry["name"], locate);
  const failed = objects(entry["assertionResults"]).filter(({ status }) => status === "failed");
  const problem = (title: string, text: string): Problem => {
    const lines = text.split("\n");
    const frame = firstFrame(lines, locate, owner);
    return {
      severity: "error",
      message: `${title}: ${summaryOf(lines, 8)}`,
      file: frame?.file ?? owner,
      line: frame?.line,
      column: frame?.column,
      raw: text,
      owner,
    };
  };
  const problems = failed.map((test) => {
    const messages = Array.isArray(test["failureMessages"]) ? test["failureMessages"].map(String) : [];
    const title = textValue(test["fullName"])?.trim() ?? textValue(test["title"]) ?? "a test";
    return problem(title, stripVTControlCharacters(messages.join("\n")) || "failed");
  });
  if (problems.length > 0 || entry["status"] !== "failed") return problems;
  return [
    problem(
      "The test file failed",
      stripVTControlCharacters(textValue(entry["message"]) ?? "it gives no reason"),
    ),
  ];
}

function isReport(document: unknown): document is JsonObject {
  return (
    isObject(document) &&
    Array.isArray(document["testResults"]) &&
    typeof document["numTotalTests"] === "number"
  );
}

/** Jest's report has more fields than Vitest's. */
function isVitest(report: JsonObject): boolean {
  return !("numRuntimeErrorTestSuites" in report);
}

import { fileOf, isObject, type JsonObject, objects, positionOf, textValue } from "../formats/json.ts";
import type { CoveredFile, Problem, StructuredParser } from "../parser.ts";

/** `eslint --format json`: every checked file, with its messages. */
export const parseEslint: StructuredParser = ({ documents, locate }) => {
  const report = documents.find(isReport);
  if (report === undefined) return null;
  const problems: Problem[] = [];
  const covered: CoveredFile[] = [];
  for (const entry of report) {
    const file = fileOf(entry["filePath"], locate);
    const messages = objects(entry["messages"]);
    if (messages.some(saysIgnored)) continue;
    for (const message of messages) {
      problems.push({
        severity: message["severity"] === 2 ? "error" : "warning",
        message: textValue(message["message"]) ?? "no message",
        file,
        line: positionOf(message["line"]),
        column: positionOf(message["column"]),
        code: textValue(message["ruleId"]),
        suggestion: suggestionOf(message),
        raw: JSON.stringify(message),
      });
    }
    if (file === undefined) continue;
    if (messages.some(({ severity }) => severity === 2)) covered.push({ file, status: "failed" });
    // With --max-warnings, a file with only warnings may be what fails.
    else if (messages.length === 0) covered.push({ file, status: "passed" });
  }
  return { problems, covered };
};

function isReport(document: unknown): document is readonly JsonObject[] {
  return (
    Array.isArray(document) &&
    document.length > 0 &&
    document.every(
      (entry) => isObject(entry) && typeof entry["filePath"] === "string" && Array.isArray(entry["messages"]),
    )
  );
}

/** ESLint's message about a file that it was given but did not check. */
function saysIgnored(message: JsonObject): boolean {
  return (
    message["ruleId"] === null &&
    message["fatal"] !== true &&
    message["line"] === undefined &&
    String(message["message"]).startsWith("File ignored ")
  );
}

function suggestionOf(message: JsonObject): string | undefined {
  const described = objects(message["suggestions"]).flatMap(({ desc }) => textValue(desc) ?? []);
  if (described.length > 0) return described.join(" Or: ");
  return isObject(message["fix"]) ? "--fix fixes it." : undefined;
}

import { countCovered } from "../count-covered.ts";
import {
  fileOf,
  isObject,
  type JsonObject,
  objects,
  positionOf,
  severityOf,
  textValue,
} from "../formats/json.ts";
import type { Problem, StructuredParser } from "../parser.ts";

/** `oxlint --format json`. */
export const parseOxlint: StructuredParser = ({ documents, locate, targets }) => {
  const report = documents.find(isReport);
  if (report === undefined) return null;
  const problems = objects(report["diagnostics"]).map((diagnostic): Problem => {
    const [label] = objects(diagnostic["labels"]);
    const span = isObject(label?.["span"]) ? label["span"] : {};
    return {
      severity: severityOf(diagnostic["severity"]),
      message: textValue(diagnostic["message"]) ?? "no message",
      file: fileOf(diagnostic["filename"], locate),
      line: positionOf(span["line"]),
      column: positionOf(span["column"]),
      code: textValue(diagnostic["code"]),
      suggestion: textValue(diagnostic["help"]),
      raw: JSON.stringify(diagnostic),
    };
  });
  return { problems, covered: countCovered(Number(report["number_of_files"]), targets, problems) };
};

function isReport(document: unknown): document is JsonObject {
  return isObject(document) && Array.isArray(document["diagnostics"]) && "number_of_files" in document;
}

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

/** `biome --reporter=json` of Biome 2. */
export const parseBiome: StructuredParser = ({ documents, locate, targets }) => {
  const report = documents.find(isReport);
  if (report === undefined) return null;
  const problems = objects(report["diagnostics"]).map((diagnostic): Problem => {
    const location = isObject(diagnostic["location"]) ? diagnostic["location"] : {};
    const start = isObject(location["start"]) ? location["start"] : {};
    const path = isObject(location["path"]) ? location["path"]["file"] : location["path"];
    return {
      severity: severityOf(diagnostic["severity"]),
      message: textValue(diagnostic["message"]) ?? textValue(diagnostic["description"]) ?? "no message",
      file: fileOf(path, locate),
      line: positionOf(start["line"]),
      column: positionOf(start["column"]),
      code: textValue(diagnostic["category"]),
      suggestion: adviceOf(diagnostic),
      raw: JSON.stringify(diagnostic),
    };
  });
  const { changed, unchanged, diagnosticsNotPrinted } = report["summary"] as JsonObject;
  const looked = diagnosticsNotPrinted === 0 ? Number(changed) + Number(unchanged) : Number.NaN;
  return { problems, covered: countCovered(looked, targets, problems) };
};

function isReport(document: unknown): document is JsonObject {
  return (
    isObject(document) &&
    Array.isArray(document["diagnostics"]) &&
    isObject(document["summary"]) &&
    "unchanged" in document["summary"]
  );
}

function adviceOf(diagnostic: JsonObject): string | undefined {
  const advices = objects(diagnostic["advices"]).flatMap(({ text }) => textValue(text) ?? []);
  return advices.length > 0 ? advices.join(" ") : undefined;
}

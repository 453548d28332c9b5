import type { Locate } from "../locate.ts";
import type { Problem, StructuredParser } from "../parser.ts";
import { fileOf, isObject, type JsonObject, objects, positionOf, severityOf, textValue } from "./json.ts";

/** SARIF 2.1.0, from any tool. */
export const parseSarif: StructuredParser = ({ documents, locate }) => {
  const log = documents.find(isLog);
  if (log === undefined) return null;
  const problems = objects(log["runs"]).flatMap((run) => {
    const rules = rulesOf(run);
    return objects(run["results"]).flatMap((result): Problem[] => {
      const kind = result["kind"] ?? "fail";
      if (
        (kind !== "fail" && kind !== "review" && kind !== "open") ||
        objects(result["suppressions"]).length > 0
      )
        return [];
      return [problemOf(result, { run, rules, locate })];
    });
  });
  return { problems, covered: [] };
};

interface RunContext {
  readonly run: JsonObject;
  readonly rules: ReadonlyMap<unknown, JsonObject>;
  readonly locate: Locate;
}

function problemOf(result: JsonObject, { run, rules, locate }: RunContext): Problem {
  const rule = rules.get(result["ruleId"]) ?? rules.get(result["ruleIndex"]) ?? {};
  const defaults = isObject(rule["defaultConfiguration"]) ? rule["defaultConfiguration"] : {};
  const [location = {}] = objects(result["locations"]);
  const physical = isObject(location["physicalLocation"]) ? location["physicalLocation"] : {};
  const region = isObject(physical["region"]) ? physical["region"] : {};
  const [fix] = objects(result["fixes"]);
  return {
    severity: severityOf(result["level"] ?? defaults["level"] ?? "warning"),
    message: messageOf(result, rule),
    file: artifactOf(physical, run, locate),
    line: positionOf(region["startLine"]),
    column: positionOf(region["startColumn"]),
    code: textValue(result["ruleId"]) ?? textValue(rule["id"]),
    suggestion: isObject(fix?.["description"]) ? textValue(fix["description"]["text"]) : undefined,
    raw: JSON.stringify(result),
  };
}

function isLog(document: unknown): document is JsonObject {
  return (
    isObject(document) && Array.isArray(document["runs"]) && String(document["version"]).startsWith("2.")
  );
}

/** By id, and by index for results that give only that. */
function rulesOf(run: JsonObject): ReadonlyMap<unknown, JsonObject> {
  const driver = isObject(run["tool"]) && isObject(run["tool"]["driver"]) ? run["tool"]["driver"] : {};
  return new Map(
    objects(driver["rules"]).flatMap((rule, index): [unknown, JsonObject][] => [
      [rule["id"], rule],
      [index, rule],
    ]),
  );
}

function messageOf(result: JsonObject, rule: JsonObject): string {
  const message = isObject(result["message"]) ? result["message"] : {};
  const ownText = textValue(message["text"]) ?? textValue(message["markdown"]);
  if (ownText !== undefined) return ownText;
  const strings = isObject(rule["messageStrings"]) ? rule["messageStrings"] : {};
  const template = strings[String(message["id"])];
  const args = Array.isArray(message["arguments"]) ? message["arguments"] : [];
  const text = isObject(template) ? textValue(template["text"]) : undefined;
  return (
    text?.replaceAll(/\{(\d{1,3})\}/g, (whole, index: string) => String(args[Number(index)] ?? whole)) ??
    "no message"
  );
}

function artifactOf(physical: JsonObject, run: JsonObject, locate: Locate): Problem["file"] {
  const artifact = isObject(physical["artifactLocation"]) ? physical["artifactLocation"] : {};
  const uri = textValue(artifact["uri"]);
  if (uri === undefined) return undefined;
  const bases = isObject(run["originalUriBaseIds"]) ? run["originalUriBaseIds"] : {};
  const base = bases[String(artifact["uriBaseId"])];
  const prefix = isObject(base) && typeof base["uri"] === "string" ? base["uri"] : "";
  const fullUri = /^([a-z]+:|\/)/i.test(uri) ? uri : prefix + uri;
  return fileOf(fullUri.startsWith("file:") ? fullUri : decode(fullUri), locate);
}

function decode(uri: string): string {
  try {
    return decodeURIComponent(uri);
  } catch {
    return uri;
  }
}

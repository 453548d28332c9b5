import type { Extraction } from "../extraction.ts";
import { extractJson } from "./json.ts";
import { extractYaml } from "./yaml.ts";

/** Settings whose file name does not tell the language: JSON with or without comments, or YAML. */
export function extractRc(text: string): Extraction {
  return /^\s*(?:\/[/*]|\{)/.test(text) ? extractJson(text) : extractYaml(text);
}

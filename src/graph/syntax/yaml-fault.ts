import { parseYaml } from "../data/parse-yaml.ts";
import type { TextFault } from "./text-fault.ts";

/** Tags that are not known are no fault: their readers know them. */
export function findYamlFault(text: string): TextFault | null {
  return parseYaml(text).fault ?? null;
}

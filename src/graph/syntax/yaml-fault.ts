import { parseYaml } from "../data/parse-yaml.ts";
import type { TextFault } from "./text-fault.ts";

/** Unknown tags are not faults: the file's readers know them. */
export function findYamlFault(text: string): TextFault | null {
  return parseYaml(text).fault ?? null;
}

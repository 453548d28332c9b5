import { parseArgs } from "node:util";
import type { RefusalFlags } from "../refuse.ts";

/** How the answer is wanted, as far as that can be told from arguments that are not understood. */
export function readRefusalFlags(argv: readonly string[]): RefusalFlags {
  const { values } = parseArgs({
    args: [...argv],
    strict: false,
    options: {
      json: { type: "boolean" },
      format: { type: "string", multiple: true },
      "report-path": { type: "string" },
    },
  });
  const { json, format = [], "report-path": reportPath } = values;
  return {
    ...(json === true ? { json } : {}),
    format: format.filter((each) => typeof each === "string"),
    ...(typeof reportPath === "string" ? { reportPath } : {}),
  };
}

import { parseArgs } from "node:util";
import type { RefusalFlags } from "../refuse.ts";

/** The requested output format, as far as unreadable arguments tell. */
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

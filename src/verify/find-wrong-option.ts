import { existsSync } from "node:fs";
import { TRACE_MODES } from "../vocabulary/check/trace-mode.ts";
import type { Failure } from "../vocabulary/failure.ts";
import { MODES } from "../vocabulary/run/verification-result.ts";

const LISTS = ["paths", "checks", "tags", "categories", "profiles", "skills", "triggers"] as const;

/** Validates options that come from callers without a compiler; null if they are valid. */
export function findWrongOption(options: object): Failure | null {
  const given = options as Readonly<Record<string, unknown>>;
  const { cwd, mode, trace } = given;
  if (cwd !== undefined && !(typeof cwd === "string" && existsSync(cwd)))
    return wrong("cwd", cwd, "a directory that exists");
  if (mode !== undefined && !(MODES as readonly unknown[]).includes(mode))
    return wrong("mode", mode, `one of ${MODES.join(", ")}`);
  if (trace !== undefined && !(TRACE_MODES as readonly unknown[]).includes(trace))
    return wrong("trace", trace, `one of ${TRACE_MODES.join(", ")}`);
  const list = LISTS.find((name) => given[name] !== undefined && !Array.isArray(given[name]));
  return list === undefined ? null : wrong(list, given[list], "a list of texts");
}

function wrong(name: string, value: unknown, expected: string): Failure {
  return { kind: "usage", message: `The option ${name} is not valid.`, value: String(value), expected };
}

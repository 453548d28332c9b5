import { isBuiltin } from "../../checks/builtin-files.ts";
import { FILES } from "../../vocabulary/check/check.ts";
import { PRESETS } from "../presets/presets.ts";
import type { CheckInput } from "../schema/schema.ts";

/** What runs again after an edit of one file. */
export type Cost = "the edited file" | "the tests that depend on it" | "everything";

/** A check that the repository itself suggests, and what suggested it. */
export interface InferredCheck {
  readonly fields: CheckInput;
  readonly because: string;
  readonly cost: Cost;
  /** Why it is about the whole project, or what of the script is left out; null if there is nothing to say. */
  readonly note: string | null;
}

/** From what the check is about, and how far its verdict on a file reaches. */
export function costOf(fields: Omit<CheckInput, "name">): Cost {
  if (fields.uses !== undefined && isBuiltin(fields.uses)) return "the edited file";
  const preset = fields.uses === undefined ? undefined : PRESETS[fields.uses];
  const args = fields.args ?? preset?.args ?? [];
  if (!args.some((arg) => arg.includes(FILES))) return "everything";
  return (fields.type ?? preset?.type) === "test" ? "the tests that depend on it" : "the edited file";
}

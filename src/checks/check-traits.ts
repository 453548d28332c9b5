import { type Check, FILES } from "../vocabulary/check/check.ts";

/** Whether a check is applied to single files; otherwise it is about the whole project. */
export function takesFiles({ args, builtin }: Pick<Check, "args" | "builtin">): boolean {
  return builtin !== null || args.some((arg) => arg.includes(FILES));
}

/** Checks normally only read. Checks of these types, and those with `outputs`, also make something that others use. */
export function isProducer({ type, outputs }: Pick<Check, "type" | "outputs">): boolean {
  return outputs.length > 0 || type === "build" || type === "command" || type === "custom";
}

const RUNS_CODE: ReadonlySet<Check["type"]> = new Set(["test", "build", "command", "custom"]);

/** Whether a check runs the project's own code, which may read files that its text does not show. */
export function runsCode({ type, builtin }: Pick<Check, "type" | "builtin">): boolean {
  return builtin === null && RUNS_CODE.has(type);
}

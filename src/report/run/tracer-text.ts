import { safe, type SafeText } from "../print/safe-text.ts";

/** Why nothing can be traced here, and what helps. */
export interface MissingTracer {
  readonly why: string;
  readonly advice: string;
}

/** What it means that commands are not traced, and how to change that. One line each. */
export function renderMissingTracer({ why, advice }: MissingTracer): readonly SafeText[] {
  return [
    safe`Commands are not traced, so what they read is predicted. ${why}`,
    ...(advice === "" ? [] : [safe`  ${advice}`]),
  ];
}

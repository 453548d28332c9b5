import type { VerificationResult } from "../vocabulary/verification-result.ts";
import type { RenderOptions } from "./render-options.ts";

/** For programs: the whole result. */
export function renderJson(
  result: VerificationResult,
  { isCompact }: Pick<RenderOptions, "isCompact">,
): string {
  return `${JSON.stringify(result, null, isCompact ? 0 : 2)}\n`;
}

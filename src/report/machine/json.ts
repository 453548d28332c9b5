import type { VerificationResult } from "../../vocabulary/run/verification-result.ts";
import type { Finding } from "../../vocabulary/verdict/finding.ts";
import { safeJson, type SafeText } from "../print/safe-text.ts";
import type { RenderOptions } from "../render-options.ts";

/** For programs: the whole result. Every finding has every field; unknown values are null. */
export function renderJson(
  result: VerificationResult,
  { isCompact }: Pick<RenderOptions, "isCompact">,
): SafeText {
  const document = {
    ...result,
    results: result.results.map((each) => ({ ...each, errors: each.errors.map(complete) })),
    findings: result.findings.map(complete),
  };
  return safeJson(document, isCompact ? 0 : 2);
}

const UNKNOWN = { file: null, line: null, column: null, code: null, suggestion: null, context: null };

function complete<F extends Finding>(finding: F): object {
  const { id, check, category, severity, message, ...rest } = finding;
  return { id, check, category, severity, message, ...UNKNOWN, ...rest };
}

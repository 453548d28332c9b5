import type { VerificationResult } from "../../vocabulary/verification-result.ts";
export function renderHtml(result: VerificationResult): string {
  return JSON.stringify(result.success);
}

import type { VerificationResult } from "../vocabulary/run/verification-result.ts";
import { STALE_VERDICT } from "../vocabulary/verdict/cache-check.ts";
import type { Finding } from "../vocabulary/verdict/finding.ts";

/** The words with which the user calls this command, such as `npx verification`. */
export type Program = readonly string[];

/** If it is on PATH. */
export const ON_PATH: Program = ["verification"];

/** Replaces every command in our own advice by what the user can type. */
export function asTyped(hint: string, program: Program): string {
  return hint.replaceAll(/`verification(?=[ `])/g, () => `\`${program.join(" ")}`);
}

/** The same for help, where commands are shown after a prompt. */
export function examplesAsTyped(help: string, program: Program): string {
  return help.replaceAll(/^( +\$ )verification(?=\s)/gm, (_, prompt: string) => prompt + program.join(" "));
}

/**
 * A result whose suggested commands can be typed as shown. Findings of tools stay unchanged. The program is asked for only if
 * there is such a command.
 */
export function resultAsTyped(
  result: VerificationResult,
  options: { readonly program: Program },
): VerificationResult {
  const spell = (finding: Finding): Finding =>
    finding.code === STALE_VERDICT && finding.suggestion !== undefined
      ? { ...finding, suggestion: asTyped(finding.suggestion, options.program) }
      : finding;
  return {
    ...result,
    findings: result.findings.map((finding) => ({ ...finding, ...spell(finding) })),
    results: result.results.map((each) => ({ ...each, errors: each.errors.map(spell) })),
  };
}

import type { VerificationResult } from "../vocabulary/run/verification-result.ts";
import { STALE_VERDICT } from "../vocabulary/verdict/cache-check.ts";
import type { Finding } from "../vocabulary/verdict/finding.ts";

/** The words by which this command is called in a shell, such as `npx verification`. */
export type Program = readonly string[];

/** Where it is on the search path. */
export const ON_PATH: Program = ["verification"];

/** Our own words about what to do, with every command in them as it can be typed here. */
export function asTyped(hint: string, program: Program): string {
  return hint.replaceAll(/`verification(?=[ `])/g, () => `\`${program.join(" ")}`);
}

/** The same for help, where commands are shown after a prompt. */
export function examplesAsTyped(help: string, program: Program): string {
  return help.replaceAll(/^( +\$ )verification(?=\s)/gm, (_, prompt: string) => prompt + program.join(" "));
}

/** A result for people, with the commands that it suggests as they can be typed. What tools found is left as it is. */
export function resultAsTyped(result: VerificationResult, program: Program): VerificationResult {
  const spell = (finding: Finding): Finding =>
    finding.code === STALE_VERDICT && finding.suggestion !== undefined
      ? { ...finding, suggestion: asTyped(finding.suggestion, program) }
      : finding;
  return {
    ...result,
    findings: result.findings.map((finding) => ({ ...finding, ...spell(finding) })),
    results: result.results.map((each) => ({ ...each, errors: each.errors.map(spell) })),
  };
}

import { listFailed } from "../../checks/list-failed.ts";
import { DEFAULT_TOKENS } from "../../vocabulary/run/report.ts";
import type { VerificationResult } from "../../vocabulary/run/verification-result.ts";
import type { CheckResult } from "../../vocabulary/verdict/result.ts";
import { formatCommand } from "../../wording/format-command.ts";
import { plainLine } from "../print/plain.ts";
import type { RenderOptions } from "../render-options.ts";
import { asOperand, cachedFiles, isPlainPath, rerunWords } from "../run/replayed.ts";

export interface AgentOptions extends Pick<RenderOptions, "again" | "program" | "maxTokens" | "isAtRoot"> {
  /** Whether the report says why checks ran. */
  readonly verbose?: boolean;
  /** The budget to repeat in the re-check command, if it is not the default. */
  readonly againTokens?: number;
}

/** How many files a command names at most. */
const MOST_PATHS = 5;

/** The command that shows whether the failures are fixed, from the narrowest to the widest. */
export function describeRecheck(result: VerificationResult, options: AgentOptions): readonly string[] {
  const { again, program, isAtRoot } = options;
  const maxTokens = options.againTokens ?? options.maxTokens;
  const failed = listFailed(result);
  const format = [
    "--format",
    "agent",
    ...(maxTokens === DEFAULT_TOKENS ? [] : ["--max-tokens", String(maxTokens)]),
  ];
  const checks = result.stoppedBy === null ? failed : [];
  const words = rerunWords(checks, { ...options, isAtRoot: false });
  const paths = isAtRoot && checks.length > 0 ? narrowPaths(result, checks) : [];
  const isCached = failed.some(({ replayed }) => replayed !== undefined);
  const commands = [
    ...(paths.length > 0 ? [[...words, ...format, ...paths]] : []),
    [...words, ...format],
    [...again, ...(isCached ? ["--force"] : []), ...format],
  ].map((words) => formatCommand([...program, ...words]));
  return [
    // A word with a line break would not fit on one line.
    ...commands
      .filter((command) => command === plainLine(command, Infinity))
      .map((command) => `Re-check: ${command}`),
    "Re-check: the same command.",
  ];
}

/**
 * The failed files, if only checks of single files failed and they ran on more files: then there is less to run. Empty
 * otherwise.
 */
function narrowPaths(
  { findings, scope }: VerificationResult,
  failed: readonly CheckResult[],
): readonly string[] {
  const cached = cachedFiles(failed);
  if (cached.length > 0) return cached;
  const paths = new Set<string>();
  let ran = 0;
  for (const { check } of failed) {
    const targets = new Set(scope.scopeRationale.flatMap((each) => (each.check === check ? each.file : [])));
    const found = new Set(findings.flatMap((each) => (each.check === check ? (each.file ?? "") : [])));
    if (found.size === 0 || [...found].some((file) => file === "" || !targets.has(file))) return [];
    for (const file of found) paths.add(file);
    ran = Math.max(ran, targets.size);
  }
  const isPlain = [...paths].every(isPlainPath);
  return isPlain && paths.size <= MOST_PATHS && paths.size < ran ? [...paths].map(asOperand) : [];
}

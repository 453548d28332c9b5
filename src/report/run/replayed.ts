import { listFailed } from "../../checks/list-failed.ts";
import type { VerificationResult } from "../../vocabulary/run/verification-result.ts";
import type { CheckResult } from "../../vocabulary/verdict/result.ts";
import { formatCommand } from "../../wording/format-command.ts";
import { formatAge } from "../age.ts";
import { ON_PATH } from "../as-typed.ts";
import { plural } from "../format.ts";
import type { RenderOptions } from "../render-options.ts";

export type RerunOptions = Pick<RenderOptions, "again" | "program" | "isAtRoot">;

/** For a command that is on the PATH. */
export const TYPED: RerunOptions = { again: [], program: ON_PATH, isAtRoot: false };

/** For every check with a cached failure: which it is, what to say about it, and how to re-run it. */
export function listReplayed(
  result: VerificationResult,
  options: RerunOptions,
): readonly { readonly check: string; readonly told: string; readonly command: string }[] {
  return listFailed(result)
    .filter(({ replayed }) => replayed !== undefined)
    .map((check) => ({
      check: check.check,
      told: describeReplayed(check, result),
      command: rerunCommand(check, options),
    }));
}

/** Says that a failure is cached, since when, and why it did not run again; empty if the failure is from this run. */
export function describeReplayed(
  { replayed }: Pick<CheckResult, "replayed">,
  { startedAt }: Pick<VerificationResult, "startedAt">,
): string {
  if (replayed === undefined) return "";
  const { runId, timestamp, units } = replayed;
  const what = units > 1 ? `cached failure of ${plural(units, "file")}` : "cached failure";
  const when = formatAge(timestamp, new Date(startedAt).getTime());
  return `${what} from run ${runId}, ${when}: not run again, because nothing it depends on changed`;
}

/** The command that re-runs a check whatever is cached, ready to type. */
export function rerunCommand(check: CheckResult, options: RerunOptions): string {
  return formatCommand([...options.program, ...rerunWords([check], options)]);
}

/** Cached failures run again only if the cache is ignored; for others, the command is enough. */
export function rerunWords(
  checks: readonly CheckResult[],
  { again, isAtRoot }: RerunOptions,
): readonly string[] {
  const isCached = checks.some(({ replayed }) => replayed !== undefined);
  return [
    ...again,
    ...(isCached ? ["--force"] : []),
    ...checks.flatMap(({ check }) => ["--check", check]),
    ...(isAtRoot ? cachedFiles(checks) : []),
  ];
}

/** The files whose failures are cached, if nothing else failed and all of them can be named. */
export function cachedFiles(checks: readonly CheckResult[]): readonly string[] {
  const files = checks.flatMap(({ cached, replayed }) =>
    cached && replayed !== undefined && replayed.files.length === replayed.units ? replayed.files : [""],
  );
  return files.every(isPlainPath) ? [...new Set(files)].map(asOperand) : [];
}

/** A name that needs quotes may contain text that is meant to be read. */
export function isPlainPath(path: string): boolean {
  return /^[\w@+.][\w@+./-]*$/.test(path);
}

/** A path that cannot be mistaken for the name of a command. */
export function asOperand(path: string): string {
  return path.includes("/") ? path : `./${path}`;
}

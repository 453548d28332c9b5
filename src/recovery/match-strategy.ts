import { posix } from "node:path";
import { categoriesOf } from "../checks/finding-categories.ts";
import { misreaderOf } from "../checks/name-files.ts";
import { isArgument } from "../paths/encode-path.ts";
import { matchGlobs } from "../paths/glob.ts";
import { type Check, FILES } from "../vocabulary/check/check.ts";
import type { Condition, Strategy } from "../vocabulary/run/recovery.ts";
import type { TreeState } from "../vocabulary/run/watch.ts";
import type { RepoPath } from "../vocabulary/tree/path.ts";
import type { Finding } from "../vocabulary/verdict/finding.ts";
import type { CheckResult } from "../vocabulary/verdict/result.ts";

/** A failed check, with the findings that count. */
export interface FailedCheck {
  readonly check: Check;
  readonly result: Pick<CheckResult, "check" | "exitCode" | "stdout" | "stderr">;
  readonly findings: readonly Finding[];
}

export interface Match {
  readonly findings: readonly Finding[];
  /** The files for `{files}`; empty if the strategy does not use them. */
  readonly files: readonly RepoPath[];
}

/**
 * What a strategy can fix in a failed check; null if nothing. A check that failed without findings is matched by its
 * output. A strategy that needs files does not match if no file of the tree is named.
 */
export function matchStrategy(strategy: Strategy, failed: FailedCheck, tree: TreeState): Match | null {
  if (strategy.needsExit && failed.result.exitCode === null) return null;
  const findings = failed.findings.filter((finding) =>
    fits(strategy.when, failed, {
      categories: [finding.category, failed.check.category],
      code: finding.code,
      texts: [finding.message, finding.raw ?? ""],
    }),
  );
  const isMatched =
    failed.findings.length > 0
      ? findings.length > 0
      : fits(strategy.when, failed, {
          categories: [categoriesOf(failed.check).category, failed.check.category],
          code: undefined,
          texts: [failed.result.stdout, failed.result.stderr],
        });
  if (!isMatched) return null;
  if (!strategy.args.some((arg) => arg.includes(FILES))) return { findings, files: [] };
  const files = filesOf(failed, findings).filter(
    (file) => isPlainFile(file, tree) && isArgument(file) && misreaderOf(file, strategy) === null,
  );
  return files.length === 0 ? null : { findings, files: [...new Set(files)].sort() };
}

interface Subject {
  /** The category of the finding, and of its check. */
  readonly categories: readonly string[];
  readonly code: string | undefined;
  readonly texts: readonly string[];
}

function fits(conditions: readonly Condition[], { check }: FailedCheck, subject: Subject): boolean {
  return conditions.every(
    (when) =>
      (when.check === undefined || when.check === check.name) &&
      (when.type === undefined || when.type === check.type) &&
      (when.category === undefined || subject.categories.includes(when.category)) &&
      (when.code === undefined || when.code === subject.code) &&
      (when.pattern === undefined || finds(when.pattern, subject.texts)),
  );
}

function finds(pattern: string, texts: readonly string[]): boolean {
  const expression = new RegExp(pattern, "m");
  return texts.some((text) => expression.test(text));
}

/** The files that findings name; if there are none, the targets that the check's output names. */
function filesOf({ check, result }: FailedCheck, findings: readonly Finding[]): readonly RepoPath[] {
  const named = findings.flatMap(({ file }) => (file === undefined ? [] : [file as RepoPath]));
  if (named.length > 0 || check.files === null) return named;
  const isTarget = matchGlobs(check.files);
  const words = new Set(`${result.stdout}\n${result.stderr}`.split(/[\s:'"()]+/));
  return [...words].map((word) => posix.join(check.cwd, word) as RepoPath).filter((path) => isTarget(path));
}

/** A link leads elsewhere: we do not edit what is behind it. */
function isPlainFile(file: RepoPath, tree: TreeState): boolean {
  return /^(file|executable) /.test(tree.get(file) ?? "");
}

import type { RepoPath } from "../../vocabulary/tree/path.ts";
import type { CoveredFile, Problem } from "./parser.ts";

/**
 * For a tool that lists only problems and says how many files it checked: if it checked as many as it was given, it
 * covers each of them. A file with only warnings may be what fails.
 */
export function countCovered(
  looked: number,
  targets: readonly RepoPath[],
  problems: readonly Problem[],
): readonly CoveredFile[] {
  if (looked !== targets.length) return [];
  const worst = new Map<RepoPath | undefined, Problem["severity"]>();
  for (const { file, severity } of problems) if (worst.get(file) !== "error") worst.set(file, severity);
  const given = new Set(targets);
  if ([...worst.keys()].some((file) => file === undefined || !given.has(file))) return [];
  return targets.flatMap((file): CoveredFile[] => {
    const severity = worst.get(file);
    if (severity === "error") return [{ file, status: "failed" }];
    return severity === undefined ? [{ file, status: "passed" }] : [];
  });
}

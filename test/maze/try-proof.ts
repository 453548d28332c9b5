import { checkName } from "./check-name.ts";
import type { Maze } from "./lay-maze.ts";
import { matcher } from "./judge-findings.ts";
import { listUnsought } from "./list-unsought.ts";
import { predict } from "./predictions.ts";
import type { Proof } from "./proof.ts";
import { watchUnit } from "./watch-unit.ts";

/** What came out for one tool. */
export interface Findings {
  /** What it opened or looked for and what is not covered. */
  readonly open: readonly string[];
  /** Names of the table that it never looked for. */
  readonly unsought: readonly string[];
  /** Files of the maze that count as its settings, and that it neither opened nor looked for. */
  readonly unopened: readonly string[];
  /** What went wrong while it ran. */
  readonly failed: readonly string[];
}

/** Runs a tool in the maze, unit by unit, and holds what it did against what is predicted of each. */
export async function tryProof({ tool, checks, hurried = {} }: Proof, maze: Maze): Promise<Findings> {
  const open = new Set<string>();
  const settings = new Set<string>();
  const touched = new Set<string>();
  const failed: string[] = [];
  for (const name of checks.map((_, index) => checkName(tool, index))) {
    const predictions = await predict(name, maze);
    if (predictions.targets.length === 0) failed.push(`${name} has no unit`);
    for (const target of predictions.targets) {
      const watched = await watchUnit(predictions.check, target, maze);
      if (!watched.passed) failed.push(`${name} ${target}: ${watched.said}`);
      const missing = await predictions.withoutNotice(target, [...watched.missing]);
      const opened = [...watched.opened].filter((path) => !predictions.isCovered(target, path));
      const packages = [...watched.packages].filter((path) => !predictions.isInstalled(target, path));
      for (const path of [...opened, ...missing, ...packages]) open.add(path);
      for (const path of [...watched.opened, ...watched.missing, ...watched.found]) touched.add(path);
      for (const path of predictions.settings(target)) settings.add(path);
    }
    predictions.close();
  }
  return {
    open: [...open].sort(),
    unsought: listUnsought(tool, touched, matcher(hurried)),
    unopened: [...settings].filter((path) => !touched.has(path)).sort(),
    failed,
  };
}

import { expandGlobs } from "./expand-globs.ts";
import { predict } from "./predictions.ts";
import type { Maze } from "./lay-maze.ts";
import type { Proof } from "./proof.ts";
import { watchUnit } from "./watch-unit.ts";

/** What came out for one tool. */
export interface Findings {
  /** What it opened or looked for and what is not covered. */
  readonly open: readonly string[];
  /** Names of the table that it never looked for. */
  readonly unsought: readonly string[];
  /** Files of the maze that count as its settings, and that it never opened. */
  readonly unopened: readonly string[];
  /** What went wrong while it ran. */
  readonly failed: readonly string[];
}

export async function tryProof({ tool, checks }: Proof, maze: Maze): Promise<Findings> {
  const open = new Set<string>();
  const settings = new Set<string>();
  const touched = new Set<string>();
  const failed: string[] = [];
  for (const name of checks.map((_, index) => checkName(tool, index))) {
    const predictions = await predict(name, maze);
    if (predictions.targets.length === 0) failed.push(`${name} has no unit`);
    for (const target of predictions.targets) {
      const t0=Date.now(); const watched = await watchUnit(predictions.check, target, maze); const t1=Date.now();
      if (!watched.passed) failed.push(`${name} ${target}: ${watched.said}`);
      for (const path of watched.opened) if (!predictions.isCovered(target, path)) open.add(path);
      for (const path of await predictions.withoutNotice(target, [...watched.missing])) open.add(path);
      for (const path of [...watched.opened, ...watched.missing]) touched.add(path);
      if(process.env.WANTED) console.log(name,target,'watch',t1-t0,'mutate',Date.now()-t1,watched.opened.size,watched.missing.size,watched.packages.size);
      for (const path of watched.found) touched.add(path);
      for (const path of predictions.settings(target)) settings.add(path);
      const covered = predictions.packages(target);
      for (const path of watched.packages) if (!covered.has(path)) open.add(path);
    }
    predictions.close();
  }
  return {
    open: [...open].sort(),
    unsought: expandGlobs(tool).filter(({ isAmong }) => !isAmong(touched)).map(({ name }) => name),
    unopened: [...settings].filter((path) => !touched.has(path)).sort(),
    failed,
  };
}

export function checkName(tool: string, index: number): string {
  return `${tool.replaceAll(" ", "")}-${index}`;
}

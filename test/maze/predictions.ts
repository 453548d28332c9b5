import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { hashBlob } from "../../src/system/files/hash-blob.ts";
import { type Coverage, createCoverage } from "../../src/units/coverage.ts";
import type { Unit } from "../../src/units/unit.ts";
import { assess, type WholeAssessment } from "../../src/verify/assess.ts";
import type { WholeObservation } from "../../src/verify/observe/observe-units.ts";
import type { Check } from "../../src/vocabulary/check/check.ts";
import type { RepoPath } from "../../src/vocabulary/tree/path.ts";
import type { Snapshot } from "../../src/vocabulary/tree/snapshot.ts";
import type { Target } from "../../src/vocabulary/verdict/unit.ts";
import type { Maze } from "./lay-maze.ts";

/** What is predicted of the units of one check, read off their fingerprints. */
export interface Predictions {
  readonly check: Check;
  readonly targets: readonly Target[];
  isCovered(target: Target, path: RepoPath): boolean;
  /** Those of the names that would not count if a file of that name came into being. */
  withoutNotice(target: Target, names: readonly RepoPath[]): Promise<readonly RepoPath[]>;
  /** The files that count as settings. */
  settings(target: Target): readonly string[];
  /** Whether the installed package in this directory counts, by itself or with all that is installed. */
  isInstalled(target: Target, directory: string): boolean;
  close(): void;
}

/** What npm writes about all that it installed. */
const RECORD = "node_modules/.package-lock.json";

export async function predict(name: string, maze: Maze): Promise<Predictions> {
  const { root, env } = maze;
  const found = await assess({ cwd: root, env, checks: [name] });
  if (!found.ok) throw new Error(found.failures.map(({ message }) => message).join("\n"));
  const assessment = found.value;
  const { snapshot } = assessment.tree;
  const before = unitsOf(assessment, name);
  for (const { unknown, target } of before.values())
    if (unknown !== null) throw new Error(`${name} ${target}: ${unknown}`);
  const unitOf = (target: Target): Unit => before.get(target) as Unit;
  const coverageWith = async (target: Target, names: readonly RepoPath[]): Promise<Coverage["of"]> => {
    const added = names.map((path) => [path, newText(path)] as const);
    for (const [path, text] of added) maze.write(path, text);
    try {
      const after = await assessment.observe(withFiles(snapshot, added));
      const units = unitsOf(after, name);
      const { of } = coverageOf(after, units.get(target) as Unit);
      return (path) => (units.has(path) ? "content" : of(path));
    } finally {
      for (const path of names) maze.remove(path);
    }
  };
  return {
    check: assessment.config.checks.find((each) => each.name === name) as Check,
    targets: [...before.keys()],
    isCovered: (target, path) => coverageOf(assessment, unitOf(target)).of(path) !== null,
    withoutNotice: async (target, names) => {
      const possible = names.filter((path) => canBeFile(path, maze));
      const together = possible.filter((path) => !possible.some((each) => each.startsWith(`${path}/`)));
      const covered = await coverageWith(target, together);
      const left: RepoPath[] = [];
      // Where one of several is taken, the others are not.
      for (const path of possible)
        if (covered(path) === null && (await coverageWith(target, [path]))(path) === null) left.push(path);
      return left;
    },
    settings: (target) => list(unitOf(target).components["configuration"], "", assessment),
    isInstalled: (target, directory) => {
      const { components } = unitOf(target);
      const parts = [components["packages"], components["configuration:packages"]];
      const counted = new Set(parts.flatMap((part) => list(part, "", assessment)));
      return counted.has(directory) || counted.has(RECORD);
    },
    close: () => assessment.store.close(),
  };
}

function unitsOf({ units }: Pick<WholeObservation, "units">, name: string): ReadonlyMap<Target, Unit> {
  return new Map((units.get(name) ?? []).map(({ predicted }) => [predicted.target, predicted]));
}

function coverageOf({ tree, units }: Pick<WholeObservation, "tree" | "units">, unit: Unit): Coverage {
  return createCoverage(tree, units)(unit);
}

function withFiles(snapshot: Snapshot, added: readonly (readonly [RepoPath, string])[]): Snapshot {
  const entries = added.map(
    ([path, text]) => [path, { kind: "file", id: hashBlob(Buffer.from(text), "sha1") }] as const,
  );
  return { ...snapshot, files: new Map([...snapshot.files, ...entries]) };
}

function newText(path: string): string {
  if (path.endsWith(".json")) return "{}\n";
  return /\.(?:[cm]?[jt]sx?|vue|svelte)$/.test(path) ? "export const added = 1;\n" : "\n";
}

/** All files of a manifest. */
function list(
  hash: string | undefined,
  prefix: string,
  context: Pick<WholeAssessment, "tree">,
): readonly string[] {
  const node = context.tree.manifests.get(hash ?? "");
  if (node === undefined) return [];
  return [
    ...Object.keys(node.files).map((name) => `${prefix}${name}`),
    ...Object.entries(node.directories).flatMap(([name, below]) => list(below, `${prefix}${name}/`, context)),
  ];
}

/** Whether all that is above the path is a directory, or can become one. */
function canBeFile(path: string, { root }: Maze): boolean {
  const above = path.split("/").slice(0, -1);
  const places = above.map((_, index) => join(root, ...above.slice(0, index + 1)));
  return places.every((place) => !existsSync(place) || statSync(place).isDirectory());
}

import { madeOf } from "../values/packed-list.ts";
import { hash } from "node:crypto";
import { relative, sep } from "node:path";
import { findRoot } from "../config/root.ts";
import { findIgnored } from "../detect/find-ignored.ts";
import { isWithin } from "../paths/is-within.ts";
import { isOwnFile } from "../paths/own-files.ts";
import { runGit } from "../system/git/git.ts";
import type { UnitList } from "../units/kept/unit-list.ts";
import type { FoundUnit } from "../units/unit.ts";
import { succeed } from "../values/succeed.ts";
import { assessFromChange, type Assessment } from "../verify/assess.ts";
import type { PlanOptions } from "../verify/options.ts";
import { findUnverified, type UnverifiedCheck } from "../verify/find-unverified.ts";
import { snapshotByGit } from "../verify/observe/observe-tree.ts";
import { closeStore } from "../verify/repository-store.ts";
import { ENGINE } from "../vocabulary/engine.ts";
import type { Result } from "../vocabulary/failure.ts";
import type { LeftOutCheck, Receipt } from "../vocabulary/run/receipt.ts";
import { digestTree } from "./digest-tree.ts";

/** A receipt covers every check, so there is nothing to select. */
export type ReceiptOptions = Pick<
  PlanOptions,
  "cwd" | "env" | "config" | "configFile" | "profiles" | "onEvent"
>;

export interface IssuedReceipt {
  readonly verified: true;
  readonly receipt: Receipt;
}

/** Why there is no receipt for the current tree. */
export interface RefusedReceipt {
  readonly verified: false;
  readonly unverified: readonly UnverifiedCheck[];
  /** Those of them whose verdicts are never cached, so that running them does not help. */
  readonly neverKept: readonly string[];
  /** Files that cannot be read. */
  readonly unreadable: readonly string[];
}

/** States what was verified, if every enabled check has passed for the current tree. Runs no check. */
export async function issueReceipt(
  options: ReceiptOptions = {},
): Promise<Result<IssuedReceipt | RefusedReceipt>> {
  const assessed = await assessFromChange(options);
  if (!assessed.ok) return assessed;
  closeStore(assessed.value.store, options.onEvent);
  const refused = refuseReceipt(assessed.value);
  if (refused !== null) return succeed(refused);
  return succeed({ verified: true, receipt: await describeTree(assessed.value, options.profiles ?? []) });
}

/** Null if every enabled check has passed for it, and there is at least one. */
export function refuseReceipt(assessment: Assessment): RefusedReceipt | null {
  const { plan, scope, isKeeping, tree } = assessment;
  const { verified, unverified } = findUnverified(plan);
  const unreadable = [...tree.snapshot.unreadable].sort();
  if (unverified.length === 0 && verified.length > 0 && unreadable.length === 0) return null;
  const isNeverKept = ({ check }: UnverifiedCheck): boolean =>
    !isKeeping || madeOf(scope.units.get(check) ?? []).some(({ reason }) => reason.type === "not-reusable");
  return {
    verified: false,
    unverified,
    neverKept: unverified.filter(isNeverKept).map(({ check }) => check),
    unreadable,
  };
}

/** What a receipt for the current tree would say, whether its checks passed or not. */
export async function describeTree(assessment: Assessment, profiles: readonly string[]): Promise<Receipt> {
  const { config, tree, plan, units } = assessment;
  const { commit, uncommitted } = await snapshotByGit(assessment);
  const { files } = tree.snapshot;
  const isClean = commit !== null && uncommitted.size === 0;
  const since = plan.checks.flatMap((planned) =>
    "units" in planned
      ? planned.units.map(({ reason }) => (reason.type === "stands" ? reason.since : 0))
      : [],
  );
  return {
    schemaVersion: 1,
    engine: ENGINE,
    commit,
    gitTree: isClean ? await treeOf(config.root, commit) : null,
    uncommittedFiles: commit === null ? files.size : uncommitted.size,
    tree: digestTree(tree.snapshot),
    files: files.size,
    profiles,
    verifiedAt: new Date(since.reduce((latest, at) => Math.max(latest, at), 0)).toISOString(),
    checks: plan.checks.flatMap(({ check, decision }) => {
      if (decision === "skip") return [];
      const own = units.get(check) ?? [];
      return [{ check, units: own.length, fingerprints: digestUnits(own) ?? "unknown" }];
    }),
    leftOut: plan.checks.flatMap((planned): readonly LeftOutCheck[] => {
      if (planned.decision !== "skip") return [];
      return [{ check: planned.check, why: planned.reason.type === "disabled" ? "disabled" : "no-files" }];
    }),
  };
}

async function treeOf(root: string, commit: string): Promise<string | null> {
  const args = ["rev-parse", "--verify", "--quiet", "--end-of-options", `${commit}^{tree}`];
  const asked = await runGit({ root, args });
  return asked.ok ? asked.stdout.toString("utf8").trim() : null;
}

/** Null if something that a verdict depends on is unknown: unknown equals nothing. */
function digestUnits(units: UnitList<FoundUnit>): string | null {
  if (madeOf(units).some(({ fingerprint }) => fingerprint === null)) return null;
  const lines = Array.from(units, ({ target, fingerprint }) => JSON.stringify([target, fingerprint]));
  return hash("sha256", lines.sort().join("\n")).slice(0, 32);
}

/** Whether a file is not part of the verified tree, so that writing it changes no verdict. */
export async function isOutsideTree(cwd: string, path: string): Promise<boolean> {
  const { path: root } = findRoot(cwd);
  const inside = relative(root, path);
  // Git tracks nothing in a directory with this name, wherever it is.
  if (!isWithin(root, path) || isOwnFile(inside) || inside.split(sep).includes(".git")) return true;
  return (await findIgnored(root, [inside])).has(inside);
}

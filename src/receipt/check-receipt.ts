import { madeOf } from "../values/packed-list.ts";
import { detectChanges } from "../detect/change-set.ts";
import { readBaselineTree } from "../detect/past/baseline.ts";
import { resolveCommit } from "../detect/past/commits.ts";
import { createSketchCache } from "../store/database/adapters.ts";
import { fail, succeed } from "../values/succeed.ts";
import { assessFromChange, type Assessment } from "../verify/assess.ts";
import type { UnverifiedCheck } from "../verify/find-unverified.ts";
import { listExcluded } from "../verify/observe/observe-tree.ts";
import { listBaselines } from "../verify/record/baselines.ts";
import { closeStore } from "../verify/repository-store.ts";
import type { Result } from "../vocabulary/failure.ts";
import type { Receipt } from "../vocabulary/run/receipt.ts";
import type { ChangeSet } from "../vocabulary/tree/change-set.ts";
import { digestTree } from "./digest-tree.ts";
import { readReceipt } from "./receipt-format.ts";
import { describeTree, type ReceiptOptions, refuseReceipt } from "./receipt.ts";

/** A file that differs from the receipt's tree. */
export type DifferingFile =
  | { readonly type: "added" | "modified" | "deleted"; readonly path: string }
  | { readonly type: "renamed"; readonly path: string; readonly previousPath: string };

/** One way in which the current tree differs from the one of a receipt. */
export type ReceiptDifference =
  /** The text was changed after it was written. */
  | { readonly type: "altered"; readonly detail: string }
  | { readonly type: "profiles"; readonly before: readonly string[]; readonly after: readonly string[] }
  | { readonly type: "engine"; readonly before: string; readonly after: string }
  /** `files` lists what differs; null if the tree of the receipt is not known here. */
  | {
      readonly type: "tree";
      readonly before: string;
      readonly after: string;
      readonly files: readonly DifferingFile[] | null;
    }
  /** A file could not be read, so the tree is unknown. */
  | { readonly type: "unreadable"; readonly file: string }
  /** An enabled check that the receipt does not mention, or one that does not take part here. */
  | { readonly type: "check-missing" | "check-unknown"; readonly check: string }
  | { readonly type: "fingerprints"; readonly check: string; readonly detail: string };

export interface CheckedReceipt {
  readonly schemaVersion: 1;
  readonly holds: boolean;
  /** Null if the text was altered. */
  readonly receipt: Receipt | null;
  readonly differences: readonly ReceiptDifference[];
  /** Checks whose passed verdict is not known here: only the receipt claims it. */
  readonly unconfirmed: readonly UnverifiedCheck[];
  /** Those of them that fail here. */
  readonly contradicted: readonly string[];
  readonly confirmedVerdicts: number;
  /** Whether the receipt's claims were accepted for what is not known here. */
  readonly trusted: boolean;
  /** The checked-out commit, if it differs but has the same content. */
  readonly otherCommit: string | null;
}

export interface CheckReceiptOptions extends ReceiptOptions {
  /** Accept the receipt's claims about verdicts that are not known here. */
  readonly trust?: boolean;
}

/**
 * Whether a receipt holds for the current tree: the text is unchanged, the files and everything that the verdicts
 * depend on are the same, and the verdicts are known here too. Runs no check.
 */
export async function checkReceipt(
  text: string,
  options: CheckReceiptOptions = {},
): Promise<Result<CheckedReceipt>> {
  const trusted = options.trust === true;
  const read = readReceipt(text);
  if (read.type === "unreadable") {
    const hint = "`verification receipt` prints one.";
    return fail({ kind: "usage", message: `This is not a receipt: ${read.detail}.`, hint });
  }
  if (read.type === "altered") return succeed(alteredReceipt(read.detail, trusted));
  const { receipt } = read;
  const given = options.profiles ?? [];
  if (given.length > 0 && JSON.stringify(given) !== JSON.stringify(receipt.profiles)) {
    const differences = [{ type: "profiles", before: receipt.profiles, after: given }] as const;
    return succeed({ ...alteredReceipt("", trusted), receipt, differences });
  }
  const assessed = await assessFromChange({ ...options, profiles: receipt.profiles });
  if (!assessed.ok) return assessed;
  try {
    const now = await describeTree(assessed.value, receipt.profiles);
    const differences = await compare(receipt, now, assessed.value);
    const unconfirmed = refuseReceipt(assessed.value)?.unverified ?? [];
    const contradicted = unconfirmed.filter((each) => isKnownToFail(each, assessed.value));
    const isConfirmed = trusted ? contradicted.length === 0 : unconfirmed.length === 0;
    const open = new Set(unconfirmed.map(({ check }) => check));
    return succeed({
      schemaVersion: 1,
      holds: differences.length === 0 && isConfirmed && receipt.checks.length > 0,
      receipt,
      differences,
      unconfirmed,
      contradicted: contradicted.map(({ check }) => check),
      confirmedVerdicts: now.checks.reduce((sum, { check, units }) => sum + (open.has(check) ? 0 : units), 0),
      trusted,
      otherCommit: now.commit === receipt.commit ? null : now.commit,
    });
  } finally {
    closeStore(assessed.value.store, options.onEvent);
  }
}

function alteredReceipt(detail: string, trusted: boolean): CheckedReceipt {
  return {
    schemaVersion: 1,
    holds: false,
    receipt: null,
    differences: [{ type: "altered", detail }],
    unconfirmed: [],
    contradicted: [],
    confirmedVerdicts: 0,
    trusted,
    otherCommit: null,
  };
}

async function compare(
  before: Receipt,
  after: Receipt,
  assessment: Assessment,
): Promise<readonly ReceiptDifference[]> {
  const differences: ReceiptDifference[] = [];
  if (before.engine !== after.engine)
    differences.push({ type: "engine", before: before.engine, after: after.engine });
  for (const file of assessment.tree.snapshot.unreadable) differences.push({ type: "unreadable", file });
  if (before.tree !== after.tree) {
    const files = await changedSince(before, assessment);
    differences.push({ type: "tree", before: before.tree, after: after.tree, files });
  }
  const open = refuseReceipt(assessment)?.unverified ?? [];
  const details = new Map(
    open.map((each) => [each.check, isKnownToFail(each, assessment) ? "" : each.detail] as const),
  );
  const now = new Map(after.checks.map((each) => [each.check, each]));
  const then = new Map(before.checks.map((each) => [each.check, each]));
  for (const { check, units, fingerprints } of after.checks) {
    const told = then.get(check);
    const detail = details.get(check) ?? "";
    if (told === undefined) differences.push({ type: "check-missing", check });
    else if (told.fingerprints !== fingerprints || told.units !== units)
      differences.push({ type: "fingerprints", check, detail });
  }
  for (const { check } of before.checks)
    if (!now.has(check)) differences.push({ type: "check-unknown", check });
  return differences;
}

/**
 * The files that differ from the receipt's tree. Null if that tree is not known here: it is neither the last verified
 * one nor that of a commit.
 */
async function changedSince(
  { commit, gitTree, tree: digest }: Receipt,
  { config, tree, store, changes }: Assessment,
): Promise<readonly DifferingFile[] | null> {
  const [baseline] = listBaselines(config, store).found;
  const verified = baseline === undefined ? null : await readBaselineTree(config.root, baseline);
  if (verified?.ok === true && digestTree(verified) === digest) return listFiles(changes);
  if (commit === null || gitTree === null) return null;
  const resolved = await resolveCommit(config.root, commit);
  if (!resolved.ok) return null;
  const exclude = listExcluded(config);
  const renames = { threshold: config.incremental.similarityThreshold, sketches: createSketchCache(store) };
  const against = { commit: resolved.value };
  const since = await detectChanges({ snapshot: tree.snapshot, against, exclude, renames });
  return since.complete ? listFiles(since) : null;
}

/** Ordered by path. */
function listFiles({ added, modified, deleted, renamed }: ChangeSet): readonly DifferingFile[] | null {
  const files: readonly DifferingFile[] = [
    ...added.map(({ path }) => ({ type: "added", path }) as const),
    ...modified.map(({ path }) => ({ type: "modified", path }) as const),
    ...deleted.map(({ path }) => ({ type: "deleted", path }) as const),
    ...renamed.map(
      ({ previousPath, currentPath: path }) => ({ type: "renamed", path, previousPath }) as const,
    ),
  ];
  return files.length === 0 ? null : files.toSorted((one, other) => (one.path < other.path ? -1 : 1));
}

function isKnownToFail({ check, why }: UnverifiedCheck, { scope }: Assessment): boolean {
  const units = scope.units.get(check) ?? [];
  return why !== "would-run" || madeOf(units).some(({ reason }) => reason.type === "failed-before");
}

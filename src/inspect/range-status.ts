import { findRoot } from "../config/root.ts";
import { compareCommits } from "../detect/change-set.ts";
import { resolveCommit } from "../detect/past/commits.ts";
import { describeChanges } from "../scope/describe-scope.ts";
import { fail, succeed } from "../values/succeed.ts";
import type { PlanOptions } from "../verify/options.ts";
import type { Result } from "../vocabulary/failure.ts";
import type { Changes } from "../vocabulary/run/verification-result.ts";

export interface RangeStatus {
  readonly from: string;
  readonly to: string;
  readonly changes: Changes;
}

/** What changed between two commits, independent of the checkout. Runs nothing. */
export async function rangeStatus(
  range: { readonly from: string | undefined; readonly to: string },
  options: Pick<PlanOptions, "cwd"> = {},
): Promise<Result<RangeStatus>> {
  if (range.from === undefined)
    return fail({
      kind: "usage",
      message: "--to needs --baseline: where the range starts.",
      value: range.to,
      expected: "--baseline <commit> too",
    });
  const root = findRoot(options.cwd ?? process.cwd()).path;
  const [from, to] = await Promise.all([resolveCommit(root, range.from), resolveCommit(root, range.to)]);
  if (!from.ok) return from;
  if (!to.ok) return to;
  const compared = await compareCommits(root, { from: from.value, to: to.value });
  if (!compared.ok) return compared;
  return succeed({ from: from.value, to: to.value, changes: describeChanges(compared.value, []) });
}

import { groupBy } from "../../values/group-by.ts";
import type { VerificationResult } from "../../vocabulary/run/verification-result.ts";
import { plural } from "../format.ts";
import { plainLine } from "../print/plain.ts";

/**
 * Why checks ran, each reason once with the first files that it applies to; from the longest form to the shortest.
 * Names of files and tools are behind a bar.
 */
export function describeWhy({ scope, results }: VerificationResult): readonly string[] {
  const cached = results.filter((each) => each.status !== "skipped" && each.cached).length;
  const groups = [...groupBy(scope.scopeRationale, ({ check, detail }) => JSON.stringify([check, detail]))];
  const reasons = groups.map(([, [first, ...others]]) => {
    const names = [first, ...others].slice(0, 3).flatMap((each) => (each === undefined ? [] : each.file));
    const files = names.filter((file) => file !== "");
    const more = others.length > 2 ? ` and ${others.length - 2} more` : "";
    const on = files.length === 0 ? "" : ` on ${files.join(", ")}${more}`;
    return `  | ${plainLine(`${first?.check ?? ""}${on}: ${first?.detail ?? ""}`, 240)}`;
  });
  if (reasons.length === 0) return [`Ran: nothing; ${plural(cached, "check")} cached.`];
  const counts = [reasons.length, ...[30, 15, 8, 4, 2, 1].filter((count) => count < reasons.length)];
  const forms = counts.map((count) => {
    const hiddenCount = reasons.length - count;
    const lines = [
      ...reasons.slice(0, count),
      ...(hiddenCount > 0 ? [`  ${plural(hiddenCount, "more reason")}.`] : []),
    ];
    return ["Ran, and why:", ...lines].join("\n");
  });
  return [...forms, `Ran for ${plural(reasons.length, "reason")}; \`verification explain\` shows them.`];
}

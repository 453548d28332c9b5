import type { VerificationResult } from "../../vocabulary/run/verification-result.ts";
import { plural } from "../format.ts";
import { joinLines, safe, type SafeText } from "../print/safe-text.ts";

/** For fewer units, nobody asks why. */
const FEWEST = 5;
/** Reasons that need no explanation: nothing shared has changed. */
const OWN: ReadonlySet<string> = new Set([
  "never-verified",
  "directly-changed",
  "failed-before",
  "full-run",
  "sampled",
]);
const OPAQUE = /an import in (.+):\d+ that only running the code can resolve/;

/** If one cause made more than half of a check's files run again, names it. */
export function renderMuch({ results, scope }: VerificationResult): SafeText {
  const lines = results.flatMap(({ check, filesVerified, cacheHits }) => {
    const all = filesVerified + cacheHits;
    if (all < FEWEST) return [];
    const causes = new Map<string, { count: number; cause: string }>();
    for (const each of scope.scopeRationale) {
      if (each.check !== check || OWN.has(each.reason)) continue;
      const cause = each.detail.replace(/ \([^()]* -> [^()]*\)$/, "");
      const known = causes.get(cause);
      if (known === undefined) causes.set(cause, { count: 1, cause });
      else known.count += 1;
    }
    const [most] = [...causes.values()].sort((one, other) => other.count - one.count);
    if (most === undefined || most.count * 2 <= all) return [];
    const summary = safe`${check} ran ${most.count} of ${plural(all, "file")} again: ${most.cause}`;
    const from = OPAQUE.exec(most.cause)?.[1];
    if (from === undefined) return [summary];
    const edge = safe`edges: [{ from: ${JSON.stringify(from)}, to: [] }]`;
    return [summary, safe`  → ${edge}, with what it loads of this repository under to, narrows that`];
  });
  return joinLines(lines);
}

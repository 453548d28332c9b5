import type { StoredVerdict, Verdict } from "../../store/records/records.ts";
import type { Check } from "../../vocabulary/check/check.ts";
import type { Contradiction, ComparedVerdict } from "../../vocabulary/verdict/cache-check.ts";
import type { Finding } from "../../vocabulary/verdict/finding.ts";

/**
 * How a fresh verdict differs from the stored one; null if they agree. Findings are compared only if a verdict has its
 * own: the findings of one file can depend on the other files of the command.
 */
export function compareVerdicts(check: Check, stored: StoredVerdict, fresh: Verdict): Contradiction | null {
  const isOwn = check.builtin !== null || (fresh.target === "" && check.replayFailures);
  const isSame =
    stored.status === fresh.status && (!isOwn || idsOf(stored.findings) === idsOf(fresh.findings));
  return isSame ? null : contradiction(stored, fresh);
}

export function contradiction(stored: StoredVerdict, fresh: Verdict): Contradiction {
  const { check, target, fingerprint } = fresh;
  return { check, file: target, fingerprint, stored: said(stored), fresh: said(fresh) };
}

function said({ status, exitCode, runId, findings }: Verdict): ComparedVerdict {
  return { status, exitCode, runId, findings: findings.map(({ id }) => id) };
}

function idsOf(findings: readonly Finding[]): string {
  return findings
    .map(({ id }) => id)
    .sort()
    .join();
}

import type { StoredVerdict, Verdict } from "../../store/records/records.ts";
import type { Check } from "../../vocabulary/check/check.ts";
import type { Contradiction, Said } from "../../vocabulary/verdict/cache-check.ts";
import type { Finding } from "../../vocabulary/verdict/finding.ts";

/**
 * Whether a fresh verdict says something else than the one that stood; null where they agree. What was found counts
 * where a verdict has its findings for itself: those of one file can depend on what else the command was given.
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

function said({ status, exitCode, runId, findings }: Verdict): Said {
  return { status, exitCode, runId, findings: findings.map(({ id }) => id) };
}

function idsOf(findings: readonly Finding[]): string {
  return findings
    .map(({ id }) => id)
    .sort()
    .join();
}

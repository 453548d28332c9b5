import type { RecoveryAction } from "../../src/vocabulary/run/recovery.ts";
import type { VerificationResult } from "../../src/vocabulary/run/verification-result.ts";
import type { ReportedFinding } from "../../src/vocabulary/verdict/finding.ts";
import type { CheckResult } from "../../src/vocabulary/verdict/result.ts";

const AT = Date.parse("2026-11-15T08:00:00.000Z");

export function sampleFinding(fields: Partial<ReportedFinding> = {}): ReportedFinding {
  return {
    id: "0123456789abcdef01234567",
    check: "lint",
    category: "quality",
    severity: "error",
    message: "'total' is assigned a value but never used.",
    file: "src/cart.ts",
    line: 12,
    column: 7,
    code: "no-unused-vars",
    state: "new",
    ...fields,
  };
}

export function sampleCheck(fields: Partial<CheckResult> = {}): CheckResult {
  return {
    check: "lint",
    description: "",
    type: "lint",
    status: "passed",
    passed: true,
    cached: false,
    critical: true,
    duration: 1200,
    exitCode: 0,
    retryCount: 0,
    filesVerified: 1,
    cacheHits: 0,
    observed: 0,
    predicted: 0,
    command: ["eslint", "src/cart.ts"],
    errors: [],
    stdout: "",
    stderr: "",
    timestamp: AT,
    ...fields,
  };
}

export function sampleAction(fields: Partial<RecoveryAction> = {}): RecoveryAction {
  return {
    strategy: "eslint-fix",
    check: "lint",
    outcome: "recovered",
    attempt: 1,
    why: "1 finding of lint (src/cart.ts:12 no-unused-vars)",
    command: ["eslint", "--fix", "src/cart.ts"],
    findings: ["0123456789abcdef01234567"],
    filesTouched: ["src/cart.ts"],
    ended: "exit code 0",
    output: "",
    duration: 840,
    ...fields,
  };
}

/** A failed check with these findings. */
export function failedCheck(
  findings: readonly ReportedFinding[],
  fields: Partial<CheckResult> = {},
): CheckResult {
  return sampleCheck({
    status: "failed",
    passed: false,
    exitCode: 1,
    why: "exit code 1",
    errors: findings,
    ...fields,
  });
}

/** A result of these checks; what they found is what was found. */
export function sampleResult(
  results: readonly CheckResult[],
  fields: Partial<VerificationResult> = {},
): VerificationResult {
  const count = (status: CheckResult["status"]): number =>
    results.filter((result) => result.status === status).length;
  return {
    schemaVersion: 1,
    success: count("failed") === 0,
    hasCriticalFailure: count("failed") > 0,
    mode: "incremental",
    requestedMode: "auto",
    reason: null,
    cacheCheck: null,
    trigger: { triggered: false, confidence: 0, reasons: [] },
    passed: count("passed"),
    failed: count("failed"),
    skipped: count("skipped"),
    totalChecks: results.length,
    filesVerified: results.reduce((total, each) => total + each.filesVerified, 0),
    cacheHits: results.reduce((total, each) => total + each.cacheHits, 0),
    duration: 2400,
    startedAt: new Date(AT).toISOString(),
    runId: "20261115-080000-abc123",
    stoppedBy: null,
    baseline: { commitHash: "a".repeat(40), timestamp: "2026-11-14T16:20:00.000Z" },
    changes: {
      changedFiles: [],
      addedFiles: [],
      deletedFiles: [],
      renamedFiles: [],
      unchangedCount: 40,
      detectionMethod: "git",
      baselineProblem: null,
    },
    scope: {
      directlyChanged: [],
      impactedByDependency: [],
      requiresVerification: [],
      cachedCount: 0,
      scopeRationale: [],
    },
    impact: {
      totalFilesAffected: 0,
      recommendedScope: "incremental",
      riskLevel: "low",
      directImpact: [],
      transitiveImpact: [],
    },
    results,
    findings: results.flatMap(({ errors }) => errors as readonly ReportedFinding[]),
    upstream: [],
    fixedFindings: [],
    findingsBaseline: null,
    tolerated: [],
    recovery: [],
    warnings: [],
    ...fields,
  };
}

/** Names and messages that would do harm in a report that is not careful. */
export const HOSTILE =
  '</script><script>globalThis.hacked=1</script><img src=x onerror="globalThis.hacked=1">&amp;]]>\u0000\u001B[31m\u202E`|@everyone\n::error::owned\nlast';

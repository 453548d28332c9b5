import { existsSync } from "node:fs";
import { join } from "node:path";
import { matchGlobs } from "../vocabulary/glob.ts";
import type { CheckResult } from "../vocabulary/result.ts";
import type { Item, Phase } from "../vocabulary/workflow.ts";
import { listArtifacts } from "./cited-files.ts";
import { fromRoot, type FlowContext } from "./context.ts";
import { trackedFiles } from "./history.ts";
import { offerRecovery } from "./offer-recovery.ts";

/** Null: the phase is done. */
export interface GateProblem {
  readonly why: string;
  readonly details: readonly string[];
  readonly failedChecks: readonly CheckResult[];
  readonly isInterrupted: boolean;
}

/** Whether what a phase must leave is there, and the checks that it must pass do. Verdicts that stand are not run again. */
export async function passGate(context: FlowContext, phase: Phase, item: Item): Promise<GateProblem | null> {
  const missing = await missingArtifacts(context, phase, item);
  if (missing.length > 0) {
    const what = missing.length === 1 ? "an artifact is missing" : `${missing.length} artifacts are missing`;
    const why = `${what}: ${missing.join(", ")}`;
    return { why, details: [], failedChecks: [], isInterrupted: false };
  }
  const { checks, tags } = phase.gate;
  if (checks.length > 0) {
    const problem = await runChecks(context, { checks }, phase.key);
    if (problem !== null) return problem;
  }
  return tags.length > 0 ? runChecks(context, { tags }, phase.key) : null;
}

/** Paths from the repository root, as they were declared. */
export async function missingArtifacts(
  context: FlowContext,
  { artifacts }: Phase,
  item: Item,
): Promise<readonly string[]> {
  const { root } = context.config;
  const missing: string[] = [];
  for (const artifact of artifacts) {
    const [base, name] = artifact.startsWith("/") ? [root, artifact.slice(1)] : [item.dir, artifact];
    if (existsSync(join(base, name))) continue;
    const isGlob = /[*?[{]/.test(name);
    const files = !isGlob ? [] : base === root ? await trackedFiles(root) : listArtifacts(base);
    if (!files.some(matchGlobs([name]))) missing.push(fromRoot(context, join(base, name)));
  }
  return missing;
}

async function runChecks(
  context: FlowContext,
  chosen: { readonly checks?: readonly string[]; readonly tags?: readonly string[] },
  phase: string,
): Promise<GateProblem | null> {
  const { verifyAndRecover } = await import("../recovery/recover.ts");
  const { config, configFile, env, recover, signal, emit } = context;
  const verified = await verifyAndRecover({
    cwd: config.root,
    env,
    signal,
    ...(configFile === undefined ? {} : { configFile }),
    ...chosen,
    ...(recover === undefined ? {} : { recover }),
    offer: (proposals) => offerRecovery(context, proposals),
    reason: `gate of ${phase}`,
    onEvent: (event) => emit({ type: "verification", event }),
  });
  if (!verified.ok) {
    const details = verified.failures.map(({ message, expected }) =>
      expected === undefined ? message : `${message} Expected: ${expected}.`,
    );
    return { why: "its gate cannot be checked", details, failedChecks: [], isInterrupted: false };
  }
  const { success, stoppedBy, results } = verified.value;
  if (success) return null;
  const failed = results.filter(
    ({ status, skippedReason }) => status === "failed" || skippedReason !== "filtered",
  );
  const names = failed.filter(({ status }) => status !== "passed").map(({ check }) => check);
  return {
    why:
      names.length === 0
        ? "its gate has no check that could pass"
        : `its gate does not pass: ${names.join(", ")}`,
    details: [],
    failedChecks: failed.filter(({ status }) => status === "failed"),
    isInterrupted: stoppedBy === "interrupted",
  };
}

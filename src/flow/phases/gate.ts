import { existsSync } from "node:fs";
import { join } from "node:path";
import { hasWildcard, matchGlobs } from "../../paths/glob.ts";
import type { Item, Phase } from "../../vocabulary/flow/workflow.ts";
import type { CheckResult } from "../../vocabulary/verdict/result.ts";
import { type FlowContext, fromRoot } from "../build/context.ts";
import { offerRecovery } from "../build/offer-recovery.ts";
import { findArtifacts } from "../find-artifacts.ts";
import { listArtifacts } from "../items/cited-files.ts";
import { explainUnmet, findUnmet } from "./unmet-checks.ts";

/** Null: the phase is done. */
export interface GateProblem {
  readonly why: string;
  readonly details: readonly string[];
  readonly failedChecks: readonly CheckResult[];
  readonly isInterrupted: boolean;
}

/** Whether what a phase must leave is there, and the checks that it must pass do. Verdicts that stand are not run again. */
export async function passGate(context: FlowContext, phase: Phase, item: Item): Promise<GateProblem | null> {
  const missing = missingArtifacts(context, phase, item);
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
function missingArtifacts(context: FlowContext, { artifacts }: Phase, item: Item): readonly string[] {
  const { root } = context.config;
  return artifacts.flatMap((artifact) => {
    const isFromRoot = artifact.startsWith("/");
    const [base, name] = isFromRoot ? [root, artifact.slice(1)] : [item.dir, artifact];
    if (existsSync(join(base, name))) return [];
    const find = (): readonly string[] =>
      isFromRoot ? findArtifacts(root, name) : listArtifacts(base).filter(matchGlobs([name]));
    return hasWildcard(name) && find().length > 0 ? [] : [fromRoot(context, join(base, name))];
  });
}

interface Chosen {
  readonly checks?: readonly string[];
  readonly tags?: readonly string[];
}

async function runChecks(context: FlowContext, chosen: Chosen, phase: string): Promise<GateProblem | null> {
  const { verifyAndRecover } = await import("../../recovery/recover.ts");
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
  const unmet = findUnmet(results, chosen.checks ?? null);
  if (success && unmet.length === 0) return null;
  return {
    why:
      unmet.length === 0
        ? "its gate has no check that could pass"
        : `its gate does not pass: ${unmet.map(({ check }) => check).join(", ")}`,
    details: unmet.length === 0 ? explainNone(chosen) : unmet.flatMap(explainUnmet),
    failedChecks: unmet.filter(({ status }) => status === "failed"),
    isInterrupted: stoppedBy === "interrupted",
  };
}

/** A tag that no check has is refused before, and of the checks that have one only the disabled do not take part. */
function explainNone({ tags = [] }: Chosen): readonly string[] {
  if (tags.length === 0) return [];
  return [
    `Every check with the tag ${tags.join(" or ")} is disabled. Enable one, or take the tag out of the gate.`,
  ];
}

import { existsSync } from "node:fs";
import { join } from "node:path";
import type { ReadConfig } from "../../config/find-document.ts";
import { hasWildcard, matchGlobs } from "../../paths/glob.ts";
import { succeed } from "../../values/succeed.ts";
import type { Failure, Result } from "../../vocabulary/failure.ts";
import type { Item, Phase } from "../../vocabulary/flow/workflow.ts";
import type { VerificationResult } from "../../vocabulary/run/verification-result.ts";
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

/** Checks whether the artifacts of a phase exist and its checks pass, in one run. What is cached does not run again. */
export async function passGate(context: FlowContext, phase: Phase, item: Item): Promise<GateProblem | null> {
  const missing = missingArtifacts(context, phase, item);
  if (missing.length > 0) {
    const what = missing.length === 1 ? "an artifact is missing" : `${missing.length} artifacts are missing`;
    const why = `${what}: ${missing.join(", ")}`;
    return { why, details: [], failedChecks: [], isInterrupted: false };
  }
  const read = context.declared.take();
  if (!read.ok) return cannotBeChecked(read.failures);
  const demands = await listDemands(context, phase.gate, read.value);
  if (!demands.ok) return cannotBeChecked(demands.failures);
  const checks = [...new Set(demands.value.flatMap(({ named }) => named))];
  const empty = demands.value.find(({ named }) => named.length === 0);
  if (empty !== undefined) return noneCanPass(empty);
  if (checks.length === 0) return null;
  const verified = await verifyChecks(context, checks, { phase: phase.key, read: read.value });
  if (!verified.ok) return cannotBeChecked(verified.failures);
  for (const demand of demands.value) {
    const problem = judge(verified.value, demand);
    if (problem !== null) return problem;
  }
  return null;
}

/** Paths relative to the repository root, as declared. */
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

/** What a gate requires of the run: that these checks pass. */
interface Demand {
  readonly named: readonly string[];
  /** The tags that the names come from; empty if the gate names the checks itself. */
  readonly tags: readonly string[];
}

/**
 * Turns tags into the names of the enabled checks that have one. Then one run can serve both lists of a gate; checks
 * and tags together would narrow each other.
 */
async function listDemands(
  context: FlowContext,
  { checks, tags }: Phase["gate"],
  read: ReadConfig,
): Promise<Result<readonly Demand[]>> {
  const byName = checks.length === 0 ? [] : [{ named: checks, tags: [] }];
  if (tags.length === 0) return succeed(byName);
  const tagged = await context.listTagged(tags, read);
  return tagged.ok ? succeed([...byName, { named: tagged.value, tags }]) : tagged;
}

async function verifyChecks(
  context: FlowContext,
  checks: readonly string[],
  { phase, read }: { readonly phase: string; readonly read: ReadConfig },
): Promise<Result<VerificationResult>> {
  const { verifyAndRecover } = await import("../../recovery/recover.ts");
  const { config, configFile, declared, env, recover, signal, emit } = context;
  const verified = await verifyAndRecover({
    cwd: config.root,
    read,
    env,
    signal,
    ...(configFile === undefined ? {} : { configFile }),
    checks,
    ...(recover === undefined ? {} : { recover }),
    offer: (proposals) => offerRecovery(context, proposals),
    reason: `gate of ${phase}`,
    onEvent: (event) => emit({ type: "verification", event }),
  });
  // Its commands may write anything.
  declared.expire();
  return verified;
}

function judge({ success, stoppedBy, results }: VerificationResult, demand: Demand): GateProblem | null {
  const unmet = findUnmet(results, demand.named);
  if (unmet.length === 0) return success ? null : noneCanPass(demand);
  return {
    why: `its gate does not pass: ${unmet.map(({ check }) => check).join(", ")}`,
    details: unmet.flatMap(explainUnmet),
    failedChecks: unmet.filter(({ status }) => status === "failed"),
    isInterrupted: stoppedBy === "interrupted",
  };
}

function cannotBeChecked(failures: readonly Failure[]): GateProblem {
  const details = failures.map(({ message, expected }) =>
    expected === undefined ? message : `${message} Expected: ${expected}.`,
  );
  return { why: "its gate cannot be checked", details, failedChecks: [], isInterrupted: false };
}

/** Unknown tags are refused earlier, so here every check with one of these tags is disabled. */
function noneCanPass({ tags }: Demand): GateProblem {
  const hint = `Every check with the tag ${tags.join(" or ")} is disabled. Enable one, or remove the tag from the gate.`;
  return {
    why: "its gate has no check that could pass",
    details: tags.length === 0 ? [] : [hint],
    failedChecks: [],
    isInterrupted: false,
  };
}

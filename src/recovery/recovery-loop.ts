import { hash } from "node:crypto";
import { groupBy } from "../values/group-by.ts";
import { succeed } from "../values/succeed.ts";
import type { Result } from "../vocabulary/failure.ts";
import type { Emit } from "../vocabulary/run/event.ts";
import type {
  RecoveryAction,
  RecoveryOutcome,
  RecoveryProposal,
  Strategy,
} from "../vocabulary/run/recovery.ts";
import type { VerificationResult } from "../vocabulary/run/verification-result.ts";
import type { TreeState } from "../vocabulary/run/watch.ts";
import type { Finding } from "../vocabulary/verdict/finding.ts";
import type { FailedCheck } from "./match-strategy.ts";
import { isUntried, type PastStep, planRecovery, type RecoveryStep } from "./plan-recovery.ts";

/** How the commands of a strategy ended. */
export interface StrategyEnd {
  /** `done`: with status 0. `unsuccessful`: by itself, with another status. `broken`: it did not end by itself. */
  readonly type: "done" | "unsuccessful" | "broken" | "interrupted";
  /** In words. */
  readonly ended: string;
  readonly output: string;
  /** Milliseconds. */
  readonly duration: number;
}

/** Everything that the loop does to the outside. */
export interface RecoveryWorld {
  readonly strategies: readonly Strategy[];
  readonly maxAttempts: number;
  /** The failed checks, in the order in which to fix them. */
  readonly failedIn: (result: VerificationResult) => readonly FailedCheck[];
  readonly look: () => Promise<TreeState>;
  readonly run: (step: RecoveryStep) => Promise<StrategyEnd>;
  /** Verifies again. Stored failures of these checks do not stand: what was done may not be visible in the tree. */
  readonly verify: (rerunFailed: readonly string[]) => Promise<Result<VerificationResult>>;
  readonly redact: (text: string) => string;
  readonly emit: Emit;
  /** Called before anything is done: whether to do it. */
  readonly consent: (first: readonly RecoveryProposal[]) => Promise<boolean>;
}

/** A step that has run. */
interface RunStep extends StrategyEnd {
  readonly step: RecoveryStep;
  readonly filesTouched: readonly string[];
  readonly hasLooped: boolean;
}

/** What was done so far, and the earlier states of the tree. */
interface Memory {
  readonly past: PastStep[];
  readonly seen: Set<string>;
}

/**
 * Runs strategies and verifies again, until no strategy matches what still fails, or the attempts are used up. The
 * result is that of the last verification, which is about the final tree.
 */
export async function runRecovery(
  first: VerificationResult,
  world: RecoveryWorld,
): Promise<Result<VerificationResult>> {
  const memory: Memory = { past: [], seen: new Set() };
  const actions: RecoveryAction[] = [];
  let result = first;
  for (let attempt = 1; isRecoverable(result); attempt++) {
    const tree = await world.look();
    const failed = world.failedIn(result);
    const { strategies } = world;
    const steps = planRecovery({ strategies, failed, tree, state: digest(tree), past: memory.past });
    if (steps.length === 0) break;
    const proposals = steps.flatMap((step) => propose(step, attempt, world));
    if (attempt > world.maxAttempts) {
      actions.push(...proposals.map((proposal): RecoveryAction => ({ ...proposal, ...NOT_RUN })));
      break;
    }
    if (attempt === 1 && !(await world.consent(proposals))) break;
    const ran = await runSteps(steps, { attempt, tree, memory, world });
    const isInterrupted = ran.some(({ type }) => type === "interrupted");
    const again = isInterrupted ? null : await verifyAgain(ran, failed, world);
    if (again?.ok === false) return again;
    result = isInterrupted
      ? { ...result, success: false, stoppedBy: "interrupted" }
      : (again?.value ?? result);
    for (const action of ran.flatMap((each) => describe(each, attempt, { result, world }))) {
      actions.push(action);
      world.emit({ type: "recovery-finished", action });
    }
  }
  return succeed({ ...result, recovery: actions });
}

interface AttemptContext {
  readonly attempt: number;
  readonly tree: TreeState;
  readonly memory: Memory;
  readonly world: RecoveryWorld;
}

/** Runs the steps of one attempt, one after the other. An earlier step can make a later one a repetition. */
async function runSteps(
  steps: readonly RecoveryStep[],
  { attempt, tree, memory: { past, seen }, world }: AttemptContext,
): Promise<readonly RunStep[]> {
  const ran: RunStep[] = [];
  let before = tree;
  for (const planned of steps) {
    const state = digest(before);
    seen.add(state);
    const strategy = planned.strategy.name;
    const subjects = planned.subjects.filter(({ check }) => isUntried({ strategy, check, state }, past));
    if (subjects.length === 0) continue;
    const step = { ...planned, subjects };
    for (const proposal of propose(step, attempt, world)) world.emit({ type: "recovery-started", proposal });
    const end = await world.run(step);
    const after = await world.look();
    const filesTouched = differing(before, after);
    const hasLooped = filesTouched.length > 0 && seen.has(digest(after));
    past.push(...subjects.map(({ check }) => ({ strategy, check, state, hasLooped })));
    ran.push({ ...end, step, filesTouched, hasLooped });
    before = after;
    if (end.type === "interrupted") break;
  }
  seen.add(digest(before));
  return ran;
}

/** Null if nothing was done that could have changed a verdict. */
async function verifyAgain(
  ran: readonly RunStep[],
  failed: readonly FailedCheck[],
  world: RecoveryWorld,
): Promise<Result<VerificationResult> | null> {
  const worth = ran.filter(isWorthVerifying);
  if (worth.length === 0) return null;
  // What was done outside of all fingerprints may have fixed any of them.
  const isElsewhere = worth.some(({ step }) => step.strategy.effect === "anywhere");
  return world.verify(isElsewhere ? failed.map(({ check }) => check.name) : []);
}

const NOT_RUN = { outcome: "gave-up", filesTouched: [], ended: null, output: "", duration: 0 } as const;

/**
 * A run that was stopped has not reported everything, and there is no time left for more. Editing files does not fix a
 * stored verdict that was wrong, and it must not get lost behind another verification.
 */
export function isRecoverable({ success, stoppedBy, cacheCheck }: VerificationResult): boolean {
  const doesHold = (cacheCheck?.contradictions ?? []).length === 0;
  return !success && doesHold && (stoppedBy === null || stoppedBy === "fail-fast");
}

export function propose(
  { strategy, subjects, commands }: RecoveryStep,
  attempt: number,
  { redact }: Pick<RecoveryWorld, "redact">,
): readonly RecoveryProposal[] {
  const [command] = commands;
  const words = command === undefined ? [] : [command.command, ...command.args].map(redact);
  return subjects.map(({ check, findings, why }) => ({
    strategy: strategy.name,
    check,
    attempt,
    why,
    command: words,
    findings: findings.map(({ id }) => id),
  }));
}

/** A fixer that leaves something unfixed ends with another status, but has fixed the rest. */
function isWorthVerifying({ type, filesTouched, step }: RunStep): boolean {
  return filesTouched.length > 0 || (type === "done" && step.strategy.effect === "anywhere");
}

function describe(
  ran: RunStep,
  attempt: number,
  { result, world }: { readonly result: VerificationResult; readonly world: RecoveryWorld },
): readonly RecoveryAction[] {
  const { ended, output, duration, filesTouched } = ran;
  return propose(ran.step, attempt, world).map((proposal) => ({
    ...proposal,
    outcome: judge(ran, proposal, result),
    filesTouched,
    ended,
    output,
    duration: Math.round(duration),
  }));
}

function judge(ran: RunStep, { check }: RecoveryProposal, result: VerificationResult): RecoveryOutcome {
  if (ran.type === "interrupted") return "interrupted";
  if (!isWorthVerifying(ran)) {
    const isFixer = ran.step.strategy.effect === "tree" && ran.type === "unsuccessful";
    return ran.type === "done" || isFixer ? "no-change" : "failed";
  }
  const status = result.results.find((each) => each.check === check)?.status;
  if (status === "passed" || result.tolerated.includes(check)) return "recovered";
  if (ran.hasLooped) return "looped";
  const subject = ran.step.subjects.find((each) => each.check === check);
  if (status === "failed" && hasLess(subject?.findings ?? [], result.findings)) return "improved";
  return ran.filesTouched.length > 0 ? "still-failing" : "no-change";
}

/**
 * Whether some of the findings are fewer now. The text of the line does not count: a strategy that edits the line
 * without fixing the problem has improved nothing.
 */
function hasLess(before: readonly Finding[], after: readonly Finding[]): boolean {
  const nameOf = ({ check, file, code, message }: Finding): string =>
    JSON.stringify([check, file, code, message]);
  const left = groupBy(after, nameOf);
  return [...groupBy(before, nameOf)].some(([name, own]) => own.length > (left.get(name)?.length ?? 0));
}

/** The paths at which two states of the tree differ. */
function differing(before: TreeState, after: TreeState): readonly string[] {
  const paths = new Set([...before.keys(), ...after.keys()]);
  return [...paths].filter((path) => before.get(path) !== after.get(path)).sort();
}

function digest(tree: TreeState): string {
  return hash("sha256", JSON.stringify([...tree].sort()), "hex");
}

import { rmSync } from "node:fs";
import { join } from "node:path";
import type { VerificationResult } from "../../../src/index.ts";
import { answerFromLastRun } from "../../../src/shortcut/answer-from-last-run.ts";
import { WaysDiffer } from "../../../src/shortcut/compare-ways.ts";
import { verify } from "../../../src/verify.ts";
import type { RunOptions } from "../../../src/verify/run-assessed.ts";
import { canTrace } from "../../../src/verify/choose-tracer.ts";
import { losesVerdicts, perform } from "./operations.ts";
import { type Judged, Oracle, type Outcome } from "./oracle.ts";
import { expectAll, expectBelow, type Expected, expectOnly } from "./reference.ts";
import type { Run, Sequence, Step } from "./steps.ts";
import { checksOf, CONFIG, renderConfig } from "./template.ts";
import { LINK } from "./watched-checks.ts";
import type { World } from "./world.ts";

export const noTally = (): Tally => ({
  steps: 0,
  runs: 0,
  ran: 0,
  stood: 0,
  shared: 0,
  answered: 0,
  taken: 0,
});

export interface Tally {
  steps: number;
  runs: number;
  ran: number;
  stood: number;
  /** Units that ran only for what others of their command read. */
  shared: number;
  answered: number;
  /** Units that were taken over from the run before because no change concerned them. */
  taken: number;
}

/** A step after which the engine and the reference disagree. */
export interface Disagreement extends Judged {
  readonly step: Step | null;
  readonly index: number;
}

/** Does the steps one after the other, and ends at the first disagreement. */
export async function runSequence(
  world: World,
  sequence: Sequence,
  tally: Tally,
): Promise<Disagreement | null> {
  const { checks, steps, trace } = sequence;
  const declared = checksOf(trace).filter(({ name }) => checks.includes(name));
  world.write(CONFIG, renderConfig(declared, trace));
  // What covers a link to a directory, and is not watched, has no verdict that lasts.
  if (trace === "off") rmSync(join(world.root, LINK.path));
  world.git("commit", "--quiet", "--all", "--amend", "--message", "first");
  world.git("branch", "--quiet", "side");
  const oracle = new Oracle();
  const session: Session = { world, oracle, tally };
  try {
    const first = await verifyPlainly(session, "command");
    if (isWrong(first)) return { step: null, index: -1, ...first };
    for (const [index, step] of steps.entries()) {
      tally.steps += 1;
      perform(world, step.operation);
      if (losesVerdicts(step.operation)) oracle.forget();
      for (const judged of await verifyAs(session, step.run))
        if (isWrong(judged)) return { step, index, ...judged };
    }
    return null;
  } finally {
    tally.ran += oracle.counts.ran;
    tally.stood += oracle.counts.stood;
    tally.shared += oracle.counts.shared;
  }
}

function isWrong({ mismatches, excess }: Judged): boolean {
  return mismatches.length + excess.length > 0;
}

interface Session {
  readonly world: World;
  readonly oracle: Oracle;
  readonly tally: Tally;
}

async function* runsOf(session: Session, run: Run): AsyncGenerator<Judged> {
  if (run.how === "interrupt") yield await verifyInterrupted(session, run.at);
  if (run.how === "disturb") yield await verifyDisturbed(session, run);
  if (run.how === "only") yield await verifyOnly(session, run.check);
  if (run.how === "below") yield await verifyBelow(session, run.directory);
  if (run.how === "full") yield await verifyFully(session);
  // Two at once would count the tries of each other.
  const isRetried = session.world.state().checks.some(({ name }) => name === "retried");
  if (run.how === "twice" && !isRetried) yield await verifyTwice(session);
  else yield await verifyPlainly(session, run.how === "library" ? "library" : "command");
  if (run.how === "again") yield await verifyPlainly(session, "command");
}

async function verifyAs(session: Session, run: Run): Promise<readonly Judged[]> {
  const all: Judged[] = [];
  try {
    for await (const judged of runsOf(session, run)) {
      all.push(judged);
      if (isWrong(judged)) break;
    }
    return all;
  } catch (error) {
    if (!(error instanceof WaysDiffer)) throw error;
    return [...all, { mismatches: [error.message], excess: [] }];
  }
}

async function start({ world, tally }: Session, options: RunOptions = {}): Promise<VerificationResult> {
  tally.runs += 1;
  const result = await verify({ cwd: world.root, env: world.environment(), ...options });
  if (!result.ok) throw new Error(`It refuses: ${JSON.stringify(result.failures)}`);
  return result.value;
}

const REQUEST = { argv: [] };

/**
 * As the command line does: from the last run if that was asked for the same and nothing has changed since, or else by
 * assessing everything.
 */
async function startCommand(session: Session, options: RunOptions = {}): Promise<VerificationResult> {
  const { world, tally } = session;
  const request = { ...REQUEST, ...options };
  const isSame = (kept: unknown): boolean => JSON.stringify(kept) === JSON.stringify(request);
  const env = world.environment();
  const answered = await answerFromLastRun({
    cwd: world.root,
    env,
    isSame,
    canTrace: async () => canTrace(env),
  });
  // From the change and by looking at everything, the same is found.
  const onCompared = (taken: number): void => void (tally.taken += taken);
  if (answered === null) return start(session, { ...options, request, onCompared });
  tally.answered += 1;
  tally.runs += 1;
  return answered.result;
}

function outcomeOf({ world }: Session, results: readonly VerificationResult[]): Outcome {
  return { results, executions: world.executions() };
}

async function verifyPlainly(session: Session, how: "command" | "library"): Promise<Judged> {
  const expected = expectAll(session.world.state());
  const result = how === "command" ? await startCommand(session) : await start(session);
  return session.oracle.judge(expected, outcomeOf(session, [result]), expectAll(session.world.state()));
}

/** What is asked for of all that is expected. */
type Narrow = (expected: readonly Expected[]) => readonly Expected[];

async function verifyNarrowly(session: Session, options: RunOptions, narrow: Narrow): Promise<Judged> {
  const expected = narrow(expectAll(session.world.state()));
  const result = await startCommand(session, options);
  return session.oracle.judge(expected, outcomeOf(session, [result]), expectAll(session.world.state()));
}

async function verifyOnly(session: Session, place: number): Promise<Judged> {
  const names = session.world.state().checks.map(({ name }) => name);
  const chosen = names[place % names.length] ?? "";
  return verifyNarrowly(session, { checks: [chosen] }, (expected) => expectOnly(expected, chosen));
}

async function verifyBelow(session: Session, directory: string): Promise<Judged> {
  const state = session.world.state();
  // To ask for what is not there is a mistake.
  const isThere = [...state.files.keys()].some((path) => path.startsWith(`${directory}/`));
  return isThere
    ? verifyNarrowly(session, { paths: [directory] }, (expected) => expectBelow(expected, state, directory))
    : verifyPlainly(session, "command");
}

async function verifyFully(session: Session): Promise<Judged> {
  const expected = expectAll(session.world.state());
  const result = await start(session, { mode: "full" });
  return session.oracle.judgeFull(expected, outcomeOf(session, [result]), expectAll(session.world.state()));
}

async function verifyTwice(session: Session): Promise<Judged> {
  const expected = expectAll(session.world.state());
  const results = await Promise.all([start(session), start(session, { request: REQUEST })]);
  return session.oracle.judge(expected, outcomeOf(session, results), expectAll(session.world.state()));
}

async function verifyInterrupted(session: Session, at: number): Promise<Judged> {
  const expected = expectAll(session.world.state());
  const stop = new AbortController();
  const onEvent = countStarts(at, () => stop.abort());
  const result = await start(session, { signal: stop.signal, onEvent, request: REQUEST });
  return session.oracle.judgeInterrupted(expected, outcomeOf(session, [result]));
}

async function verifyDisturbed(session: Session, run: Extract<Run, { how: "disturb" }>): Promise<Judged> {
  const { world, oracle } = session;
  const look = (): readonly Expected[] => expectAll(world.state());
  const before = look();
  const met = new Map<string, readonly Expected[]>();
  const { operation } = run;
  const text = world.read(operation.path);
  const disturb = countStarts(run.at, (started) => {
    const now = look();
    for (const check of started) met.set(check, now);
    perform(world, operation);
    // A file that comes and goes while a command runs is not noticed, and the documentation says so.
    if (run.back && text !== null) world.write(operation.path, text);
  });
  const result = await start(session, { onEvent: disturb, request: REQUEST });
  return oracle.judgeDisturbed(before, outcomeOf(session, [result]), { met, after: look() });
}

/** Acts when so many checks have been started, and is told which had been before. */
function countStarts(
  at: number,
  act: (before: readonly string[]) => void,
): NonNullable<RunOptions["onEvent"]> {
  const started: string[] = [];
  return (event) => {
    if (event.type !== "check-started") return;
    started.push(event.check);
    if (started.length === at) act(started.slice(0, -1));
  };
}

import { madeOf } from "../../values/packed-list.ts";
import { acceptAnswer, asHere, describeDifference } from "./accept-answer.ts";
import { createCheckGraph } from "../../checks/check-graph.ts";
import type { PlannedCommand } from "../../plan/plan.ts";
import type { Executor } from "../../run/executor.ts";
import type { Redact } from "../../secrets/redact.ts";
import { identifyRepository } from "../../shared/trust/remote-repository.ts";
import { pathSet } from "../../store/database/shapes.ts";
import { commitTree, pushTree, remoteUrl, removeTrees } from "../../system/git/tree-ref.ts";
import { isBuilt, type Unit } from "../../units/unit.ts";
import type { Assessment } from "../assess.ts";
import type { Check } from "../../vocabulary/check/check.ts";
import type { Emit } from "../../vocabulary/run/event.ts";
import type { Target } from "../../vocabulary/verdict/unit.ts";
import type { WorkerSettings } from "../../vocabulary/run/workers.ts";
import { createDispatch, type Sendable } from "../../queue/dispatch.ts";
import { type Fleet, openFleet } from "../../queue/fleet.ts";
import { type ConfigChoice, digestKeys, fitsJob } from "../../queue/job.ts";
import { createNames } from "../../queue/names.ts";
import type { QueueLibrary } from "../../queue/queue-library.ts";

/** Runs the commands of a plan here and on workers. */
export interface Sending {
  readonly executor: Executor;
  readonly width: () => number;
  /** Stops what workers are still doing, and removes what was put on the remote. */
  readonly close: () => Promise<void>;
}

export interface SendOptions {
  readonly assessment: Assessment;
  readonly settings: WorkerSettings;
  readonly library: QueueLibrary;
  readonly local: Executor;
  readonly runId: string;
  readonly env: NodeJS.ProcessEnv;
  readonly emit: Emit;
  readonly redact: Redact;
  /** Selects the configuration; null if paths in the tree cannot. */
  readonly choice: ConfigChoice | null;
}

/** Null if nothing can be sent, or if there is nothing to send: then everything runs here. */
export async function sendCommands(options: SendOptions): Promise<Sending | null> {
  const { assessment, settings, emit, runId, choice } = options;
  const { root } = assessment.config;
  const warn = (why: string): null => {
    emit({ type: "warning", message: `Workers: ${why}; everything runs here.` });
    return null;
  };
  if (choice === null) return warn("the configuration is no file of the repository");
  const sendable = findSendable(assessment, settings, choice);
  if (sendable.size === 0) return null;
  const url = await remoteUrl(root, settings.remote);
  if (url === null) return warn(`there is no git remote called ${settings.remote}`);
  const names = createNames(identifyRepository(url));
  let wake = (): void => {};
  const opened = await openFleet({
    ...options,
    url: settings.url,
    names,
    run: runId,
    isPathSet: pathSet,
    onChange: () => wake(),
  });
  if ("trouble" in opened) return warn(`the queue cannot be reached (${opened.trouble})`);
  if (opened.capacity("") === 0) {
    await opened.close();
    return warn(opened.troubleOf("") ?? "none is there for this repository, platform and version");
  }
  const tree = shareTree({ root, remote: settings.remote, fleet: opened, emit });
  const dispatch = createDispatch({
    fleet: opened,
    run: runId,
    slots: assessment.config.execution.slots,
    local: options.local,
    sendable: (command) => sendable.get(command)?.sendable ?? null,
    tree,
    show: (text) => asHere(text, { root, redact: options.redact }),
    accept: (command, answer) => {
      const { units = [] } = sendable.get(command) ?? {};
      return acceptAnswer(answer, { ...options, units, root, answeredAt: Date.now() });
    },
    describe: (command, answer) => describeDifference(sendable.get(command)?.units ?? [], answer),
    emit,
  });
  wake = dispatch.wake;
  return {
    executor: dispatch.executor,
    width: dispatch.width,
    close: async () => {
      const unneeded = await opened.close();
      const removed = await removeTrees(root, settings.remote, unneeded);
      if (removed !== null)
        emit({
          type: "warning",
          message: `Workers: a tree was left on ${settings.remote}: ${removed.trouble}`,
        });
      tellReasons(dispatch.reasons(), emit);
    },
  };
}

/** One line, however many commands ran here after all. */
function tellReasons(reasons: ReadonlyMap<string, number>, emit: Emit): void {
  if (reasons.size === 0) return;
  const total = [...reasons.values()].reduce((sum, count) => sum + count, 0);
  const listed = [...reasons].map(([why, count]) => (reasons.size === 1 ? why : `${why} (${count})`));
  const told = listed.slice(0, MOST_REASONS).join("; ");
  const message = `Workers: ${total} ${total === 1 ? "command" : "commands"} ran here instead: ${told}.`;
  emit({ type: "warning", message });
}

const MOST_REASONS = 5;

interface CommandToSend {
  readonly sendable: Sendable;
  readonly units: readonly Unit[];
}

/**
 * The commands that can run elsewhere. Not those whose products are needed here, those that need products
 * made here, or those whose dependencies are unknown.
 */
function findSendable(
  { plan, config, units, meant }: Assessment,
  { local, labels }: WorkerSettings,
  choice: ConfigChoice,
): ReadonlyMap<PlannedCommand, CommandToSend> {
  const found = new Map<PlannedCommand, CommandToSend>();
  const checks = new Map(config.checks.map((check) => [check.name, check]));
  for (const planned of plan.checks) {
    const check = checks.get(planned.check);
    if (!("commands" in planned) || check === undefined || !mayLeave(check, config.checks, local)) continue;
    const built = madeOf(units.get(check.name) ?? []).filter(isBuilt);
    const byTarget = new Map(built.map((unit) => [unit.target, unit]));
    const samples = madeOf(meant.units.get(check.name) ?? []).flatMap(({ unit, reason }) =>
      reason.type === "sampled" ? [unit.target] : [],
    );
    const isSample = new Set<Target>(samples);
    for (const command of planned.commands) {
      const targets: readonly Target[] = command.files.length === 0 ? [""] : command.files;
      const own = targets.flatMap((target) => byTarget.get(target) ?? []);
      const isKnown = own.length === targets.length && own.every(isWhole);
      if (!isKnown || targets.some((target) => isSample.has(target))) continue;
      const job = { choice, check: check.name, targets, keys: digestKeys(own), timeout: command.timeout };
      if (!fitsJob({ version: 1, run: "fits", tree: "0".repeat(40), ...job })) continue;
      const label = labels[check.name] ?? "";
      found.set(command, { sendable: { check: check.name, label, job }, units: own });
    }
  }
  return found;
}

/** Whether none of its products is needed here. */
function mayLeave(check: Check, checks: readonly Check[], local: readonly string[]): boolean {
  const makes = check.outputs.length > 0 || check.type === "build";
  return !makes && !createCheckGraph(checks).isUsed(check) && !local.includes(check.name);
}

function isWhole({ weakUnknown, predicted }: Unit): boolean {
  return (
    weakUnknown === null && !Object.keys(predicted.components).some((name) => name.startsWith("product:"))
  );
}

/** Uploads the tree when the first worker needs it. */
function shareTree({
  root,
  remote,
  fleet,
  emit,
}: {
  readonly root: string;
  readonly remote: string;
  readonly fleet: Fleet;
  readonly emit: Emit;
}): (again: boolean) => Promise<string | null> {
  let sharing: Promise<string | null> | undefined;
  let isTold = false;
  const share = async (): Promise<string | null> => {
    const made = await commitTree(root, remote);
    const trouble = "trouble" in made ? made : await hold(made);
    if (trouble === null && !("trouble" in made)) return made.tree;
    const said = trouble === null ? "" : trouble.trouble;
    if (!isTold)
      emit({
        type: "warning",
        message: `Workers: could not push the tree to ${remote} (${said}); everything runs here.`,
      });
    isTold = true;
    return null;
  };
  const hold = async (made: { readonly tree: string; readonly commit: string }) => {
    await fleet.hold(made.tree);
    return pushTree(root, { remote, ...made });
  };
  return (again) => {
    if (again || sharing === undefined) sharing = share();
    return sharing;
  };
}

import { resolve } from "node:path";
import { findUnknownGateNames } from "../config/flow/gate-names.ts";
import { resolveFlow } from "../config/flow/resolve-flow.ts";
import type { ReadConfig } from "../config/find-document.ts";
import type { AlreadyRead, LoadOptions } from "../config/load.ts";
import { readConfig } from "../config/read.ts";
import { findRoot } from "../config/root.ts";
import { fail, succeed } from "../values/succeed.ts";
import type { Result } from "../vocabulary/failure.ts";
import type { Ask, FlowEvent, FlowOutcome } from "../vocabulary/flow/flow.ts";
import type { Item, Workflow } from "../vocabulary/flow/workflow.ts";
import { analyzeItem } from "./build/analyze-item.ts";
import { buildItem, type BuildItemOptions } from "./build/build-item.ts";
import { type DeclaredConfig, type FlowContext, fromRoot } from "./build/context.ts";
import { readActive } from "./build/launch.ts";
import { addItem } from "./items/add-item.ts";
import { requireItem } from "./items/choose-item.ts";
import { detectItems } from "./items/detect-item.ts";
import { readItems } from "./items/items.ts";
import { showItem, type ShownItem } from "./items/show-item.ts";
import { abortWorkflow, completeWaiting } from "./phases/complete-waiting.ts";
import { findWorkflow } from "./phases/definitions.ts";

export type { BuildItemOptions, ShownItem };

export interface FlowOptions {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** A configuration file to use instead of the one that would be found. */
  readonly configFile?: string;
  readonly onEvent?: (event: FlowEvent) => void;
  /** Asks a person; without it, nothing asks and the defaults apply. */
  readonly ask?: Ask;
  /** Whether to fix a failing gate. By default the configuration decides, and otherwise the user is asked. */
  readonly recover?: boolean;
  /** Abort it to stop: running commands end, and the workflow can be resumed. */
  readonly signal?: AbortSignal;
}

/** The verbs of `verification flow`. What is wrong with the input is a value; an exception is a bug. */
export const flow = {
  /** Adds an item; its directory is relative to the repository root. */
  add: (description: string, options: FlowOptions = {}): Promise<Result<Item>> =>
    within(options, async (context) => {
      const added = await addItem(context, { description, isNumbered: false });
      return added.ok ? succeed({ ...added.value, dir: fromRoot(context, added.value.dir) }) : added;
    }),

  analyze: (
    given: Parameters<typeof analyzeItem>[1],
    options: FlowOptions = {},
  ): Promise<Result<FlowOutcome>> => within(options, (context) => analyzeItem(context, given)),

  build: (given: BuildItemOptions, options: FlowOptions = {}): Promise<Result<FlowOutcome>> =>
    within(options, (context) => buildItem(context, given)),

  done: (phase: string, options: FlowOptions = {}): Promise<Result<FlowOutcome>> =>
    within(options, (context) => completeWaiting(context, phase)),

  abort: (options: FlowOptions = {}): ReturnType<typeof abortWorkflow> => within(options, abortWorkflow),

  /** Writes nothing. */
  show: (input: string, options: FlowOptions = {}): Promise<Result<ShownItem>> =>
    within(options, async (context) => {
      const item = await requireItem(context, input);
      if (!item.ok) return item;
      const [shown] = await showAll(context, [item.value]);
      return shown === undefined ? fail() : succeed(shown);
    }),

  /** Writes nothing. */
  list: (options: FlowOptions = {}): Promise<Result<{ readonly items: readonly ShownItem[] }>> =>
    within(options, async (context) => {
      const { itemsDir, backlogPath } = context.config;
      return succeed({ items: await showAll(context, readItems(itemsDir, backlogPath)) });
    }),
};

async function showAll(context: FlowContext, items: readonly Item[]): Promise<readonly ShownItem[]> {
  const { state } = readActive(context);
  const seen = items.flatMap((item) => {
    const workflow = workflowOf(context, item);
    return workflow.ok ? [{ item, workflow: workflow.value }] : [];
  });
  return (await detectItems(context, seen)).map((detection) => showItem(context, detection, state));
}

/** The workflow that an item is built with; before its first build, `feature`. */
function workflowOf({ config }: FlowContext, { meta }: Item): Result<Workflow> {
  const recorded = findWorkflow(String(meta?.["workflow_type"] ?? "feature"), config.workflows);
  return recorded.ok ? recorded : findWorkflow("feature", config.workflows);
}

async function within<T>(
  options: FlowOptions,
  work: (context: FlowContext) => Promise<Result<T>>,
): Promise<Result<T>> {
  const { cwd = process.cwd(), env = process.env, configFile } = options;
  const given: LoadOptions = { cwd, env, ...(configFile === undefined ? {} : { configFile }) };
  const root = findRoot(cwd);
  const declared = declareOnce(() => readConfig(root.path, given));
  const read = declared.take();
  if (!read.ok) return read;
  const config = resolveFlow(root, read.value);
  if (!config.ok) return config;
  if (config.value.gateNames.length > 0) {
    const { loadConfig } = await import("../config/load.ts");
    const loaded = await loadConfig({ ...given, read: read.value });
    // If no check can be found at all, a phase may still add them, and the gate will tell.
    const unknown = loaded.ok ? findUnknownGateNames(config.value.gateNames, loaded.value.checks) : [];
    if (unknown.length > 0) return fail(...unknown);
  }
  return work({
    config: config.value,
    configFile: configFile === undefined ? undefined : resolve(cwd, configFile),
    env,
    emit: options.onEvent ?? (() => {}),
    ask: options.ask === undefined ? null : expireAfter(options.ask, declared),
    recover: options.recover,
    signal: options.signal ?? new AbortController().signal,
    now: () => new Date(),
    declared,
    listTagged: (tags, current) => listTagged({ ...given, read: current }, tags),
  });
}

function declareOnce(read: () => Result<ReadConfig>): DeclaredConfig {
  let kept: Result<ReadConfig> | undefined;
  return { take: () => (kept ??= read()), expire: () => void (kept = undefined) };
}

/** Whoever is asked has time to edit the configuration. */
function expireAfter(ask: Ask, declared: DeclaredConfig): Ask {
  return (question) => ask(question).finally(declared.expire);
}

async function listTagged(
  options: LoadOptions & AlreadyRead,
  tags: readonly string[],
): Promise<Result<readonly string[]>> {
  const { loadConfig } = await import("../config/load.ts");
  const loaded = await loadConfig(options);
  if (!loaded.ok) return loaded;
  const tagged = loaded.value.checks.filter(
    (check) => check.enabled && check.tags.some((tag) => tags.includes(tag)),
  );
  return succeed(tagged.map(({ name }) => name));
}

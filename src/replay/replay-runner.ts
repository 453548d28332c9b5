import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { discoverConfig } from "../config/discover.ts";
import { readCommitTree } from "../detect/git/commit-tree.ts";
import { createLocalExecutor } from "../run/executor.ts";
import type { UnitScope } from "../scope/scope.ts";
import { answerFromLastRun } from "../shortcut/answer-from-last-run.ts";
import { findPackageDirectories, linkPackages } from "../system/files/link-packages.ts";
import { createThrowawayCheckouts } from "../system/git/throwaway-checkout.ts";
import { ensureOwnDirectory } from "../system/own/own-directory.ts";
import { createOwn } from "../system/own/own-file.ts";
import { isLockfile } from "../units/configuration/configuration-files.ts";
import { fail, succeed } from "../values/succeed.ts";
import { verify } from "../verify.ts";
import { assess } from "../verify/assess.ts";
import type { PlanOptions } from "../verify/options.ts";
import { canTrace } from "../verify/choose-tracer.ts";
import type { Failure, Result } from "../vocabulary/failure.ts";
import type { ConfigurationOrigin, PackagesOrigin } from "../vocabulary/run/replay.ts";
import type { VerificationResult } from "../vocabulary/run/verification-result.ts";
import { explainEnding } from "../wording/explain.ts";

/** What is requested of every commit. */
export type ReplaySelection = Pick<PlanOptions, "checks" | "tags" | "categories" | "profiles" | "mode">;

export interface RunnerOptions extends ReplaySelection {
  /** The repository, absolute. */
  readonly root: string;
  readonly env: NodeJS.ProcessEnv;
  readonly signal: AbortSignal;
  /** A configuration for every commit, absolute. */
  readonly configFile?: string;
  /** Installs packages; without it, those of the repository are linked. */
  readonly prepare?: readonly [string, ...string[]];
}

/** The checkout that keeps its verdicts from commit to commit, and the one that starts from nothing each time. */
export type CheckoutName = "incremental" | "full";

/** `incremental` like the command; `fresh` without stored verdicts; `first` with an empty store. */
export type RunKind = "incremental" | "fresh" | "first";

export type Ran =
  | { readonly ok: true; readonly result: VerificationResult; readonly duration: number }
  | { readonly ok: false; readonly why: string };

export interface Readied {
  readonly packages: PackagesOrigin;
  readonly otherLockfile: boolean;
}

/** Checks commits out and verifies them, apart from the user's checkout. */
export interface ReplayRunner {
  /** Checks out a commit with its packages, or says why that is impossible. */
  ready(name: CheckoutName, commit: string): Promise<Readied | { readonly why: string }>;
  run(name: CheckoutName, kind: RunKind, only?: Pick<PlanOptions, "checks" | "paths">): Promise<Ran>;
  /** What would be cached and what would run, by check. */
  inspect(name: CheckoutName): Promise<ReadonlyMap<string, readonly UnitScope[]>>;
  /** Where the configuration of the checked-out commit comes from. */
  configurationOf(name: CheckoutName): Promise<ConfigurationOrigin>;
  /** Removes everything; returns the directory that could not be removed. */
  close(): string | null;
}

export async function openReplayRunner(options: RunnerOptions): Promise<Result<ReplayRunner>> {
  const { root, env, signal } = options;
  const checkouts = await createThrowawayCheckouts(root, ["incremental", "full"]);
  if ("problem" in checkouts)
    return fail({ kind: "usage", message: `The commits cannot be checked out: ${checkouts.problem}` });
  const installed = options.prepare === undefined ? await findPackageDirectories(root) : [];
  const lockfiles = await lockfilesOf(root, "HEAD");
  const prepared = new Map<CheckoutName, string>();
  const found = discoverConfig(root);
  let given: string | undefined;
  let current: string | undefined;
  try {
    if (options.configFile !== undefined) given = keepFile(options.configFile, checkouts.directory);
    else if (found.ok && found.value !== null) current = keepFile(found.value.path, checkouts.directory);
  } catch (error) {
    checkouts.remove();
    const message = `The configuration cannot be read (${(error as NodeJS.ErrnoException).code ?? (error as Error).message}).`;
    return fail({ kind: "config-unreadable", message });
  }

  const choose = (place: string): { origin: ConfigurationOrigin; configFile?: string } => {
    if (given !== undefined) return { origin: "given", configFile: given };
    const own = discoverConfig(place);
    if (!own.ok || own.value !== null) return { origin: "commit" };
    return current === undefined ? { origin: "inferred" } : { origin: "current", configFile: current };
  };
  const ask = (place: string): PlanOptions & { readonly cwd: string; readonly env: NodeJS.ProcessEnv } => {
    const { origin: _, ...config } = choose(place);
    const { checks = [], tags = [], categories = [], profiles = [], mode = "auto" } = options;
    // Otherwise, which checks are left out would depend on which one fails first.
    return { cwd: place, env, checks, tags, categories, profiles, mode, failFast: false, ...config };
  };

  const prepare = async (name: CheckoutName, place: string, lock: string): Promise<string | null> => {
    if (options.prepare === undefined || prepared.get(name) === lock) return null;
    const [command, ...args] = options.prepare;
    const execute = createLocalExecutor({ root: place, env });
    const { ending } = await execute(
      { command, args, cwd: ".", env: {}, timeout: 0, files: [], trace: null },
      signal,
    );
    if (ending.type !== "exited" || ending.code !== 0)
      return `The --prepare command (${options.prepare.join(" ")}) failed: ${explainEnding(ending)}.`;
    prepared.set(name, lock);
    return null;
  };

  return succeed({
    ready: async (name, commit) => {
      const clean = name === "full";
      const keep = options.prepare === undefined ? [] : ["node_modules"];
      const refused = await checkouts.checkOut(name, commit, { clean, keep });
      if (refused !== null) return { why: `Git could not check it out: ${refused}` };
      const lock = await lockfilesOf(root, commit);
      return checkouts.use(name, async (place) => {
        const why = await prepare(name, place, lock);
        if (why !== null) return { why };
        linkPackages(root, place, installed);
        const packages =
          options.prepare !== undefined ? "prepared" : installed.length > 0 ? "linked" : "none";
        return { packages, otherLockfile: packages === "linked" && lock !== lockfiles };
      });
    },
    run: (name, kind, only = {}) =>
      checkouts.use(name, async (place) => {
        const asked = { ...ask(place), ...only };
        const start = performance.now();
        const ran = await (kind === "incremental"
          ? runAsCommand(asked, signal)
          : verify({ ...asked, signal, skipCache: kind === "fresh" }));
        const duration = Math.round(performance.now() - start);
        if (!ran.ok) return { ok: false, why: describeFailures(ran.failures) };
        const { stoppedBy } = ran.value;
        return stoppedBy === null
          ? { ok: true, result: ran.value, duration }
          : { ok: false, why: `The run was not finished: ${stoppedBy}.` };
      }),
    inspect: (name) =>
      checkouts.use(name, async (place) => {
        const assessed = await assess({ ...ask(place), mode: "incremental" });
        if (!assessed.ok) return new Map();
        assessed.value.store.close();
        return assessed.value.scope.units;
      }),
    configurationOf: (name) => checkouts.use(name, async (place) => choose(place).origin),
    close: checkouts.remove,
  });
}

/** A copy, so that an edit meanwhile does not affect only some of the commits. */
function keepFile(file: string, directory: string): string {
  const content = readFileSync(file);
  const path = join("configuration", basename(file));
  ensureOwnDirectory({ base: directory, path: "configuration" });
  const kept = createOwn({ base: directory, path }, content);
  if (kept !== "written") throw new Error(kept === "exists" ? `${path} exists` : kept.reason);
  return join(directory, path);
}

/** Like the command line: from the last run if nothing changed, and otherwise so that the next run can. */
async function runAsCommand(
  asked: PlanOptions & { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
  signal: AbortSignal,
): Promise<Result<VerificationResult>> {
  const { env, cwd, ...request } = asked;
  const key = JSON.stringify(request);
  const isSame = (kept: unknown): boolean => JSON.stringify(kept) === key;
  const answered = await answerFromLastRun({ cwd, env, isSame, canTrace: async () => canTrace(env) }).catch(
    () => null,
  );
  // What is taken over from the last run is compared with an assessment of everything.
  const onCompared = (): void => {};
  return answered === null ? verify({ ...asked, request, signal, onCompared }) : succeed(answered.result);
}

function describeFailures([first, ...others]: readonly Failure[]): string {
  if (first === undefined) return "";
  const { file, line, column } = first.at ?? {};
  const place = [file, line, column].filter((part) => part !== undefined).join(":");
  const more = others.length === 0 ? "" : ` (and ${others.length} more)`;
  return `${place === "" ? "" : `${place}: `}${first.message}${more}`;
}

/** Names the state of the lockfiles at a commit. */
async function lockfilesOf(root: string, commit: string): Promise<string> {
  const tree = await readCommitTree(root, commit);
  if (!tree.ok) return "";
  const locks = [...tree.files].filter(([path]) => isLockfile(path));
  return JSON.stringify(locks.map(([path, { id }]) => [path, id]));
}

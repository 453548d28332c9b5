import { relative, resolve } from "node:path";
import { isBuiltin } from "../checks/builtin-files.ts";
import { isWithin, leadsOut } from "../paths/is-within.ts";
import { fail, succeed } from "../values/succeed.ts";
import type { TraceMode } from "../vocabulary/check/trace-mode.ts";
import type { Failure, Result } from "../vocabulary/failure.ts";
import { brokenManifest } from "./broken-manifest.ts";
import type { ConfigSource } from "./discover.ts";
import type { ConfigDocument } from "./document.ts";
import type { ChosenSkills } from "./flow/choose-skills.ts";
import {
  findDocument,
  NOTHING_DECLARED,
  type ReadConfig,
  type FindDocumentOptions,
} from "./find-document.ts";
import { inferChecks } from "./infer/infer.ts";
import { DECLARE_ONE, WRITE_ONE } from "./init/example.ts";
import { githubValues } from "./init/template.ts";
import { type KnownConfigurations, readKnown } from "./known-configuration.ts";
import { applyPreset } from "./presets/apply-preset.ts";
import { applyProfiles, type Declared } from "./profile.ts";
import { resolveRecovery } from "./recovery/resolve-recovery.ts";
import { resolveRemote } from "./remote.ts";
import type { DeclaredCheck } from "./resolve/declared-check.ts";
import { findDependencyFailures } from "./resolve/dependencies.ts";
import { resolveCheck, type ResolveContext } from "./resolve/resolve-check.ts";
import { findIdle, resolveEdges } from "./resolve/resolve-edges.ts";
import type { ResolvedConfig } from "./resolved-config.ts";
import { findRoot, type Root } from "./root.ts";
import type { ConfigInput } from "./schema/schema.ts";
import {
  checkStoragePath,
  type ExecutionOverrides,
  resolveAgent,
  resolveBaseline,
  resolveExecution,
  resolveIncremental,
  resolveReports,
} from "./settings.ts";

export interface LoadOptions extends FindDocumentOptions, ExecutionOverrides {
  readonly env: NodeJS.ProcessEnv;
  readonly profiles?: readonly string[];
  readonly skills?: readonly string[];
  readonly triggers?: readonly string[];
  /** The value of `{{ task }}`. */
  readonly task?: string;
  /** Milliseconds; overrides the limit of every check. */
  readonly timeout?: number;
  /** How closely commands are watched; overrides the configuration and every check. */
  readonly trace?: TraceMode;
  /** Whether failures are fixed; overrides the configuration. */
  readonly recover?: boolean;
}

/** Files that the program itself has written at the user's request. */
export interface OwnFiles {
  /** Absolute paths of files that are not part of the tree. */
  readonly setAside?: readonly string[];
  /** The configurations of a repository that were found to be valid before. */
  readonly knownConfigurations?: (root: string) => KnownConfigurations | undefined;
}

/**
 * A configuration that the caller has already read, with the same options. Not for a run that is kept as the last one:
 * a later run compares only what was noted while it was read.
 */
export interface AlreadyRead {
  readonly read?: ReadConfig;
}

/**
 * Finds, reads, validates and completes the configuration. Reports everything that is wrong with it, not only the first
 * problem.
 */
export async function loadConfig(
  options: LoadOptions & OwnFiles & AlreadyRead,
): Promise<Result<ResolvedConfig>> {
  const root = findRoot(options.cwd);
  const read = await readDeclared(root.path, options);
  if (!read.ok) return read;
  const { document, source } = read.value;
  const profiled = applyProfiles(read.value.declared, options.profiles ?? [], document);
  if (!profiled.ok) return profiled;
  const { input } = profiled.value;
  const skills = await addSkills(root.path, profiled.value, { document, options });
  if (!skills.ok) return skills;
  const inferred = profiled.value.checks.length === 0 && skills.value.checks.length === 0;
  // A package.json that cannot be read may contain any check.
  const broken = inferred ? brokenManifest(root.path) : [];
  if (broken.length > 0) return fail(...broken);
  const declared = inferred
    ? await inferDeclared(root.path, options.env)
    : [...profiled.value.checks, ...skills.value.checks];
  if (declared.length === 0) return fail(nothingDeclared(source, root));

  const workDir = resolve(root.path, input.workDir ?? ".");
  const checkpointDir = resolve(root.path, input.checkpointDir ?? ".verification/checkpoints");
  const storage = checkStoragePath(input.incremental?.caching?.storage_path, root.path, document);
  if (storage !== null) return fail(storage);
  const reports = resolveReports(input, root.path, document);
  if (!reports.ok) return reports;
  const baseline = resolveBaseline(input, root.path, document);
  if (!baseline.ok) return baseline;
  const checks = resolveChecks(inferred ? declared : placeIn(workDir, declared, root.path), {
    root: root.path,
    execution: input.execution ?? {},
    ttlDays: input.incremental?.caching?.ttl_days ?? null,
    templates: {
      workDir,
      checkpointDir,
      task: options.task ?? options.env["VERIFICATION_TASK"],
      github: githubValues(options.env),
    },
    ...(options.timeout === undefined ? {} : { timeout: options.timeout }),
    ...(options.trace === undefined ? {} : { trace: options.trace }),
  });
  if (!checks.ok) return checks;
  const recovery = resolveRecovery(input, {
    root: root.path,
    document,
    // Skill files that are not read may declare more.
    checks: input.skills !== undefined && !isSkillChosen(options) ? null : knownChecks(declared, input),
    ...(options.recover === undefined ? {} : { recover: options.recover }),
    ...(options.timeout === undefined ? {} : { timeout: options.timeout }),
  });
  if (!recovery.ok) return recovery;
  const edges = resolveEdges(input);
  return succeed({
    root: root.path,
    git: root.git,
    file: source?.file ?? null,
    source: inferred
      ? { type: "inferred" }
      : profiled.value.checks.length === 0
        ? { type: "skills" }
        : { type: "file", file: source?.file ?? "the given configuration" },
    checks: checks.value,
    edges,
    chosenBySkill: skills.value.names,
    execution: resolveExecution(input, options),
    incremental: resolveIncremental(input),
    remote: resolveRemote(input),
    setAside: (options.setAside ?? []).flatMap((path) => {
      const inside = relative(root.path, path).replaceAll("\\", "/");
      return inside === "" || leadsOut(inside) ? [] : [inside];
    }),
    baseline: baseline.value,
    reports: reports.value,
    recovery: recovery.value,
    agent: resolveAgent(input),
    workDir,
    checkpointDir,
    warnings: [
      ...(await findIdle({ edges, checks: checks.value }, { root: root.path, document })),
      ...skills.value.warnings,
      ...(source?.others ?? []).map((other) => `${other} is ignored, because ${source?.file} exists.`),
      ...(inferred && source !== null ? [`${source.file} declares no checks, so checks were inferred.`] : []),
    ],
  });
}

async function readDeclared(
  root: string,
  options: LoadOptions & OwnFiles & AlreadyRead,
): Promise<Result<ReadConfig>> {
  if (options.read !== undefined) return succeed(options.read);
  const found = findDocument(root, options);
  if (!found.ok) return found;
  return found.value === null
    ? succeed(NOTHING_DECLARED)
    : readKnown(found.value, options.knownConfigurations?.(root));
}

async function inferDeclared(root: string, env: NodeJS.ProcessEnv): Promise<readonly DeclaredCheck[]> {
  const { checks } = await inferChecks(root, env);
  const origin = { file: "package.json" };
  return checks.map(({ fields }) => ({ fields, origin, locate: () => origin }));
}

/** The checks that take part, and those that a profile would add. */
function knownChecks(
  declared: readonly DeclaredCheck[],
  { profiles = {} }: ConfigInput,
): ReadonlySet<string> {
  const added = Object.values(profiles).flatMap(({ checks = [] }) => (Array.isArray(checks) ? checks : []));
  return new Set([...declared.map(({ fields }) => fields.name), ...added.map(({ name }) => name)]);
}

function isSkillChosen({ skills = [], triggers = [] }: LoadOptions): boolean {
  return skills.length > 0 || triggers.length > 0;
}

const NO_SKILLS: ChosenSkills = { checks: [], names: null, warnings: [] };

/** Skill files are read only if they matter: when they are chosen, or when nothing else declares checks. */
async function addSkills(
  root: string,
  declared: Declared,
  context: { document: ConfigDocument | null; options: LoadOptions },
): Promise<Result<ChosenSkills>> {
  const { skills: names = [], triggers = [] } = context.options;
  const isChosen = isSkillChosen(context.options);
  const { skills = [] } = declared.input;
  const isUnused = !isChosen && declared.checks.length > 0;
  if (isUnused && skills.length === 0) return succeed(NO_SKILLS);
  const { chooseSkills } = await import("./flow/choose-skills.ts");
  const chosen = await chooseSkills({
    root,
    declared: skills,
    document: context.document,
    choice: isChosen || isUnused ? { names, triggers } : "all",
    known: declared.checks,
  });
  // What the configuration names must be valid, even if it is not used.
  return chosen.ok && isUnused ? succeed(NO_SKILLS) : chosen;
}

/** The directory of a check that does not set one. A place outside the repository only has a name. */
function placeIn(
  workDir: string,
  declared: readonly DeclaredCheck[],
  root: string,
): readonly DeclaredCheck[] {
  if (!isWithin(root, workDir) || workDir === root) return declared;
  const cwd = relative(root, workDir);
  return declared.map((each) => {
    const { fields } = each;
    const isOwn = fields.cwd !== undefined || (fields.uses !== undefined && isBuiltin(fields.uses));
    return isOwn ? each : { ...each, fields: { ...fields, cwd } };
  });
}

function resolveChecks(
  declared: readonly DeclaredCheck[],
  context: ResolveContext,
): Result<ResolvedConfig["checks"]> {
  const failures: Failure[] = [...findDependencyFailures(declared)];
  const checks = declared.flatMap((each) => {
    const check = resolveCheck(applyPreset(each), context);
    if (!check.ok) failures.push(...check.failures);
    return check.ok ? [check.value] : [];
  });
  return failures.length > 0 ? fail(...failures) : succeed(checks);
}

function nothingDeclared(source: ConfigSource | null, { path: root, git }: Root): Failure {
  return {
    kind: "nothing-to-verify",
    message:
      source === null
        ? "There is nothing to verify: no configuration, no skill file, no script in package.json that checks anything, and no file that a built-in verifier reads."
        : `${source.file} declares no checks, and none could be inferred.`,
    ...(source === null ? {} : { at: { file: source.file } }),
    // Shows a user who is in the wrong directory what happened.
    ...(git ? {} : { value: `${root}, which is not a git repository` }),
    hint: source === null ? WRITE_ONE : DECLARE_ONE,
  };
}

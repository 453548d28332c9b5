import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { fail, succeed, type Failure, type Result } from "../vocabulary/failure.ts";
import { chooseSkills, type ChosenSkills } from "./choose-skills.ts";
import { declareCheck, type DeclaredCheck } from "./declared-check.ts";
import { findDependencyFailures } from "./dependencies.ts";
import { describeIssues } from "./describe-issue.ts";
import { discoverConfig, type ConfigSource } from "./discover.ts";
import { parseConfigDocument, readText, type ConfigDocument } from "./document.ts";
import { inferFromScripts } from "./infer.ts";
import { applyProfiles, type Declared } from "./profile.ts";
import { resolveCheck, type ResolveContext } from "./resolve-check.ts";
import type { Execution, Incremental, ResolvedConfig } from "./resolved-config.ts";
import { findRoot } from "./root.ts";
import { configSchema, type ConfigInput } from "./schema.ts";
import { githubValues } from "./template.ts";

export interface LoadOptions {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** A configuration file to use in place of the one that would be found. */
  readonly configFile?: string;
  /** The configuration itself, given by a program. */
  readonly config?: ConfigInput;
  readonly profiles?: readonly string[];
  readonly skills?: readonly string[];
  readonly triggers?: readonly string[];
  /** What `{{ task }}` stands for. */
  readonly task?: string;
  readonly concurrency?: number;
  readonly timeout?: number;
  readonly failFast?: boolean;
}

/** Finds, reads, checks and completes the configuration. Reports everything that is wrong with it, not only the first. */
export async function loadConfig(options: LoadOptions): Promise<Result<ResolvedConfig>> {
  const root = findRoot(options.cwd);
  const read = readDeclared(root.path, options);
  if (!read.ok) return read;
  const { document, source } = read.value;
  const profiled = applyProfiles(read.value.declared, options.profiles ?? [], document);
  if (!profiled.ok) return profiled;
  const { input } = profiled.value;
  const skills = await addSkills(root.path, profiled.value, { document, options });
  if (!skills.ok) return skills;
  const inferred = profiled.value.checks.length === 0 && skills.value.checks.length === 0;
  const declared = inferred
    ? inferFromScripts(root.path).map(({ fields }) => declareInferred(fields))
    : [...profiled.value.checks, ...skills.value.checks];
  if (declared.length === 0) return fail(nothingDeclared(source, root.git));

  const workDir = resolve(root.path, input.workDir ?? ".");
  const checkpointDir = resolve(root.path, input.checkpointDir ?? ".verification/checkpoints");
  const checks = resolveChecks(declared, {
    root: root.path,
    execution: input.execution ?? {},
    templates: {
      workDir,
      checkpointDir,
      task: options.task ?? options.env["VERIFICATION_TASK"],
      github: githubValues(options.env),
    },
    ...(options.timeout === undefined ? {} : { timeout: options.timeout }),
  });
  if (!checks.ok) return checks;
  return succeed({
    root: root.path,
    git: root.git,
    source: inferred
      ? { type: "inferred" }
      : profiled.value.checks.length === 0
        ? { type: "skills" }
        : { type: "file", file: source?.file ?? "the given configuration" },
    checks: checks.value,
    chosenBySkill: (options.skills ?? options.triggers ?? []).length > 0 ? skills.value.names : null,
    execution: resolveExecution(input, options),
    incremental: resolveIncremental(input),
    report: {
      format: input.report?.format ?? "text",
      path: input.report?.path === undefined ? null : resolve(root.path, input.report.path),
    },
    workDir,
    checkpointDir,
    warnings: skills.value.warnings,
  });
}

interface ReadConfig {
  readonly source: ConfigSource | null;
  readonly document: ConfigDocument | null;
  readonly declared: Declared;
}

function readDeclared(root: string, options: LoadOptions): Result<ReadConfig> {
  if (options.config !== undefined) return checkDocument(objectDocument(options.config), null);
  const source = discoverConfig(
    root,
    options.configFile === undefined ? undefined : { path: options.configFile, cwd: options.cwd },
  );
  if (!source.ok) return source;
  if (source.value === null)
    return succeed({ source: null, document: null, declared: { input: {}, checks: [] } });
  const text = readText(source.value.path, source.value.file);
  if (!text.ok) return text;
  const document = parseConfigDocument({ file: source.value.file, text: text.value });
  if (!document.ok) return document;
  return checkDocument(
    source.value.key === undefined ? document.value : below(document.value, source.value.key),
    source.value,
  );
}

function checkDocument(document: ConfigDocument, source: ConfigSource | null): Result<ReadConfig> {
  // An empty file is an empty configuration.
  const parsed = configSchema.safeParse(document.value ?? {}, { reportInput: false });
  if (!parsed.success) {
    return fail(
      ...describeIssues({
        issues: parsed.error.issues,
        document,
        schema: configSchema,
        kind: "config-invalid",
      }),
    );
  }
  const checks = (parsed.data.checks ?? []).map((fields, index) =>
    declareCheck(fields, document, ["checks", index]),
  );
  return succeed({ source, document, declared: { input: parsed.data, checks } });
}

/** The part of a document under one key, with places that still are those in the file. */
function below(document: ConfigDocument, key: string): ConfigDocument {
  return {
    file: document.file,
    value: (document.value as Record<string, unknown> | null)?.[key],
    locate: (path) => document.locate([key, ...path]),
    locateKey: (path) => document.locateKey([key, ...path]),
  };
}

function objectDocument(value: ConfigInput): ConfigDocument {
  const at = { file: "config" };
  return { file: at.file, value, locate: () => at, locateKey: () => at };
}

function declareInferred(fields: DeclaredCheck["fields"]): DeclaredCheck {
  const origin = { file: "package.json" };
  return { fields, origin, locate: () => origin };
}

const NO_SKILLS: ChosenSkills = { checks: [], names: new Set(), warnings: [] };

/** Skill files are read only where they matter: when chosen, or when nothing else declares checks. */
async function addSkills(
  root: string,
  declared: Declared,
  context: { document: ConfigDocument | null; options: LoadOptions },
): Promise<Result<ChosenSkills>> {
  const { skills: names = [], triggers = [] } = context.options;
  const isChosen = names.length > 0 || triggers.length > 0;
  if (!isChosen && declared.checks.length > 0) return succeed(NO_SKILLS);
  return chooseSkills({
    root,
    declared: declared.input.skills ?? [],
    document: context.document,
    choice: isChosen ? { names, triggers } : "all",
    known: declared.checks,
  });
}

function resolveChecks(
  declared: readonly DeclaredCheck[],
  context: ResolveContext,
): Result<ResolvedConfig["checks"]> {
  const failures: Failure[] = [...findDependencyFailures(declared)];
  const checks = declared.flatMap((each) => {
    const check = resolveCheck(each, context);
    if (!check.ok) failures.push(...check.failures);
    return check.ok ? [check.value] : [];
  });
  return failures.length > 0 ? fail(...failures) : succeed(checks);
}

function resolveExecution({ execution = {} }: ConfigInput, options: LoadOptions): Execution {
  const slots = execution.parallel === false ? 1 : (execution.maxParallel ?? availableParallelism());
  return {
    slots: options.concurrency ?? slots,
    overallTimeout: execution.overallTimeout ?? 1_800_000,
    retryDelayMs: execution.retryDelayMs ?? 1000,
    failFast: options.failFast ?? execution.failFast ?? false,
    continueOnWarning: execution.continueOnWarning ?? true,
  };
}

function resolveIncremental({ incremental = {} }: ConfigInput): Incremental {
  const { change_detection: detection = {}, caching = {} } = incremental;
  return {
    enabled: (incremental.enabled ?? true) && (caching.enabled ?? true),
    primary: detection.primary ?? "git",
    fallback: detection.fallback ?? "hash",
    similarityThreshold: detection.similarity_threshold ?? 0.6,
    ttlDays: caching.ttl_days ?? 30,
    maxSizeMb: caching.max_size_mb ?? 256,
    storagePath: caching.storage_path ?? ".verification-cache/",
    excludePatterns: incremental.exclude_patterns ?? ["node_modules/**", ".git/**", "*.log"],
  };
}

function nothingDeclared(source: ConfigSource | null, git: boolean): Failure {
  return {
    kind: "nothing-to-verify",
    message:
      source === null
        ? "There is nothing to verify: no configuration, no skill file, and no script in package.json that checks anything."
        : `${source.file} declares no checks.`,
    ...(source === null ? {} : { at: { file: source.file } }),
    ...(git ? {} : { value: "not a git repository" }),
    hint: "Run `verification init` to write a .verification.yml, or declare a check under checks:.",
  };
}

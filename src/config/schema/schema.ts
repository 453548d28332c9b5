import { z } from "zod";
import { parseShare } from "../../values/share.ts";
import { FEWEST_TOKENS, FORMATS } from "../../vocabulary/run/report.ts";
import { DETECTION_METHODS } from "../../vocabulary/tree/snapshot.ts";
import { REMOTE_MODES, REMOTE_URL } from "../../vocabulary/verdict/shared-cache.ts";
import { LABEL, QUEUE_URL } from "../../vocabulary/run/workers.ts";
import { recovery } from "../recovery/recovery-schema.ts";
import { check, checkOverride, trace } from "./check-schema.ts";
import { count, flag, list, milliseconds, name, text } from "./schema-fields.ts";
import { flow, workflowSchema } from "./workflow-schema.ts";

const queueUrl = z
  .string()
  .regex(QUEUE_URL, { error: "expected redis://host:port or rediss://host:port" })
  .describe("The Redis that holds the queue: redis://host:port, or rediss:// for TLS");

const workers = z
  .union([
    queueUrl,
    z
      .strictObject({
        url: queueUrl,
        remote: z
          .string()
          .regex(/^[^-\s][^\s]*$/)
          .describe("The git remote that this clone and the workers both reach; default: origin"),
        local: list("Checks whose commands are never sent"),
        labels: z
          .record(z.string(), z.string().regex(LABEL))
          .describe("By check: the label that a worker must have to get its commands"),
      })
      .partial(),
  ])
  .describe("Sends commands to workers that take them from a queue (verification worker)");

const execution = z
  .strictObject({
    parallel: flag("Whether checks run side by side"),
    maxParallel: z
      .int()
      .min(1)
      .max(1024)
      .describe("How many commands run at once; default: the number of cores"),
    overallTimeout: milliseconds("Milliseconds after which the whole run is ended; 0 is no limit"),
    enableRetry: flag("Whether any check is retried"),
    maxRetries: count("Retries of a check that has retryOnFailure and no maxRetries of its own"),
    retryDelayMs: milliseconds("Milliseconds between a failure and its retry"),
    failFast: flag("Whether the first critical failure stops the run"),
    continueOnWarning: flag("Whether the run goes on after a failure that is not critical"),
    trace,
    workers,
  })
  .partial()
  .describe("How checks are run");

const incremental = z
  .strictObject({
    enabled: flag("Whether stored verdicts are used at all"),
    change_detection: z
      .strictObject({
        primary: z.enum(DETECTION_METHODS),
        fallback: z.enum(DETECTION_METHODS),
        similarity_threshold: z.number().min(0).max(1),
      })
      .partial(),
    caching: z
      .strictObject({
        enabled: z.boolean(),
        ttl_days: z
          .number()
          .min(0)
          .describe(
            "For how many days a verdict is reused after it was reached, and 0 for none; default: as long as nothing that it depends on changes",
          ),
        unused_days: z
          .number()
          .min(0)
          .describe("For how many days a verdict is kept that is not used; default: 30"),
        storage_path: z
          .string()
          .min(1)
          .describe(
            "A directory for the whole store; without one, verdicts are kept in git's directory, where worktrees share them",
          ),
        max_size_mb: z.number().min(1).describe("How large the store may grow"),
      })
      .partial(),
    full_verification_triggers: z
      .strictObject({
        file_change_percentage: z
          .number()
          .min(0)
          .max(1)
          .describe("The share of files whose change speaks for verifying everything"),
        dependency_depth: z.int().min(0).describe("How many steps a change may reach through dependencies"),
        cascade_count: z.int().min(0).describe("How many files a change may reach through dependencies"),
        affected_files: z
          .int()
          .min(0)
          .describe("How many files a change may affect before the impact recommends verifying everything"),
        stale_cache_days: z.number().min(0).describe("For how many days everything need not be verified"),
      })
      .partial()
      .describe(
        "Thresholds; passing one of the first three together with another means that everything is verified",
      ),
    mandatory_full_triggers: list(
      "Globs of files whose change means that everything is verified, in upper or lower case; one without a slash matches in any directory",
    ),
    exclude_patterns: list("Globs of files that are not looked at"),
    opaque_imports: z
      .enum(["project", "ignore"])
      .describe("What an import that only running the code can resolve means: any file, or none"),
    verify_cache: z
      .union([z.number(), z.string()])
      .refine(
        (value) => parseShare(String(value)) !== null,
        "expected a share from 0 to 1, such as 1/32 or 0.05",
      )
      .describe(
        "Which share of the cached verdicts is run again and compared, such as 1/32; default: in CI, one in 64 of those whose inputs were observed, else none",
      ),
  })
  .partial()
  .describe("What is cached and how changes are found");

const remote = z
  .strictObject({
    url: z
      .string()
      .regex(REMOTE_URL, "expected an address that begins with https://, http:// or file:")
      .describe("A server of the Turborepo remote cache API, or a directory (file:/path)"),
    team: text("The team on that server").optional(),
    mode: z
      .enum(REMOTE_MODES)
      .describe("What runs do with it; default: read, and write where there is a key to sign with")
      .optional(),
    trust: list(
      "Whose verdicts are read: public keys as `verification cache keygen` prints them, or files of the repository with one on each line",
    ).optional(),
  })
  .describe("Verdicts shared with other machines; what counts is what the base branch says on the remote");

const cache = z.strictObject({ remote }).partial().describe("Where verdicts are kept beside this machine");

const baseline = z
  .strictObject({
    path: text(
      "A file in the repository that runs keep up to date with the last verified state; without it, only `verification baseline write` writes one",
    ),
  })
  .describe("The last verified state as a file of the repository, beside the one in .verification-cache");

const oneReport = z
  .strictObject({
    format: z.enum(FORMATS).describe("What it looks like; by default what the path ends in, or else text"),
    path: text("A file to write it to, relative to the repository root; by default standard output"),
  })
  .partial();

const report = z
  .union([oneReport, z.array(oneReport)])
  .describe("What is reported, and where, when no --format is given: one report, or a list of them");

const agent = z
  .strictObject({
    maxBlocks: z
      .int()
      .min(0)
      .max(100)
      .describe("How often a coding agent is held up in a row before it is let go; default: 3"),
    maxTokens: z
      .int()
      .min(FEWEST_TOKENS)
      .describe("How long the report to it may be, by an estimate; default: 2000"),
    newOnly: flag("Whether it is held up only by findings that were not there before; default: true"),
  })
  .partial()
  .describe("What the hooks do that `verification agent install` writes");

const edge = z
  .strictObject({
    from: text("The file that depends on others, or a glob of such files"),
    to: z
      .union([text("A glob of the files that it depends on"), list("Globs of the files that it depends on")])
      .describe("What it depends on, in place of what its computed imports may lead to"),
  })
  .describe("A dependency that is declared");

const profile = z
  .strictObject({
    checks: z.union([z.record(z.string(), checkOverride), z.array(check)]),
    execution,
    incremental,
    report,
  })
  .partial()
  .describe("What --profile puts over the rest");

/** The whole configuration file. Unknown keys are errors. */
export const configSchema = z
  .strictObject({
    $schema: z.string(),
    version: z.literal(1).describe("The version of this format"),
    workDir: text(
      "Where checks work that do not say so, and what {{ workDir }} stands for; relative to the repository root",
    ),
    checkpointDir: text("What {{ checkpointDir }} stands for, relative to the repository root"),
    checks: z.array(check).describe("The checks, in any order"),
    edges: z.array(edge).describe("Dependencies between files that cannot be seen in their text"),
    execution,
    incremental,
    cache,
    baseline,
    report,
    recovery,
    agent,
    skills: list("Skill files, or directories and globs to find them in"),
    profiles: z.record(z.string().min(1), profile),
    workflows: z
      .record(z.string().regex(/^[A-Za-z0-9][\w-]*$/, "expected one word"), workflowSchema)
      .describe("Workflows by name; feature and fix replace those that are built in"),
    flow,
    constitution: text("A file that must exist, with every placeholder filled in, before a build starts"),
  })
  .partial();

/** The fenced block of a skill file: a check, or the name of one that the configuration declares. */
export const skillSchema = z.strictObject({ checks: z.array(z.union([name, check])).min(1) });

export type ConfigInput = z.infer<typeof configSchema>;
export type CheckInput = z.infer<typeof check>;
export type CheckOverride = z.infer<typeof checkOverride>;
export type ExecutionInput = z.infer<typeof execution>;

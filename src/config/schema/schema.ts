import { z } from "zod";
import { parseShare } from "../../values/share.ts";
import { FEWEST_TOKENS, FORMATS } from "../../vocabulary/run/report.ts";
import { DETECTION_METHODS } from "../../vocabulary/tree/snapshot.ts";
import { REMOTE_MODES, REMOTE_URL } from "../../vocabulary/verdict/shared-cache.ts";
import { LABEL, QUEUE_URL } from "../../vocabulary/run/workers.ts";
import { recovery } from "../recovery/recovery-schema.ts";
import { check, checkOverride, trace } from "./check-schema.ts";
import { count, flag, list, milliseconds, name, text } from "./schema-fields.ts";
import { flowSchema, workflowSchema } from "./workflow-schema.ts";

const queueUrl = z
  .string()
  .regex(QUEUE_URL, { error: "expected redis://host:port or rediss://host:port" })
  .describe("The address of the queue in Redis: redis://host:port, or rediss:// for TLS");

const workers = z
  .union([
    queueUrl,
    z
      .strictObject({
        url: queueUrl,
        remote: z
          .string()
          .regex(/^[^-\s][^\s]*$/)
          .describe("The git remote that this clone and the workers can reach; default: origin"),
        local: list("Checks whose commands are never sent"),
        labels: z
          .record(z.string(), z.string().regex(LABEL))
          .describe("For each check, the label that a worker must have to get its commands"),
      })
      .partial(),
  ])
  .describe("Sends commands to workers that take them from a queue (verification worker)");

const execution = z
  .strictObject({
    parallel: flag("Whether checks run in parallel"),
    maxParallel: z
      .int()
      .min(1)
      .max(1024)
      .describe("How many commands run at once; default: the number of cores"),
    overallTimeout: milliseconds("Milliseconds after which the whole run is ended; 0: no limit"),
    enableRetry: flag("Whether any check is retried"),
    maxRetries: count("Retries of a check that has retryOnFailure and no maxRetries"),
    retryDelayMs: milliseconds("Milliseconds between a failure and its retry"),
    failFast: flag("Whether the first critical failure stops the run"),
    continueOnWarning: flag("Whether the run goes on after a failure that is not critical"),
    trace,
    workers,
  })
  .partial()
  .describe("How checks run");

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
            "How many days a verdict is reused; 0: never; default: as long as nothing that it depends on changes",
          ),
        unused_days: z
          .number()
          .min(0)
          .describe("After how many days without use a verdict is removed; default: 30"),
        storage_path: z
          .string()
          .min(1)
          .describe(
            "A directory for the whole store; by default verdicts are in git's directory, where worktrees share them",
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
          .describe("The share of changed files that is a reason to verify everything"),
        dependency_depth: z.int().min(0).describe("How many steps a change may spread through dependencies"),
        cascade_count: z.int().min(0).describe("How many files a change may affect through dependencies"),
        affected_files: z
          .int()
          .min(0)
          .describe("How many files a change may affect before a full verification is recommended"),
        stale_cache_days: z
          .number()
          .min(0)
          .describe("After how many days without a full verification one is suggested"),
      })
      .partial()
      .describe("Thresholds; exceeding one of the first three together with another verifies everything"),
    mandatory_full_triggers: list(
      "Globs of files whose change verifies everything; case does not matter, and a glob without a slash matches in any directory",
    ),
    exclude_patterns: list("Globs of files to ignore"),
    opaque_imports: z
      .enum(["project", "ignore"])
      .describe("What an import with a computed name depends on: every file it could load, or none"),
    verify_cache: z
      .union([z.number(), z.string()])
      .refine(
        (value) => parseShare(String(value)) !== null,
        "expected a share from 0 to 1, such as 1/32 or 0.05",
      )
      .describe(
        "The share of cached verdicts to re-run and compare, such as 1/32; default: in CI, one in 64 of the observed ones, else none",
      ),
  })
  .partial()
  .describe("What is cached and how changes are detected");

const remote = z
  .strictObject({
    url: z
      .string()
      .regex(REMOTE_URL, "expected an address that starts with https://, http:// or file:")
      .describe("A server of the Turborepo remote cache API, or a directory (file:/path)"),
    team: text("The team on that server").optional(),
    mode: z
      .enum(REMOTE_MODES)
      .describe("What runs do with it; default: read, and write if there is a signing key")
      .optional(),
    trust: list(
      "Trusted keys: public keys as `verification cache keygen` prints them, or files of the repository with one key per line",
    ).optional(),
  })
  .describe("Verdicts shared with other machines; always read from the base branch on the remote");

const cache = z.strictObject({ remote }).partial().describe("Where verdicts are stored outside this machine");

const baseline = z
  .strictObject({
    path: text(
      "A file in the repository that runs keep up to date with the last verified state; without it, only `verification baseline write` writes one",
    ),
  })
  .describe(
    "The last verified state as a file of the repository, in addition to the one in .verification-cache",
  );

const oneReport = z
  .strictObject({
    format: z
      .enum(FORMATS)
      .describe("The format of the report; default: by the file extension, or else text"),
    path: text("A file to write it to, relative to the repository root; by default standard output"),
  })
  .partial();

const report = z
  .union([oneReport, z.array(oneReport)])
  .describe("The reports to write if no --format is given: one report, or a list");

const agent = z
  .strictObject({
    maxBlocks: z
      .int()
      .min(0)
      .max(100)
      .describe("How often in a row a coding agent is blocked before it may stop; default: 3"),
    maxTokens: z
      .int()
      .min(FEWEST_TOKENS)
      .describe("How many tokens the report may have, estimated; default: 2000"),
    newOnly: flag("Whether only new findings block it; default: true"),
  })
  .partial()
  .describe("The behaviour of the hooks that `verification agent install` writes");

const edge = z
  .strictObject({
    from: text("The file that depends on others, or a glob of such files"),
    to: z
      .union([text("A glob of the files that it depends on"), list("Globs of the files that it depends on")])
      .describe("What it depends on, instead of everything that its computed imports could load"),
  })
  .describe("A declared dependency");

const profile = z
  .strictObject({
    checks: z.union([z.record(z.string(), checkOverride), z.array(check)]),
    execution,
    incremental,
    report,
  })
  .partial()
  .describe("Settings that --profile applies on top of the rest");

/** The whole configuration file. Unknown keys are errors. */
export const configSchema = z
  .strictObject({
    $schema: z.string(),
    version: z.literal(1).describe("The version of this format"),
    workDir: text(
      "The default working directory of checks, and the value of {{ workDir }}; relative to the repository root",
    ),
    checkpointDir: text("The value of {{ checkpointDir }}, relative to the repository root"),
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
      .describe("Workflows by name; feature and fix replace the built-in ones"),
    flow: flowSchema,
    constitution: text("A file that must exist, with every placeholder filled in, before a build starts"),
  })
  .partial();

/** The fenced block of a skill file: a check, or the name of one that the configuration declares. */
export const skillSchema = z.strictObject({ checks: z.array(z.union([name, check])).min(1) });

export type ConfigInput = z.infer<typeof configSchema>;
export type CheckInput = z.infer<typeof check>;
export type CheckOverride = z.infer<typeof checkOverride>;
export type ExecutionInput = z.infer<typeof execution>;

import { z } from "zod";
import { BUILTINS } from "../vocabulary/builtin.ts";
import { CHECK_TYPES, FOLLOWS } from "../vocabulary/check.ts";
import { PARSER_NAMES } from "../vocabulary/parser.ts";
import { PRESET_NAMES } from "../vocabulary/preset.ts";
import { parseShare } from "../vocabulary/share.ts";
import { FORMATS } from "../vocabulary/report.ts";
import { DETECTION_METHODS } from "../vocabulary/snapshot.ts";
import { TRACE_MODES } from "../vocabulary/trace-mode.ts";
import { recovery } from "./recovery/recovery-schema.ts";
import { count, flag, list, milliseconds, name, regularExpression, text } from "./schema-fields.ts";
import { flow, workflowSchema } from "./workflow-schema.ts";

const group = z.int().min(0).max(99);

const pattern = z.strictObject({
  regexp: regularExpression.describe("What one line looks like; it is matched as JavaScript does"),
  kind: z.enum(["location", "file"]).optional(),
  file: group.optional(),
  location: group.optional(),
  line: group.optional(),
  column: group.optional(),
  endLine: group.optional(),
  endColumn: group.optional(),
  severity: group.optional(),
  code: group.optional(),
  message: group.optional(),
  loop: z.boolean().optional().describe("Of the last pattern: it may match line after line"),
});

const problemMatcher = z
  .strictObject({
    pattern: z.union([pattern, z.array(pattern).min(1)]),
    severity: z.enum(["error", "warning", "info"]).optional().describe("Where a line says nothing about it"),
  })
  .describe("A problem matcher of VS Code: numbers are groups of the expression");

/** A file names a parser; the library can also give a function. */
const parse = z
  .union([z.enum(["auto", "none", ...PARSER_NAMES]), problemMatcher, z.function()])
  .describe(
    "How findings are read from the output: auto recognises the format, none reads nothing; or a format by its name, or a problem matcher",
  );

const variable = z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, "expected the name of an environment variable");

const trace = z
  .enum(TRACE_MODES)
  .describe(
    "Whether commands are watched for what they read: auto where a tracer works, on always, full with the names that they only ask about, off never",
  );

const checkFields = {
  type: z
    .enum(CHECK_TYPES)
    .describe("What kind of check it is; decides how failures and dependencies are treated"),
  description: z.string().describe("One line for people"),
  uses: z
    .enum([...BUILTINS, ...PRESET_NAMES])
    .describe(
      "A tool by its name, with its command, files, output and the rest; or a built-in verifier in place of a command",
    ),
  command: text("The program to start, without a shell; it is found in node_modules/.bin and on PATH"),
  args: z.array(z.string()).describe("Its arguments; {files} stands for the target files"),
  cwd: text("Working directory, relative to the repository root"),
  timeout: milliseconds("Milliseconds after which the command and all it started are ended; 0 is no limit"),
  critical: flag("Whether a failure stops a fail-fast run"),
  enabled: flag("Whether the check takes part at all"),
  retryOnFailure: flag("Whether a failed command is run again"),
  maxRetries: count("How often a failed command is run again"),
  dependsOn: list("Checks that must pass before this one starts"),
  tags: list("Words to choose checks by (--tag)"),
  category: text("A word to choose checks by (--category), such as quality or security"),
  files: list("Globs of the target files; a leading ! excludes"),
  inputs: list(
    "Globs of further files that the verdict depends on; with {dir}, {name} or {stem} of a target, of that target alone",
  ),
  configuration: z
    .union([z.enum(["auto", "none"]), z.array(z.string().min(1))])
    .describe(
      "The configuration files that its tool reads: auto, those that are known of it; none; or globs of them",
    ),
  outputs: list(
    "Globs of what the command writes: never inputs of its own, and products to checks that depend on it; a leading ! excludes",
  ),
  batch: z.int().min(1).describe("How many targets a command gets at most; default: as many as fit"),
  trace,
  env: z
    .union([z.array(variable), z.record(variable, z.union([z.string(), z.number(), z.boolean(), z.null()]))])
    .describe("Variables that the verdict depends on: a list of names, or names with the values to set"),
  follow: z.enum(FOLLOWS).describe("How far the verdict depends on what a target depends on"),
  renames: z.enum(["reuse", "rerun"]).describe("Whether a verdict follows a file that was renamed unchanged"),
  replayFailures: flag("Whether a failure is cached as a pass is"),
  ttl_days: z
    .number()
    .min(0)
    .describe(
      "For how many days its verdicts are reused, for checks that depend on the network or on the time",
    ),
  parse,
};

const check = z.strictObject(checkFields).partial().extend({ name });
const checkOverride = z.strictObject(checkFields).partial();

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
  .describe("What is remembered and how changes are found");

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
    baseline,
    report,
    recovery,
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

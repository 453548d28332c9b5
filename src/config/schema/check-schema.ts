import { z } from "zod";
import { BUILTINS } from "../../vocabulary/check/builtin.ts";
import { CHECK_TYPES, FOLLOWS } from "../../vocabulary/check/check.ts";
import { PARSER_NAMES } from "../../vocabulary/check/parser.ts";
import { PRESET_NAMES } from "../../vocabulary/check/preset.ts";
import { TRACE_MODES } from "../../vocabulary/check/trace-mode.ts";
import { count, flag, list, milliseconds, name, regularExpression, text } from "./schema-fields.ts";

const group = z.int().min(0).max(99);

const pattern = z.strictObject({
  regexp: regularExpression.describe("A JavaScript regular expression for one line"),
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
  loop: z.boolean().optional().describe("For the last pattern: it may match several lines in a row"),
});

const problemMatcher = z
  .strictObject({
    pattern: z.union([pattern, z.array(pattern).min(1)]),
    severity: z.enum(["error", "warning", "info"]).optional().describe("The severity if a line does not say"),
  })
  .describe("A problem matcher of VS Code: numbers are groups of the expression");

/** A file names a parser; the library also accepts a function. */
const parse = z
  .union([z.enum(["auto", "none", ...PARSER_NAMES]), problemMatcher, z.function()])
  .describe(
    "How findings are read from the output: auto recognises the format, none reads nothing; or a format by its name, or a problem matcher",
  );

const variable = z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, "expected the name of an environment variable");

export const trace = z
  .enum(TRACE_MODES)
  .describe(
    "Whether to watch what commands read: auto if a tracer works, on always, full including files that they only stat, off never",
  );

const checkFields = {
  type: z.enum(CHECK_TYPES).describe("The kind of check; decides how failures and dependencies are treated"),
  description: z.string().describe("One line that describes the check"),
  uses: z
    .enum([...BUILTINS, ...PRESET_NAMES])
    .describe(
      "A preset for a tool, with its command, files and output format; or a built-in verifier instead of a command",
    ),
  command: text("The program to start, without a shell; it is found in node_modules/.bin and on PATH"),
  args: z.array(z.string()).describe("Its arguments; {files} stands for the target files"),
  cwd: text("Working directory, relative to the repository root"),
  timeout: milliseconds(
    "Milliseconds after which the command and its child processes are ended; 0: no limit",
  ),
  critical: flag("Whether a failure stops a fail-fast run"),
  enabled: flag("Whether the check takes part at all"),
  retryOnFailure: flag("Whether a failed command is run again"),
  maxRetries: count("How often a failed command is run again"),
  dependsOn: list("Checks that must pass before this one starts"),
  tags: list("Labels to select checks by (--tag)"),
  category: text("A label to select checks by (--category), such as quality or security"),
  files: list("Globs of the target files; a leading ! excludes"),
  inputs: list(
    "Globs of other files that the verdict depends on; with {dir}, {name} or {stem}, for one target only",
  ),
  configuration: z
    .union([z.enum(["auto", "none"]), z.array(z.string().min(1))])
    .describe("The configuration files that its tool reads: auto for the known ones, none, or globs"),
  outputs: list(
    "Globs of what the command writes: never inputs of this check, and products for checks that depend on it; a leading ! excludes",
  ),
  batch: z.int().min(1).describe("The most targets that one command gets; default: as many as fit"),
  trace,
  env: z
    .union([z.array(variable), z.record(variable, z.union([z.string(), z.number(), z.boolean(), z.null()]))])
    .describe("Variables that the verdict depends on: a list of names, or names with the values to set"),
  follow: z.enum(FOLLOWS).describe("How far the verdict depends on the dependencies of a target"),
  renames: z.enum(["reuse", "rerun"]).describe("Whether a verdict follows a file that was renamed unchanged"),
  replayFailures: flag("Whether failures are cached too"),
  ttl_days: z
    .number()
    .min(0)
    .describe("How many days its verdicts are reused, for checks that depend on the network or the clock"),
  parse,
};

export const check = z.strictObject(checkFields).partial().extend({ name });
export const checkOverride = z.strictObject(checkFields).partial();

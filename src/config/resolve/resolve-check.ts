import { isAbsolute, join, normalize, relative, resolve } from "node:path";
import { isBuiltin } from "../../checks/builtin-files.ts";
import { takesFiles } from "../../checks/check-traits.ts";
import { leadsOut } from "../../paths/is-within.ts";
import { fail, succeed } from "../../values/succeed.ts";
import type { Check, CheckType } from "../../vocabulary/check/check.ts";
import { LISTING_TOOLS } from "../../vocabulary/check/listing-tool.ts";
import type { TraceMode } from "../../vocabulary/check/trace-mode.ts";
import type { Failure, Result } from "../../vocabulary/failure.ts";
import { substitute, TEMPLATE_NAMES, type TemplateValues } from "../init/template.ts";
import { besideTests } from "../presets/beside-tests.ts";
import type { ExecutionInput } from "../schema/schema.ts";
import type { DeclaredCheck } from "./declared-check.ts";
import { findTool } from "./find-tool.ts";
import { knownOptions } from "../presets/known-options.ts";
import { resolveBuiltin } from "./resolve-builtin.ts";
import { resolveCommand } from "./resolve-command.ts";
import { isDirectory, resolveGlobs } from "./resolve-globs.ts";
import { resolveInputs } from "./resolve-inputs.ts";
import { resolveOutputs } from "./resolve-outputs.ts";
import { resolveTrace } from "./resolve-trace.ts";

export interface ResolveContext {
  readonly root: string;
  readonly execution: ExecutionInput;
  readonly templates: TemplateValues;
  /** For checks that do not set it; null if age does not matter. */
  readonly ttlDays: number | null;
  /** Milliseconds; overrides every check's own. */
  readonly timeout?: number;
  /** Overrides every check's own. */
  readonly trace?: TraceMode;
}

export const DEFAULT_TIMEOUT = 600_000;

/** Fills in every default of one check and reports everything that is wrong with it. */
export function resolveCheck(declared: DeclaredCheck, context: ResolveContext): Result<Check> {
  const { fields } = declared;
  if (fields.uses !== undefined && isBuiltin(fields.uses))
    return resolveBuiltin(declared, fields.uses, context);
  const failures: Failure[] = [];
  const type: CheckType = fields.type ?? "command";
  const command = resolveCheckCommand(declared, context.root, failures);
  const templated = templateResolver(declared, context.templates, failures);
  const cwd = resolveDirectory(declared, context.root, failures);
  const env = resolveEnvironment(fields.env);
  const words = [
    templated.resolve(command.command, "command"),
    ...command.args.map((arg, index) => templated.resolve(arg, "args", index)),
  ] as const;
  const files =
    fields.files === undefined ? null : resolveGlobs(declared, "files", { root: context.root, failures });
  const directory = join(context.root, cwd);
  const tool = findTool(words, directory);
  const args = knownOptions(words.slice(1), { tool: tool.name, directory, root: context.root });
  const shape = { args, builtin: null, files, tool };
  const check: Check = {
    name: fields.name,
    type,
    description: fields.description ?? "",
    builtin: null,
    command: words[0],
    args: shape.args,
    tool,
    cwd,
    timeout: context.timeout ?? fields.timeout ?? DEFAULT_TIMEOUT,
    critical: fields.critical ?? true,
    enabled: fields.enabled ?? true,
    retries: resolveRetries(fields, context.execution),
    dependsOn: [...new Set(fields.dependsOn)],
    tags: fields.tags ?? [],
    category: fields.category ?? "quality",
    files,
    ...resolveLister(declared, shape),
    ...resolveInputs(declared, { root: context.root, takesFiles: takesFiles(shape), failures }),
    besideTests: besideTests({ ...shape, type }),
    configuration: Array.isArray(fields.configuration)
      ? resolveGlobs(declared, "configuration", { root: context.root, failures })
      : (fields.configuration ?? "auto"),
    outputs: resolveOutputs(declared, failures),
    batch: fields.batch ?? null,
    trace: resolveTrace({
      commandLine: context.trace,
      check: fields.trace,
      execution: context.execution.trace,
      preset: declared.presetTrace,
    }),
    env: Object.fromEntries(
      Object.entries(env).map(([name, value]) => [
        name,
        value === null ? null : templated.resolve(value, "env"),
      ]),
    ),
    follow: fields.follow ?? (type === "lint" || type === "type-check" ? "structure" : "content"),
    declaresFollow: declared.presumesFollow !== true,
    renames: fields.renames ?? "rerun",
    replayFailures: fields.replayFailures ?? (type === "lint" || type === "type-check"),
    parse: (fields.parse ?? "auto") as Check["parse"],
    ttlDays: fields.ttl_days ?? context.ttlDays,
    blockedBy: templated.unset(),
    origin: declared.origin,
  };
  if (takesFiles(check) && check.files === null) {
    failures.push({
      kind: "config-invalid",
      message: `The check "${fields.name}" has {files} in its arguments and no files.`,
      at: declared.locate("args"),
      expected: 'files: a list of globs, such as ["src/**/*.ts"]',
    });
  }
  return failures.length > 0 ? fail(...failures) : succeed(check);
}

/** Which tool can list its files, whatever options it has: all files, or those that the check names. */
function resolveLister(
  declared: DeclaredCheck,
  { args, tool: { name } }: Pick<Check, "args" | "tool">,
): Pick<Check, "lister" | "listsWithin"> {
  // A build of several projects lists none.
  const isBuilding = args.some((word) => /^--?b(?:uild)?$/i.test(word));
  const hasPresetFiles = declared.hasPresetFiles === true && !isBuilding;
  const found = LISTING_TOOLS.find((tool) => name === tool || name.startsWith(`${tool} `)) ?? null;
  const listsWithin = !hasPresetFiles && found === "eslint" && args.includes("--no-warn-ignored");
  return { lister: hasPresetFiles || listsWithin ? found : null, listsWithin };
}

function resolveCheckCommand(
  declared: DeclaredCheck,
  root: string,
  failures: Failure[],
): { command: string; args: readonly string[] } {
  const { name, command, args = [], cwd = "." } = declared.fields;
  if (command === undefined) {
    failures.push({
      kind: "config-invalid",
      message: `The check "${name}" has no command.`,
      at: declared.origin,
      expected: "command: the program to run",
    });
    return { command: "", args };
  }
  const at = declared.locate("command");
  const resolved = resolveCommand({ owner: "check", name, command, args, cwd: resolve(root, cwd), at });
  if (resolved.ok) return resolved.value;
  failures.push(...resolved.failures);
  return { command, args };
}

function resolveDirectory(declared: DeclaredCheck, root: string, failures: Failure[]): string {
  const { name, cwd = ".", dependsOn = [], enabled = true } = declared.fields;
  const path = normalize(cwd)
    .replaceAll("\\", "/")
    .replace(/(.)\/$/, "$1");
  const at = declared.locate("cwd");
  if (isAbsolute(cwd) || leadsOut(relative(root, join(root, path)))) {
    const expected = "a directory in the repository, relative to its root";
    failures.push({
      kind: "config-invalid",
      message: `The working directory of "${name}" is outside the repository.`,
      at,
      value: cwd,
      expected,
    });
  } else if (enabled && dependsOn.length === 0 && !isDirectory(join(root, path))) {
    // If it has dependencies, one of them may create the directory; then the start of the command tells.
    const expected = "a directory that exists, relative to the repository root";
    failures.push({
      kind: "config-invalid",
      message: `The working directory of "${name}" does not exist.`,
      at,
      value: cwd,
      expected,
    });
  }
  return path;
}

/** A check that sets how often to retry wants retries. */
function resolveRetries(fields: DeclaredCheck["fields"], execution: ExecutionInput): number {
  const wanted = fields.retryOnFailure ?? (fields.maxRetries ?? 0) > 0;
  if (!wanted || execution.enableRetry === false) return 0;
  return fields.maxRetries ?? execution.maxRetries ?? 1;
}

function resolveEnvironment(env: DeclaredCheck["fields"]["env"]): Record<string, string | null> {
  if (env === undefined) return {};
  if (Array.isArray(env)) return Object.fromEntries(env.map((name) => [name, null]));
  return Object.fromEntries(
    Object.entries(env).map(([name, value]) => [name, value === null ? null : String(value)]),
  );
}

function templateResolver(declared: DeclaredCheck, values: TemplateValues, failures: Failure[]) {
  let unset: string | null = null;
  return {
    resolve(text: string, field: "command" | "args" | "env", index?: number): string {
      const result = substitute(text, values);
      if (result.type === "text") return result.text;
      if (result.type === "unset") unset ??= `{{ ${result.name} }} has no value: ${result.from} is not set.`;
      if (result.type === "unknown") {
        failures.push({
          kind: "config-invalid",
          message: `The check "${declared.fields.name}" uses an unknown template value.`,
          at: declared.locate(field, index),
          value: `{{ ${result.name} }}`,
          expected: `one of ${TEMPLATE_NAMES.join(", ")}.*`,
          ...(result.close === undefined ? {} : { hint: `Did you mean "${result.close}"?` }),
        });
      }
      return text;
    },
    unset: () => unset,
  };
}

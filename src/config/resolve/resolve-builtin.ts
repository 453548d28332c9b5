import { builtinFiles } from "../../checks/builtin-files.ts";
import { fail, succeed } from "../../values/succeed.ts";
import type { BuiltinName } from "../../vocabulary/check/builtin.ts";
import type { Check } from "../../vocabulary/check/check.ts";
import type { Failure, Result } from "../../vocabulary/failure.ts";
import type { CheckInput } from "../schema/schema.ts";
import type { DeclaredCheck } from "./declared-check.ts";
import { resolveGlobs } from "./resolve-globs.ts";

/** Fields that are about a command, or that a built-in verifier decides itself, and why they do not apply. */
const FOREIGN: readonly (readonly [fields: readonly (keyof CheckInput)[], why: string])[] = [
  [
    [
      "command",
      "args",
      "cwd",
      "env",
      "timeout",
      "retryOnFailure",
      "maxRetries",
      "parse",
      "outputs",
      "configuration",
      "batch",
      "trace",
    ],
    "it starts no command",
  ],
  [["follow", "inputs", "renames"], "it knows by itself what its verdicts depend on"],
];

/** A check that is a built-in verifier, complete. */
export function resolveBuiltin(
  declared: DeclaredCheck,
  builtin: BuiltinName,
  context: { readonly root: string; readonly ttlDays: number | null },
): Result<Check> {
  const { fields } = declared;
  const { root } = context;
  const failures: Failure[] = FOREIGN.flatMap(([names, why]) =>
    names
      .filter((name) => fields[name] !== undefined)
      .map((name) => ({
        kind: "config-invalid",
        message: `The check "${fields.name}" has both uses and ${name}: ${builtin} is a built-in verifier, and ${why}.`,
        at: declared.locate(name),
        expected: name === "command" ? "either uses or command" : `no ${name} beside uses: ${builtin}`,
      })),
  );
  const files =
    fields.files === undefined ? builtinFiles(builtin) : resolveGlobs(declared, "files", { root, failures });
  if (failures.length > 0) return fail(...failures);
  return succeed({
    name: fields.name,
    type: fields.type ?? "lint",
    description: fields.description ?? "",
    builtin,
    command: "",
    args: [],
    tool: { name: builtin, via: null },
    cwd: ".",
    timeout: 0,
    critical: fields.critical ?? true,
    enabled: fields.enabled ?? true,
    retries: 0,
    dependsOn: [...new Set(fields.dependsOn)],
    tags: fields.tags ?? [],
    category: fields.category ?? (builtin === "builtin:links" ? "documents" : "quality"),
    files,
    lister: null,
    listsWithin: false,
    inputs: [],
    targetInputs: [],
    besideTests: null,
    configuration: "none",
    outputs: [],
    batch: null,
    trace: "off",
    env: {},
    follow: builtin === "builtin:syntax" ? "none" : "structure",
    declaresFollow: true,
    renames: "rerun",
    replayFailures: fields.replayFailures ?? true,
    parse: "none",
    ttlDays: fields.ttl_days ?? context.ttlDays,
    blockedBy: null,
    origin: declared.origin,
  });
}

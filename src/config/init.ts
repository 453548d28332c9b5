import { existsSync } from "node:fs";
import { join } from "node:path";
import { createOwn, replaceOwn } from "../system/own-file.ts";
import { fail, succeed, type Result } from "../vocabulary/failure.ts";
import { brokenManifest } from "./broken-manifest.ts";
import { CONFIG_FILES, discoverConfig } from "./discover.ts";
import { inferBuiltins } from "./infer-builtins.ts";
import { inferChecks, type InferredCheck } from "./infer.ts";
import { findRoot } from "./root.ts";

export interface WrittenConfig {
  /** Relative to the repository root. */
  readonly file: string;
  readonly text: string;
  readonly checks: readonly string[];
}

/** Writes `.verification.yml` from what the repository has. Never touches an existing configuration unless forced. */
export async function init(options: {
  readonly cwd: string;
  readonly force?: boolean;
}): Promise<Result<WrittenConfig>> {
  const root = findRoot(options.cwd).path;
  const [file] = CONFIG_FILES;
  const existing = discoverConfig(root);
  if (!existing.ok) return existing;
  const other = existing.value !== null && existing.value.file !== file;
  if (existing.value !== null && (other || options.force !== true)) {
    return fail({
      kind: "file-exists",
      message: `${existing.value.file} already holds a configuration; nothing was written.`,
      at: { file: existing.value.file },
      hint: other ? "Remove it first: only one configuration is read." : "Use --force to replace it.",
    });
  }
  const broken = brokenManifest(root);
  if (broken.length > 0) return fail(...broken);
  const checks = [...inferChecks(root), ...(await inferBuiltins(root))];
  if (checks.length === 0) {
    const missing = existsSync(join(root, "package.json"))
      ? "package.json has no script or tool that we know"
      : "there is no package.json";
    return fail({
      kind: "nothing-to-verify",
      message: `No check could be inferred: ${missing}.`,
      hint: `Write ${file} yourself; this is a whole one:\n\n${EXAMPLE}`,
    });
  }
  const text = renderConfig(checks);
  const written = (options.force === true ? replaceOwn : createOwn)({ base: root, path: file }, text);
  if (written !== "written") {
    const reason = written === "exists" ? "it exists by now" : written.reason;
    return fail({ kind: "file-exists", message: `${file} cannot be written (${reason}).`, at: { file } });
  }
  return succeed({ file, text, checks: checks.map(({ fields }) => fields.name) });
}

const EXAMPLE = `    version: 1
    checks:
      - name: test
        type: test
        command: make
        args: [test]`;

const HEAD = `# yaml-language-server: $schema=./node_modules/incremental-verification/schema/verification.schema.json
version: 1

# Run all checks:  npx verification
# Run one:         npx verification --check <name>
checks:
`;

const TAIL = `
  # A check that names its files runs only when they, or what they depend on, change,
  # and with {files} only on those that need it:
  # - name: lint
  #   type: lint
  #   command: eslint
  #   args: ["{files}"]
  #   files: ["src/**/*.ts"]

# How checks are run. These are the defaults.
# execution:
#   maxParallel: 4          # default: the number of cores
#   overallTimeout: 1800000 # milliseconds for the whole run
#   failFast: false         # stop at the first critical failure

# What to change elsewhere, with --profile ci.
# profiles:
#   ci:
#     execution: { failFast: true }
`;

function renderConfig(checks: readonly InferredCheck[]): string {
  return HEAD + checks.map(renderCheck).join("\n") + TAIL;
}

function renderCheck({ fields, because }: InferredCheck): string {
  const args = (fields.args ?? []).map((arg) => JSON.stringify(arg)).join(", ");
  return [
    `  # From ${because}.`,
    `  - name: ${fields.name}`,
    ...(fields.type === undefined ? [] : [`    type: ${fields.type}`]),
    ...(fields.description === undefined ? [] : [`    description: ${fields.description}`]),
    fields.uses === undefined ? `    command: ${fields.command}` : `    uses: ${fields.uses}`,
    ...(args === "" ? [] : [`    args: [${args}]`]),
    "",
  ].join("\n");
}

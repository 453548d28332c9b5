import type { Inference } from "../infer/infer.ts";
import type { InferredCheck } from "../infer/inferred.ts";

const head = (program: string): string =>
  `# yaml-language-server: $schema=./node_modules/incremental-verification/schema/verification.schema.json
version: 1

# Run all checks:  ${program}
# Run one:         ${program} --check <name>
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

/** The configuration for people to read and change: each check with where it comes from and what an edit will cost. */
export function renderConfig({ checks, offers, notes }: Inference, program: string): string {
  const offered =
    offers.length === 0 ? "" : `\n  # Not among the checks so far:\n${offers.map(renderOffer).join("\n")}\n`;
  const noteLines = notes.map((note) => `  # ${oneLine(note)}\n`).join("");
  return (
    head(program) +
    checks.map(renderCheck).join("\n") +
    (noteLines === "" ? "" : `\n${noteLines}`) +
    offered +
    TAIL
  );
}

function renderOffer(offer: InferredCheck): string {
  const lines = renderLines(offer).map((line) => `  # ${line}`);
  return [`  # (${oneLine(offer.because)})`, ...lines].join("\n");
}

function renderCheck(check: InferredCheck): string {
  const { because, cost, note } = check;
  return [
    `  # From ${oneLine(because)}.`,
    `  # An edit of one file re-runs: ${cost}.`,
    ...(note === null ? [] : [`  # ${oneLine(sentence(note))}.`]),
    ...renderLines(check).map((line) => `  ${line}`),
    "",
  ].join("\n");
}

function renderLines({ fields }: InferredCheck): readonly string[] {
  const { name, type, description, command, uses, args, cwd, env, files, follow, dependsOn } = fields;
  const list = (values: readonly string[]): string =>
    `[${values.map((each) => JSON.stringify(each)).join(", ")}]`;
  return [
    `- name: ${plain(name)}`,
    ...(type === undefined ? [] : [`  type: ${type}`]),
    ...(description === undefined ? [] : [`  description: ${plain(description)}`]),
    ...(uses === undefined ? [] : [`  uses: ${uses}`]),
    ...(command === undefined ? [] : [`  command: ${plain(command)}`]),
    ...(args === undefined || args.length === 0 ? [] : [`  args: ${list(args)}`]),
    ...(cwd === undefined ? [] : [`  cwd: ${plain(cwd)}`]),
    ...(env === undefined ? [] : [`  env: ${JSON.stringify(env)}`]),
    ...(files === undefined ? [] : [`  files: ${list(files)}`]),
    ...(follow === undefined ? [] : [`  follow: ${follow}`]),
    ...(dependsOn === undefined ? [] : [`  dependsOn: ${list(dependsOn)}`]),
  ];
}

/** Words that are plain strings in YAML need no quotes. */
function plain(text: string): string {
  const isPlain =
    /^[A-Za-z][\w.@/-]*(?:[ :][\w.@/,-]+)*$/.test(text) &&
    !/: |^(?:true|false|null|yes|no|on|off|y|n)$/i.test(text);
  return isPlain ? text : JSON.stringify(text);
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A name from a package.json can contain a line break, but a comment must fit on one line. */
function oneLine(text: string): string {
  return text.replaceAll(/[\s\p{Cc}\u2028\u2029]+/gu, " ");
}

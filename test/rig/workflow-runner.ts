import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parse } from "yaml";

interface Step {
  readonly id?: string;
  readonly if?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly shell?: string;
  readonly "working-directory"?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly with?: Readonly<Record<string, string>>;
}

export interface Action {
  readonly inputs: Readonly<Record<string, { readonly description: string; readonly default: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly Step[] };
}

export interface Job {
  /** The checkout. */
  readonly workspace: string;
  readonly inputs?: Readonly<Record<string, string>>;
  /** What differs from a push to the main branch of repository 1. */
  readonly github?: Readonly<Record<string, string>>;
  readonly env: Readonly<Record<string, string | undefined>>;
}

export interface JobEnd {
  readonly status: number;
  readonly log: string;
  readonly summary: string;
  /** The values that the action put into the environment of its steps. */
  readonly given: readonly string[];
}

/** Does with a composite action what GitHub's runner does, as far as the action asks for it. Keeps caches between jobs. */
export class WorkflowRunner {
  readonly #directory: string;
  /** Of what was saved, the newest last. */
  readonly keys: string[] = [];
  /** Of what each job restored; null for one that did not find anything, or did not look. */
  readonly restored: (string | null)[] = [];
  #jobs = 0;

  constructor(directory: string) {
    this.#directory = directory;
  }

  run(action: Action, job: Job): JobEnd {
    const files = join(this.#directory, `job-${++this.#jobs}`);
    this.restored.push(null);
    mkdirSync(files, { recursive: true });
    const [output, summary] = [join(files, "output"), join(files, "summary")];
    const inputs = Object.entries(action.inputs).map(([name, { default: value }]) => [name, value] as const);
    const context: Context = {
      inputs: { ...Object.fromEntries(inputs), ...job.inputs },
      github: {
        event_name: "push",
        ref: "refs/heads/main",
        base_ref: "",
        repository_id: "1",
        "event.pull_request.number": "",
        "event.pull_request.head.repo.id": "",
        "event.repository.default_branch": "main",
        run_id: String(this.#jobs),
        run_attempt: "1",
        ...job.github,
      },
      steps: {},
    };
    let status = 0;
    let log = "";
    const given: string[] = [];
    for (const step of action.runs.steps) {
      if (!isDue(step.if, context, status)) continue;
      if (step.uses !== undefined) {
        this.#useCache(step, context, job.workspace);
        continue;
      }
      writeFileSync(output, "");
      const script = join(files, "script.sh");
      writeFileSync(script, step.run ?? "");
      const env = Object.entries(step.env ?? {}).map(
        ([name, value]) => [name, resolve(value, context)] as const,
      );
      given.push(...env.map(([, value]) => value));
      const ended = spawnSync("bash", ["--noprofile", "--norc", "-eo", "pipefail", script], {
        cwd: join(job.workspace, resolve(step["working-directory"] ?? ".", context)),
        env: {
          ...job.env,
          ...Object.fromEntries(env),
          CI: "true",
          GITHUB_ACTIONS: "true",
          GITHUB_OUTPUT: output,
          GITHUB_STEP_SUMMARY: summary,
          RUNNER_OS: "Linux",
        },
        encoding: "utf8",
      });
      log += ended.stdout + ended.stderr;
      status ||= ended.status ?? 1;
      for (const line of readFileSync(output, "utf8").split("\n").filter(Boolean)) {
        const at = line.indexOf("=");
        context.steps[`${step.id}.outputs.${line.slice(0, at)}`] = line.slice(at + 1);
      }
    }
    return { status, log, given, summary: existsSync(summary) ? readFileSync(summary, "utf8") : "" };
  }

  #useCache(step: Step, context: Context, workspace: string): void {
    const given = (name: string): readonly string[] =>
      resolve(step.with?.[name] ?? "", context)
        .split("\n")
        .filter((line) => line !== "");
    const [key = ""] = given("key");
    if (/[,]/.test(key) || key.length > 512) throw new Error(`Key Validation Error: ${key}`);
    const place = (from: string): string => join(this.#directory, "caches", from);
    if (step.uses?.startsWith("actions/cache/save@") === true) {
      if (this.keys.includes(key)) return;
      this.keys.push(key);
      for (const path of given("path")) copy(join(workspace, path), join(place(key), path));
      return;
    }
    if (step.uses?.startsWith("actions/cache/restore@") !== true)
      throw new Error(`Not known: ${step.uses ?? ""}`);
    const prefixes = [key, ...given("restore-keys")];
    const found = prefixes.flatMap((prefix) =>
      this.keys.toReversed().filter((each) => each.startsWith(prefix)),
    );
    this.restored[this.restored.length - 1] = found[0] ?? null;
    for (const path of found.length === 0 ? [] : given("path"))
      copy(join(place(String(found[0])), path), join(workspace, path));
  }
}

export function readAction(file: string): Action {
  return parse(readFileSync(file, "utf8")) as Action;
}

interface Context {
  readonly inputs: Readonly<Record<string, string>>;
  readonly github: Readonly<Record<string, string>>;
  readonly steps: Record<string, string>;
}

function copy(from: string, to: string): void {
  if (!existsSync(from)) return;
  mkdirSync(dirname(to), { recursive: true });
  cpSync(from, to, { recursive: true });
}

function isDue(condition: string | undefined, context: Context, status: number): boolean {
  if (status !== 0 && condition?.includes("always()") !== true) return false;
  return condition === undefined || evaluate(condition, context) !== "";
}

function resolve(text: string, context: Context): string {
  return text.replaceAll(/\$\{\{ (.+?) \}\}/g, (_, expression: string) => evaluate(expression, context));
}

/** What GitHub takes for the value of an expression: the last operand that decides it. Empty is false. */
function evaluate(expression: string, context: Context): string {
  const every = (terms: readonly string[]): string => {
    const values = terms.map((term) => operand(term, context));
    return values.find((value) => value === "") ?? values.at(-1) ?? "";
  };
  const values = expression.split(" || ").map((terms) => every(terms.split(" && ")));
  return values.find((value) => value !== "") ?? "";
}

function operand(term: string, context: Context): string {
  if (term === "always()") return "true";
  if (term === "''") return "";
  const [, name = "", comparison, text = ""] = /^([\w.-]+)(?: (==) '([^']*)')?$/.exec(term) ?? [];
  const [room = "", ...path] = name.split(".");
  const known = (context as unknown as Record<string, Record<string, string>>)[room];
  // A step that did not run has put nothing out.
  const value = known?.[path.join(".")] ?? (room === "steps" ? "" : undefined);
  if (value === undefined) throw new Error(`Not known: ${term}`);
  return comparison === undefined ? value : value === text ? "true" : "";
}

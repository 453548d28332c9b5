import type { Failure, Location } from "../../vocabulary/failure.ts";
import type { Phase, Workflow } from "../../vocabulary/flow/workflow.ts";
import { splitCommand } from "../resolve/command-words.ts";
import type { WorkflowInput } from "../schema/workflow-schema.ts";

/** A workflow with every default filled in. */
export function resolveWorkflow(name: string, input: WorkflowInput): Workflow {
  const { branch = "feature", supervised = false, options = {}, rules = {} } = input;
  return {
    name,
    phases: input.phases.map(resolvePhase),
    branch,
    supervised,
    options: Object.entries(options).map(([option, value]) => ({
      name: option,
      value: String((typeof value === "object" ? value.default : value) ?? ""),
      description: typeof value === "object" ? (value.description ?? "") : "",
    })),
    takesAnyOption: false,
    rules: {
      noHalfwayEntry: rules.no_halfway_entry ?? true,
      noPhaseSkipping: rules.no_agent_phase_skipping ?? true,
    },
  };
}

function resolvePhase(input: WorkflowInput["phases"][number]): Phase {
  const phase = typeof input === "string" ? { key: input } : input;
  const { key, run, artifacts = [], gate = {}, description = null } = phase;
  return {
    key,
    run: run === undefined ? null : resolveRun(run),
    artifacts,
    gate: { checks: gate.checks ?? [], tags: gate.tags ?? [] },
    description,
  };
}

function resolveRun(
  run: string | { readonly command: string; readonly args?: readonly string[] | undefined },
): {
  readonly command: string;
  readonly args: readonly string[];
} {
  if (typeof run !== "string") return { command: run.command, args: run.args ?? [] };
  const split = splitCommand(run);
  const [command, ...args] = split.type === "words" ? split.words : [run];
  return { command, args };
}

/** A key that two phases have, with the position of the second; undefined if there is none. */
export function findRepeatedPhase(
  { name, phases }: Workflow,
  locate: (path: readonly PropertyKey[]) => Location | undefined,
): Failure | undefined {
  const keys = phases.map(({ key }) => key);
  const index = keys.findIndex((key, nth) => keys.indexOf(key) !== nth);
  const phase = keys[index];
  if (phase === undefined) return undefined;
  const at = locate(["workflows", name, "phases", index, "key"]);
  return {
    kind: "config-invalid",
    message: `The workflow "${name}" has the phase "${phase}" twice.`,
    ...(at === undefined ? {} : { at }),
    value: phase,
    expected: "each phase once",
  };
}

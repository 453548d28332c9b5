import type { Phase, Workflow } from "../vocabulary/workflow.ts";
import type { WorkflowInput } from "./workflow-schema.ts";

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
    run: run === undefined ? null : { command: run.command, args: run.args ?? [] },
    artifacts,
    gate: { checks: gate.checks ?? [], tags: gate.tags ?? [] },
    description,
  };
}

/** The first key that two phases have; undefined where each has its own. */
export function repeatedPhase({ phases }: Workflow): string | undefined {
  const keys = phases.map(({ key }) => key);
  return keys.find((key, index) => keys.indexOf(key) !== index);
}

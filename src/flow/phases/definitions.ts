import { ownValue } from "../../values/own-value.ts";
import { fail, succeed } from "../../values/succeed.ts";
import type { Result } from "../../vocabulary/failure.ts";
import type { Phase, Workflow } from "../../vocabulary/flow/workflow.ts";
import { unknownName } from "../../wording/unknown-name.ts";
import { ANALYSIS_PHASES, IMPLEMENTATION_PHASES } from "./phases.ts";

/** The task and the artifact of each phase of the built-in workflows. */
const KNOWN: Readonly<Record<string, { readonly artifact: string | null; readonly task: string }>> = {
  "00-quick-scan": {
    artifact: "quick-scan.md",
    task: "Look over the repository and write down which files, modules and documents the item touches.",
  },
  "01-requirements": {
    artifact: "requirements.md",
    task: "Write down what the item must do, and how anyone can tell that it does.",
  },
  "02-impact-analysis": {
    artifact: "impact-analysis.md",
    task: "Name every file that will change or be affected, and what could break.",
  },
  "02-tracing": {
    artifact: "tracing.md",
    task: "Reproduce the fault and follow it to its cause; name the files on the way.",
  },
  "03-architecture": {
    artifact: "architecture.md",
    task: "Decide how the parts fit together, and what was decided against.",
  },
  "04-design": { artifact: "design.md", task: "Describe each change closely enough that it can be made." },
  "05-test-strategy": {
    artifact: "test-strategy.md",
    task: "Decide which tests will show that the item is done, and which cases they cover.",
  },
  "06-implementation": { artifact: null, task: "Make the change and its tests." },
  "16-quality-loop": { artifact: null, task: "Verify, and fix what is found, until nothing is left." },
  "08-code-review": {
    artifact: "code-review.md",
    task: "Read the change as a stranger would; write down what you find.",
  },
};

const RULES = { noHalfwayEntry: true, noPhaseSkipping: true };

function builtIn(name: string, keys: readonly string[]): Workflow {
  const phases = keys.map(handedOver);
  return {
    name,
    phases,
    branch: "feature",
    supervised: false,
    options: [],
    takesAnyOption: true,
    rules: RULES,
  };
}

/** Built-in phases require no artifact: only declared workflows have gates. */
function handedOver(key: string): Phase {
  return { key, run: null, artifacts: [], gate: { checks: [], tags: [] }, description: null };
}

const BUILT_IN: readonly Workflow[] = [
  builtIn("feature", [...ANALYSIS_PHASES, ...IMPLEMENTATION_PHASES]),
  builtIn("fix", ["01-requirements", "02-tracing", ...IMPLEMENTATION_PHASES]),
];

/** The workflow with this name, declared or built in. */
export function findWorkflow(name: string, declared: readonly Workflow[]): Result<Workflow> {
  const all = [...BUILT_IN, ...declared];
  const found = all.findLast((each) => each.name === name);
  if (found !== undefined) return succeed(found);
  const known = all.map((each) => each.name);
  return fail(unknownName({ message: `There is no workflow "${name}".`, name, known, none: "a workflow" }));
}

/** The task of a phase, in a sentence, and the file that it usually leaves in the item's directory. */
export function describePhase(phase: Phase): { readonly task: string; readonly artifact: string | null } {
  const known = ownValue(KNOWN, phase.key);
  return {
    task: phase.description ?? known?.task ?? `Do the phase ${phase.key}.`,
    artifact: phase.artifacts.length > 0 ? null : (known?.artifact ?? null),
  };
}

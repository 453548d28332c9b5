import { existsSync } from "../../system/observed/observed-files.ts";
import { fail, succeed } from "../../values/succeed.ts";
import type { Failure, Result } from "../../vocabulary/failure.ts";
import type { Workflow } from "../../vocabulary/flow/workflow.ts";
import { type ConfigDocument, parseConfigDocument, readText } from "../document.ts";
import { describeIssues } from "../schema/describe-issue.ts";
import { workflowSchema } from "../schema/workflow-schema.ts";
import { type GateName, gateNames } from "./gate-names.ts";
import { findRepeatedPhase, resolveWorkflow } from "./resolve-workflow.ts";

export interface WorkflowsFile {
  readonly workflows: readonly Workflow[];
  readonly gateNames: readonly GateName[];
  readonly warnings: readonly string[];
}

/** The fields of a definition that are read. Other tools share such files and have their own fields. */
const READ = ["phases", "branch", "supervised", "options", "rules"];
const RULES = ["no_halfway_entry", "no_agent_phase_skipping"];

/** Reads `{ "workflows": { "feature": { "phases": [...] } }, "rules": {...} }`. A missing file is empty. */
export function readWorkflowsFile(path: string, file: string): Result<WorkflowsFile> {
  if (!existsSync(path)) return succeed({ workflows: [], gateNames: [], warnings: [] });
  const text = readText(path, file);
  if (!text.ok) return text;
  const document = parseConfigDocument({ file, text: text.value });
  if (!document.ok) return document;
  const { value } = document.value;
  if (!isRecord(value) || !isRecord(value["workflows"])) {
    const warnings = [`${file} is not used: it has no "workflows".`];
    return succeed({ workflows: [], gateNames: [], warnings });
  }
  const rules = known(value["rules"], RULES);
  const failures: Failure[] = [];
  const workflows: Workflow[] = [];
  for (const [name, definition] of Object.entries(value["workflows"])) {
    if (name.startsWith("_")) continue;
    const workflow = readDefinition(name, { definition, rules, document: document.value });
    if (workflow.ok) workflows.push(workflow.value);
    else failures.push(...workflow.failures);
  }
  if (failures.length > 0) return fail(...failures);
  const names = workflows.flatMap((workflow) => gateNames(workflow, document.value.locate));
  return succeed({ workflows, gateNames: names, warnings: [] });
}

function readDefinition(
  name: string,
  given: {
    readonly definition: unknown;
    readonly rules: Readonly<Record<string, unknown>>;
    readonly document: ConfigDocument;
  },
): Result<Workflow> {
  const at = ["workflows", name];
  const definition = known(given.definition, READ);
  const input = { ...definition, rules: { ...given.rules, ...known(definition["rules"], RULES) } };
  const parsed = workflowSchema.safeParse(input, { reportInput: false });
  if (!parsed.success) {
    const { file, locate, locateKey } = given.document;
    const document = {
      file,
      value: input,
      locate: (path: readonly PropertyKey[]) => locate([...at, ...path]),
      locateKey: (path: readonly PropertyKey[]) => locateKey([...at, ...path]),
    };
    const { issues } = parsed.error;
    return fail(...describeIssues({ issues, document, schema: workflowSchema, kind: "config-invalid" }));
  }
  const workflow = resolveWorkflow(name, parsed.data);
  const repeated = findRepeatedPhase(workflow, given.document.locate);
  return repeated === undefined ? succeed(workflow) : fail(repeated);
}

function known(value: unknown, names: readonly string[]): Readonly<Record<string, unknown>> {
  if (!isRecord(value)) return {};
  return Object.fromEntries(Object.entries(value).filter(([name]) => names.includes(name)));
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

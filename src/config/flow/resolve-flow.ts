import { relative, resolve } from "node:path";
import { isWithin } from "../../paths/is-within.ts";
import { existsSync, realpathSync } from "../../system/observed/observed-files.ts";
import { foreseeRefusal } from "../../system/own/own-place.ts";
import { fail, succeed } from "../../values/succeed.ts";
import type { Failure, Location, Result } from "../../vocabulary/failure.ts";
import type { Workflow } from "../../vocabulary/flow/workflow.ts";
import type { ConfigDocument } from "../document.ts";
import type { ReadConfig } from "../find-document.ts";
import type { ResolvedConfig } from "../resolved-config.ts";
import type { Root } from "../root.ts";
import { resolveIncremental } from "../settings.ts";
import { type GateName, gateNames } from "./gate-names.ts";
import { findRepeatedPhase, resolveWorkflow } from "./resolve-workflow.ts";
import { readWorkflowsFile } from "./workflows-file.ts";

/** Where items and workflows are stored, and which workflows are declared. All paths are absolute. */
export interface FlowConfig {
  readonly root: string;
  readonly git: boolean;
  readonly incremental: ResolvedConfig["incremental"];
  readonly itemsDir: string;
  readonly backlogPath: string;
  readonly statePath: string;
  /** Null if none is configured. */
  readonly constitution: string | null;
  /** Those of the workflows file come first: a later workflow replaces an earlier one of the same name. */
  readonly workflows: readonly Workflow[];
  /** The names in the gates of the workflows that are used. */
  readonly gateNames: readonly GateName[];
  readonly warnings: readonly string[];
}

const PLACES = {
  items: "docs/requirements",
  backlog: "BACKLOG.md",
  state: ".verification/state.json",
  workflows: "workflows.json",
} as const;
type Place = keyof typeof PLACES;

/** What the configuration says about items and workflows. It need not declare any checks. */
export function resolveFlow(
  { path: root, git }: Root,
  { declared, document }: ReadConfig,
): Result<FlowConfig> {
  const { flow = {}, constitution } = declared.input;
  const locate = (path: readonly PropertyKey[]): Location | undefined => document?.locate(path);
  const failures: Failure[] = [];
  const place = (name: Place): string => {
    const path = resolve(root, flow[name] ?? PLACES[name]);
    const refused = name === "workflows" ? null : foreseeRefusal({ base: root, path });
    if (refused !== null && isWithin(root, path)) failures.push(linked(name, refused, document));
    else if (!isInside(root, path))
      failures.push(outside(["flow", name], flow[name] ?? PLACES[name], document));
    return path;
  };
  const itemsDir = place("items");
  const backlogPath = place("backlog");
  const statePath = place("state");
  const workflowsPath = place("workflows");
  if (flow.workflows !== undefined && isInside(root, workflowsPath) && !existsSync(workflowsPath))
    failures.push(missing(flow.workflows, locate(["flow", "workflows"])));
  const file = readWorkflowsFile(workflowsPath, flow.workflows ?? PLACES.workflows);
  if (!file.ok) failures.push(...file.failures);
  const workflows = Object.entries(declared.input.workflows ?? {}).map(([name, input]) => {
    const workflow = resolveWorkflow(name, input);
    const repeated = findRepeatedPhase(workflow, locate);
    if (repeated !== undefined) failures.push(repeated);
    return workflow;
  });
  if (failures.length > 0) return fail(...failures);
  const isReplaced = (name: string): boolean => workflows.some((workflow) => workflow.name === name);
  const names = [
    ...(file.ok ? file.value.gateNames.filter(({ workflow }) => !isReplaced(workflow)) : []),
    ...workflows.flatMap((workflow) => gateNames(workflow, locate)),
  ];
  return succeed({
    root,
    git,
    incremental: resolveIncremental(declared.input),
    itemsDir,
    backlogPath,
    statePath,
    constitution: constitution === undefined ? null : resolve(root, constitution),
    workflows: [...(file.ok ? file.value.workflows : []), ...workflows],
    gateNames: names,
    warnings: file.ok ? file.value.warnings : [],
  });
}

/** Whether it is below the root, by name and, if it exists, on disk. */
function isInside(root: string, path: string): boolean {
  const isBelow = (from: string, to: string): boolean => isWithin(from, to) && relative(from, to) !== "";
  if (!isBelow(root, path)) return false;
  try {
    return isBelow(realpathSync(root), realpathSync(path));
  } catch {
    return true;
  }
}

function outside(path: readonly string[], value: string, document: ConfigDocument | null): Failure {
  return {
    kind: "config-invalid",
    message: `${path.join(".")} is outside the repository.`,
    ...(document === null ? {} : { at: document.locate(path) }),
    value,
    expected: "a path below the repository root",
  };
}

function linked(name: Place, refused: string, document: ConfigDocument | null): Failure {
  return {
    kind: "config-invalid",
    message: `${refused}.`,
    ...(document === null ? {} : { at: document.locate(["flow", name]) }),
    hint: `Or use another path: \`flow: { ${name}: <path> }\`.`,
  };
}

function missing(value: string, at: Location | undefined): Failure {
  return {
    kind: "config-invalid",
    message: "flow.workflows names a file that does not exist.",
    ...(at === undefined ? {} : { at }),
    value,
    expected: "a file with workflow definitions",
    hint: "Create it, or remove `flow.workflows` from the configuration.",
  };
}

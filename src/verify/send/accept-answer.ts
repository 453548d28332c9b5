import { isBeyondComparison, variableOf } from "../../checks/variable-components.ts";
import { isShareable } from "../../checks/is-shareable.ts";
import type { CommandOutcome } from "../../run/executor.ts";
import type { Redact } from "../../secrets/redact.ts";
import { observedRecord } from "../../units/inputs/observed-record.ts";
import { weakComponents } from "../../units/inputs/record-key.ts";
import type { Unit } from "../../units/unit.ts";
import type { Assessment } from "../assess.ts";
import type { KnownElsewhere } from "../../vocabulary/verdict/elsewhere.ts";
import type { Target } from "../../vocabulary/verdict/unit.ts";
import { type WorkerAnswer, nameSets, ROOT_PLACEHOLDER } from "../../queue/answer.ts";

type Ran = Extract<WorkerAnswer, { type: "ran" }>;

export interface AcceptOptions {
  readonly assessment: Pick<Assessment, "evaluate" | "config">;
  /** The units that the command was sent for. */
  readonly units: readonly Unit[];
  readonly root: string;
  readonly redact: Redact;
  /** When the answer arrived, in milliseconds since 1970. */
  readonly answeredAt: number;
}

/**
 * Accepts a worker's answer only if every unit has the same weak key and the same fingerprint here: for the
 * names that its command looked at there, with their content here.
 */
export async function acceptAnswer(
  answer: Ran,
  { assessment, units, root, redact, answeredAt }: AcceptOptions,
): Promise<CommandOutcome | { readonly differs: string }> {
  const { worker } = answer;
  const byTarget = new Map(answer.units.map((unit) => [unit.target, unit]));
  const sets = nameSets(answer.sets);
  const known = new Map<Target, KnownElsewhere>();
  for (const unit of units) {
    const there = byTarget.get(unit.target);
    if (there === undefined || there.weakKey !== unit.weakKey)
      return { differs: `${worker} did not answer for all of it` };
    const set = there.set === null ? null : (sets[there.set] ?? null);
    if (set === null && (mustBeWatched(unit, assessment) || unit.pathSet.set.accesses.length > 0))
      return { differs: `it cannot be watched on ${worker}` };
    if (set !== null && !isShareable(set.set))
      return { differs: `it reads files outside of the repository on ${worker}` };
    const here =
      set === null ? unit.predicted : await observedRecord(unit.predicted, set, assessment.evaluate);
    if (here.fingerprint === null || here.fingerprint !== there.fingerprint)
      return { differs: `what it depends on differs on ${worker}` };
    known.set(unit.target, { set, fingerprint: here.fingerprint });
  }
  return {
    ending: { type: "exited", code: answer.code },
    stdout: asHere(answer.stdout, { root, redact }),
    stderr: asHere(answer.stderr, { root, redact }),
    // By the clock of this machine, which knows only when the answer arrived.
    startedAt: answeredAt - answer.duration,
    duration: answer.duration,
    trace: null,
    elsewhere: { worker, known },
  };
}

/** The output of a worker as the command would have printed it here, with this machine's secrets redacted. */
export function asHere(text: string, { root, redact }: Pick<AcceptOptions, "root" | "redact">): string {
  return redact(text.replaceAll(ROOT_PLACEHOLDER, root));
}

function mustBeWatched({ check }: Unit, { config }: AcceptOptions["assessment"]): boolean {
  const mode = config.checks.find(({ name }) => name === check)?.trace;
  return mode === "on" || mode === "full";
}

/** Which components differ on a worker that refused a command. */
export function describeDifference(
  units: readonly Unit[],
  { worker, why, components }: Extract<WorkerAnswer, { type: "refused" }>,
): string {
  const [unit] = units;
  if (components === undefined || unit === undefined) return `${why} on ${worker}`;
  const here = weakComponents(unit.predicted.components);
  const names = [...new Set([...Object.keys(here), ...Object.keys(components)])];
  const differing = names.filter((name) => here[name] !== components[name]);
  const known = differing.filter((name) => !isBeyondComparison(name, here[name], components[name]));
  const named = (known.length > 0 ? known : differing).map(nameComponent);
  const listed = [...new Set(named)].slice(0, MOST_NAMED).join(", ");
  return listed === "" ? `${why} on ${worker}` : `${listed} differs on ${worker}`;
}

const MOST_NAMED = 3;

function nameComponent(name: string): string {
  const variable = variableOf(name);
  return variable !== null ? `the variable ${variable}` : (NAMES[name] ?? "what it depends on");
}

const NAMES: Readonly<Record<string, string>> = {
  engine: "the version of this program",
  definition: "how the check is declared",
  platform: "the platform",
  tool: "the tool",
  path: "the file",
  target: "the file",
};

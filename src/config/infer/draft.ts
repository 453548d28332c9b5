import type { CheckInput } from "../schema/schema.ts";
import { filesOfTests } from "./files-of-tests.ts";
import { knownTool } from "./known-tools.ts";
import type { InferenceSource } from "./repository.ts";
import { type Role, translateTool } from "./scripts/tool-use.ts";
import { roleByName, ROLES } from "./scripts/usual-scripts.ts";
import type { Step } from "./steps.ts";

/** A check without a name yet. */
export interface Draft {
  readonly step: Step;
  readonly fields: Omit<CheckInput, "name">;
  /** Its purpose; null if unknown. */
  readonly role: Role | null;
  /** Whether later commands of the script may use its output. */
  readonly isProducer: boolean;
  /** Why it is about the whole project although its tool takes files; null if it is not. */
  readonly why: string | null;
  readonly note: string | null;
  readonly isEditing: boolean;
  /** Equal for equal drafts. */
  readonly key: string;
}

/** The check for a step; null if the step edits files and has no mode that does not. */
export function draftStep(step: Step, repository: InferenceSource): Draft | null {
  const { call, cwd } = step;
  const known = call === null ? null : knownTool(call);
  if (call === null || known === null) {
    if (mayFormat(step)) return null;
    const why = call === null ? step.why || null : `it is not known which files ${call.tool} reads`;
    return asItIs(step, repository, { role: roleByName(step.script), why, writes: false });
  }
  const translated = translateTool(known, { ...call, cwd, repository });
  if (translated.type === "check") {
    const { fields, note, isEditing } = translated;
    return {
      step,
      fields,
      role: known.role,
      isProducer: false,
      why: null,
      note,
      isEditing,
      key: keyOf(fields),
    };
  }
  if (translated.isEditing) return null;
  const { why, writes } = translated;
  return asItIs(step, repository, { role: writes ? "build" : known.role, why, writes });
}

/** An unknown formatter writes what it formats, unless something says that it only checks. */
function mayFormat({ script, owner, call }: Step): boolean {
  const text = Object.hasOwn(owner.scripts, script) ? (owner.scripts[script] ?? "") : "";
  const isEditing = (call?.args ?? []).some((word) => EDITS.test(word.text));
  return isEditing || (roleByName(script) === "format" && !LOOKS.test(`${script} ${text}`));
}

const EDITS = /^--(?:fix|write)(?:=(?!false)|$)/;
const LOOKS = /check|verify|validate|\blint|\btest|list-different|diff|dry|\s-[lc](?:\s|$)/i;

/** Outside CI, these wait for changes and never end. */
const WATCHES = /^(?:kcd|react)-scripts test\b/;

/** The script, or its command, run exactly as written. */
function asItIs(
  step: Step,
  repository: InferenceSource,
  {
    role,
    why,
    writes,
  }: { readonly role: Role | null; readonly why: string | null; readonly writes: boolean },
): Draft {
  const { call, inShell, isWhole, script, given, owner, cwd } = step;
  const place = cwd === "." ? {} : { cwd };
  const usual = isWhole || call !== null ? roleByName(script) : null;
  const purpose = call !== null && knownTool(call) !== null ? role : (usual ?? role);
  const isScript = isWhole || call === null;
  // A command in a script without a known purpose may make what the rest of the script needs.
  const isProducer =
    writes ||
    purpose === "build" ||
    purpose === null ||
    (!isScript && !step.isLast && knownTool(call) === null);
  const type = isProducer ? (purpose === "build" ? "build" : "command") : ROLES[purpose ?? "test"].type;
  const separator = given.length > 0 && owner.manager === "npm" ? ["--"] : [];
  const words = isScript
    ? [owner.manager, "run", script, ...separator, ...given]
    : inShell !== null
      ? ["sh", "-c", inShell]
      : [...(call?.command ?? []), ...(call?.args ?? []).map(({ text }) => text)];
  const [command = "", ...args] = words;
  const started = [call?.tool, ...(call?.args ?? []).map(({ text }) => text)].join(" ");
  const variables = {
    ...(isScript || inShell !== null ? {} : call?.env),
    ...(WATCHES.test(started) ? { CI: "true" } : {}),
  };
  const env = Object.keys(variables).length === 0 ? {} : { env: variables };
  const found = type === "test" || type === "type-check" ? filesOfTests(step, repository) : null;
  const files = found === null ? {} : { files: [...found] };
  const run = { command, args, ...place, ...env };
  const description = purpose === null ? {} : { description: ROLES[purpose].description };
  return {
    step,
    fields: { type, ...description, ...run, ...files },
    role: isProducer && purpose !== "build" ? null : purpose,
    isProducer,
    why,
    note: null,
    isEditing: false,
    key: keyOf(run),
  };
}

function keyOf(fields: object): string {
  return JSON.stringify(Object.entries(fields).sort(([one], [other]) => (one < other ? -1 : 1)));
}

import { matchGlobs } from "../../../paths/glob.ts";
import type { PresetName } from "../../../vocabulary/check/preset.ts";
import { PRESETS } from "../../presets/presets.ts";
import { type Draft, draftStep } from "../draft.ts";
import { readPackages, type ScriptPackage } from "../packages.ts";
import type { InferenceSource } from "../repository.ts";
import { expandScript } from "../steps.ts";
import { repeats } from "./repeats.ts";
import { GATHERING, isUsable, roleByName, USUAL_SCRIPTS } from "./usual-scripts.ts";

/** A draft with the keys of the drafts that must pass before it. */
export interface ScriptDraft extends Draft {
  readonly after: readonly string[];
}

export interface ScriptChecks {
  readonly drafts: readonly ScriptDraft[];
  readonly notes: readonly string[];
}

/** The steps of the scripts of all packages, each once. */
export function inferScripts(repository: InferenceSource): ScriptChecks {
  const packages = readPackages(repository);
  const notes: string[] = [];
  const drafts = new Map<string, ScriptDraft>();
  const take = (found: readonly ScriptDraft[]): void => {
    for (const draft of found) if (!drafts.has(draft.key)) drafts.set(draft.key, draft);
  };
  const read = (name: string, owner: ScriptPackage): readonly ScriptDraft[] => {
    const text = Object.hasOwn(owner.scripts, name) ? owner.scripts[name] : undefined;
    if (text === undefined || !isUsable(text)) return [];
    const { steps, notes: said } = expandScript(name, owner, { repository, packages });
    notes.push(...said);
    const found: ScriptDraft[] = [];
    const after: string[] = [];
    for (const step of steps) {
      const draft = isUsable(owner.scripts[step.script] ?? "") ? draftStep(step, repository) : null;
      if (draft === null) {
        notes.push(`${where(owner)} script "${step.script}" edits files, so it is not a check.`);
        continue;
      }
      found.push({ ...draft, after: [...after] });
      if (draft.isProducer) after.push(draft.key);
    }
    return found;
  };
  for (const owner of packages) {
    const isRoot = owner.directory === ".";
    const covers = (draft: ScriptDraft): boolean =>
      !isRoot && isInRootCheck(draft, [...drafts.values()], repository);
    const draftsOfOwner = (): readonly ScriptDraft[] =>
      [...drafts.values()].filter(({ step }) => step.owner === owner);
    for (const { role, names } of USUAL_SCRIPTS) {
      const candidates = names.map((name) => read(name, owner)).filter((found) => found.length > 0);
      const looking = candidates.find((found) => !found.some(({ isEditing }) => isEditing));
      const chosen = looking ?? candidates[0] ?? [];
      if (role === "build" && !isRoot && [...drafts.values()].some((draft) => isRootBuild(draft))) continue;
      take(chosen.filter((draft) => !covers(draft)));
    }
    for (const { role, editing } of USUAL_SCRIPTS) {
      if (draftsOfOwner().some((draft) => draft.role === role)) continue;
      take(
        editing
          .flatMap((name) => read(name, owner))
          .filter((draft) => draft.role === role && !covers(draft))
          .slice(0, 1),
      );
    }
    const usual = new Set(USUAL_SCRIPTS.flatMap(({ names, editing }) => [...names, ...editing]));
    const others = Object.keys(owner.scripts).filter(
      (name) => /^(?:lint|check|test):/.test(name) && !usual.has(name) && !/fix|write|watch/.test(name),
    );
    const isNew = (draft: ScriptDraft): boolean =>
      !draft.isEditing &&
      draft.fields.uses !== undefined &&
      !draftsOfOwner().some(
        ({ fields, role }) => fields.uses === draft.fields.uses || (role === "test" && draft.role === "test"),
      );
    for (const name of others) take(read(name, owner).filter((draft) => isNew(draft) && !covers(draft)));
    const addsTo = (taken: readonly ScriptDraft[], draft: ScriptDraft): boolean =>
      !draft.isEditing && !taken.some((each) => repeats(draft, each, repository));
    const gathering = GATHERING.find((name) => Object.hasOwn(owner.scripts, name));
    if (gathering !== undefined) {
      const found = read(gathering, owner).filter((draft) => !covers(draft));
      const isOpaque = found.length === 1 && found[0]?.step.call === null;
      // A script that cannot be read would repeat what others do.
      if (!isOpaque || draftsOfOwner().length === 0)
        take(found.filter((draft) => draft.fields.uses === undefined || addsTo(draftsOfOwner(), draft)));
    }
  }
  return { drafts: [...drafts.values()], notes: [...new Set(notes)] };
}

function isRootBuild({ role, step }: Draft): boolean {
  return role === "build" && step.owner.directory === ".";
}

function where({ directory }: ScriptPackage): string {
  return directory === "." ? "The" : `In ${directory}, the`;
}

const DELEGATING = /\b(?:turbo|nx|lerna|wireit|pnpm|yarn|npm|bun|rush|moon)\b/;

/** Whether a check of the root already covers what this check of a package would check. */
function isInRootCheck(
  draft: ScriptDraft,
  taken: readonly ScriptDraft[],
  repository: InferenceSource,
): boolean {
  return taken.some(({ step, fields, role }) => {
    if (step.owner.directory !== ".") return false;
    if (fields.uses !== undefined && fields.uses === draft.fields.uses) {
      const preset = PRESETS[fields.uses as PresetName];
      // A compiler has one configuration for each project.
      if (preset.files === undefined || role === "type-check") return false;
      return repository
        .match(draft.fields.files ?? preset.files)
        .every(matchGlobs(fields.files ?? preset.files));
    }
    const text = step.owner.scripts[step.script] ?? "";
    const same = role !== null && role === (draft.role ?? roleByName(draft.step.script));
    return (
      same && step.isWhole && fields.uses === undefined && (DELEGATING.test(text) || isToolOf(draft, text))
    );
  });
}

/** A root script that runs the same tool on everything. */
function isToolOf({ step }: ScriptDraft, text: string): boolean {
  return (
    step.call !== null &&
    new RegExp(`(?:^|\\s)${step.call.tool.replaceAll(/\W/g, "\\$&")}(?:\\s|$)`).test(text)
  );
}

import { recogniseTools } from "../presets/recognise-tools.ts";
import { awaitBuilds } from "./await-builds.ts";
import { inferBuiltins } from "./infer-builtins.ts";
import { costOf, type InferredCheck } from "./inferred.ts";
import { nameDrafts } from "./name-drafts.ts";
import { orderBuilds } from "./order-builds.ts";
import { openRepository, type InferenceSource } from "./repository.ts";
import { inferScripts, type ScriptDraft } from "./scripts/infer-scripts.ts";
import { inferOthers } from "./tools/other-languages.ts";

export interface Inference {
  readonly checks: readonly InferredCheck[];
  /** Checks that the repository does not run itself, but could. */
  readonly offers: readonly InferredCheck[];
  /** What was left out, and why. */
  readonly notes: readonly string[];
}

/** The checks that a repository runs itself, according to its scripts and settings. Starts nothing to find out. */
export async function inferChecks(root: string, env: NodeJS.ProcessEnv): Promise<Inference> {
  const repository = await openRepository(root, env);
  const { drafts, notes } = inferScripts(repository);
  const scripted = nameDrafts(awaitBuilds(orderBuilds(drafts), repository)).map(
    ({ name, dependsOn, draft }) => toCheck(name, dependsOn, draft),
  );
  const others = inferOthers(
    repository,
    scripted.map(({ fields }) => fields.name),
  );
  const inferred = [...scripted, ...others.checks];
  const names = new Set(inferred.map(({ fields }) => fields.name));
  const builtins = inferBuiltins(repository.files).map(({ fields, ...rest }) => ({
    ...rest,
    fields: names.has(fields.name) ? { ...fields, name: `builtin:${fields.name}` } : fields,
  }));
  const checks = [...inferred, ...builtins];
  return { checks, offers: [...others.offers, ...offerTools(repository, checks)], notes };
}

function toCheck(name: string, dependsOn: readonly string[], draft: ScriptDraft): InferredCheck {
  const { fields, step, why, note } = draft;
  const wide = why === null ? null : `about the whole project: ${why}`;
  const description =
    wide === null ? fields.description : [fields.description, wide].filter(Boolean).join("; ");
  const file = step.owner.directory === "." ? "package.json" : `${step.owner.directory}/package.json`;
  return {
    fields: {
      name,
      ...fields,
      ...(description === undefined ? {} : { description }),
      ...(dependsOn.length === 0 ? {} : { dependsOn: [...dependsOn] }),
    },
    because: `the script "${step.script}" in ${file}`,
    cost: costOf(fields),
    note: wide ?? note,
  };
}

function offerTools(repository: InferenceSource, checks: readonly InferredCheck[]): readonly InferredCheck[] {
  const names = new Set(checks.map(({ fields }) => fields.name));
  const used = new Set(checks.map(({ fields }) => fields.uses));
  return recogniseTools(repository.root)
    .filter(({ preset, check }) => !names.has(check) && !used.has(preset))
    .map(({ preset, check, package: installed }) => ({
      fields: { name: check, uses: preset },
      because: `${installed} is installed, and no script runs it`,
      cost: costOf({ uses: preset }),
      note: null,
    }));
}

import type { ScriptDraft } from "./scripts/infer-scripts.ts";

export interface NamedDraft {
  readonly name: string;
  readonly draft: ScriptDraft;
  readonly dependsOn: readonly string[];
}

/**
 * Names each draft by its purpose; if that is taken, by its script, and then by its tool. In a package, after the
 * package's name.
 */
export function nameDrafts(drafts: readonly ScriptDraft[]): readonly NamedDraft[] {
  const names = new Map<string, string>();
  const taken = new Set<string>();
  // Checks that only prepare something are named last, so that the others get the good names.
  for (const draft of [
    ...drafts.filter(({ role }) => role !== null),
    ...drafts.filter(({ role }) => role === null),
  ]) {
    const { label } = draft.step.owner;
    const tool = draft.step.call?.tool ?? "";
    const script = plain(draft.step.script);
    const role = draft.role ?? script;
    const isPart = draft.role === null && draft.step.call !== null && !draft.step.isWhole;
    const byTool = tool === "" ? [] : [plain(`${role}:${tool}`)];
    const wanted = [...(isPart ? [] : [role, script]), ...byTool].map((name) =>
      label === "" ? name : `${label}:${name}`,
    );
    let name = wanted.find((each) => !taken.has(each));
    for (let count = 2; name === undefined; count++) {
      const next = `${wanted.at(-1)}-${count}`;
      if (!taken.has(next)) name = next;
    }
    taken.add(name);
    names.set(draft.key, name);
  }
  return drafts.map((draft) => {
    const name = names.get(draft.key) as string;
    const dependsOn = draft.after.flatMap((key) => names.get(key) ?? []).filter((each) => each !== name);
    return { name, draft, dependsOn };
  });
}

/** The characters that the name of a check may have. */
function plain(name: string): string {
  return name.replace(/^[^A-Za-z0-9]+/, "").replaceAll(/[^\w.:@/-]/g, "-") || "check";
}

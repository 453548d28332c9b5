import type { ScriptDraft } from "./scripts/infer-scripts.ts";

/** A package is built after the packages of the repository that it depends on. In a cycle, there is no order. */
export function orderBuilds(drafts: readonly ScriptDraft[]): readonly ScriptDraft[] {
  const builds = new Map(
    drafts
      .filter(({ role, step }) => role === "build" && step.owner.name !== "")
      .map((draft) => [draft.step.owner.name, draft]),
  );
  const needs = (name: string): readonly string[] =>
    (builds.get(name)?.step.owner.dependencies ?? []).filter((each) => each !== name && builds.has(each));
  const reaches = (from: string, to: string, seen: Set<string>): boolean => {
    if (from === to) return true;
    if (seen.has(from)) return false;
    seen.add(from);
    return needs(from).some((next) => reaches(next, to, seen));
  };
  return drafts.map((draft) => {
    const { name } = draft.step.owner;
    if (builds.get(name) !== draft) return draft;
    const before = needs(name).filter((each) => !reaches(each, name, new Set()));
    return { ...draft, after: [...draft.after, ...before.flatMap((each) => builds.get(each)?.key ?? [])] };
  });
}

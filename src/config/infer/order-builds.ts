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
  const ordered = drafts.map((draft) => {
    const { name } = draft.step.owner;
    if (builds.get(name) !== draft) return draft;
    const before = needs(name).filter((each) => !reaches(each, name, new Set()));
    return { ...draft, after: [...draft.after, ...before.flatMap((each) => builds.get(each)?.key ?? [])] };
  });
  return inTurn(ordered);
}

/**
 * One script that builds, called in two ways, writes to the same place: it must not run twice at once, and never under those
 * who wait for one of the two. So what somebody waits for comes last.
 */
function inTurn(drafts: readonly ScriptDraft[]): readonly ScriptDraft[] {
  const isAwaited = ({ key }: ScriptDraft): boolean => drafts.some(({ after }) => after.includes(key));
  const isSame = (one: ScriptDraft, other: ScriptDraft): boolean =>
    one.step.owner === other.step.owner && one.step.script === other.step.script;
  const builds = drafts.filter(({ role }) => role === "build");
  return drafts.map((draft) => {
    if (draft.role !== "build") return draft;
    const same = builds.filter((each) => isSame(each, draft));
    const order = [...same.filter((each) => !isAwaited(each)), ...same.filter(isAwaited)];
    const before = order.slice(0, order.indexOf(draft)).map(({ key }) => key);
    return { ...draft, after: [...new Set([...draft.after, ...before])] };
  });
}

import type { RuleSet, TargetList } from "../vocabulary/check/target-list.ts";
import type { RepoPath } from "../vocabulary/tree/path.ts";

/**
 * Separates files and rules in a tool's answer: a text that starts with a null character is a set of rules, and a null
 * character in a file's name is followed by the numbers of its sets.
 */
export function readRules(
  names: readonly string[],
): Pick<Extract<TargetList, { readonly type: "listed" }>, "files" | "rules"> {
  const sets = names.flatMap((name) => (name.startsWith("\0") ? [readSet(name.slice(1))] : []));
  const rules = new Map<RepoPath, readonly RuleSet[]>();
  const files = new Set<RepoPath>();
  for (const name of names) {
    if (name.startsWith("\0")) continue;
    const [path = "", numbers = ""] = name.split("\0");
    files.add(path as RepoPath);
    const listed = numbers === "" ? [] : numbers.split(",").map((number) => sets[Number(number)] ?? null);
    const known = listed.filter((set) => set !== null);
    if (known.length > 0 && known.length === listed.length) rules.set(path as RepoPath, known);
  }
  return { files, rules };
}

function readSet(text: string): RuleSet | null {
  try {
    return JSON.parse(text) as RuleSet;
  } catch {
    return null;
  }
}

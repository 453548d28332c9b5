import type { AliasRule } from "../../extraction.ts";

type Pattern = Extract<AliasRule, { kind: "pattern" }>;

const LONGEST_NAME = 400;
const LONGEST_PATTERN = 500;
/** So many repetitions in a row cannot take long, whatever the name. */
const MOST_REPEATS = 3;

/**
 * What a name is replaced with; undefined if the expression does not match. One that is invalid, or that could take forever, matches
 * nothing.
 */
export function replaceByPattern(rule: Pattern, specifier: string): readonly string[] | undefined {
  const match = specifier.length > LONGEST_NAME ? null : (compile(rule)?.exec(specifier) ?? null);
  if (match === null) return undefined;
  const before = specifier.slice(0, match.index);
  const after = specifier.slice(match.index + match[0].length);
  // A test runner puts the place in for the whole name, a bundler for what fits: either may be meant.
  return rule.places.flatMap((place) => {
    const put = place.replace(/\$(\d)/g, (_, digit: string) => match[Number(digit)] ?? "");
    return before + after === "" ? [put] : [put, before + put + after];
  });
}

const compiled = new Map<string, RegExp | undefined>();

function compile({ find, flags }: Pattern): RegExp | undefined {
  const key = `${flags}/${find}`;
  if (!compiled.has(key)) compiled.set(key, isTame(find) ? tryCompile(find, flags) : undefined);
  return compiled.get(key);
}

function tryCompile(find: string, flags: string): RegExp | undefined {
  try {
    return new RegExp(find, flags.replace(/[gy]/g, ""));
  } catch {
    return undefined;
  }
}

/** Without repetitions of repetitions, and with few of them, no expression takes long. */
function isTame(find: string): boolean {
  const plain = find.replace(/\\[\s\S]/g, "x").replace(/\[[^\]]*\]/g, "x");
  const repeats = plain.match(/[*+]|\{\d/g)?.length ?? 0;
  const repeatsGroup = /\)(?:[*+]|\{\d)/.test(plain);
  return find.length <= LONGEST_PATTERN && repeats <= MOST_REPEATS && !repeatsGroup && !/\\[1-9k]/.test(find);
}

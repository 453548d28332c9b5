import type { AliasRule } from "../../extraction.ts";

type Pattern = Extract<AliasRule, { kind: "pattern" }>;

const LONGEST_NAME = 400;
const LONGEST_PATTERN = 500;
/** This many repetitions in a row cannot take long, whatever the name. */
const MOST_REPEATS = 3;

/**
 * The replacements of a name; undefined if the expression does not match. An expression that is invalid, or that could
 * run forever, matches nothing.
 */
export function replaceByPattern(rule: Pattern, specifier: string): readonly string[] | undefined {
  const match = specifier.length > LONGEST_NAME ? null : (compile(rule)?.exec(specifier) ?? null);
  if (match === null) return undefined;
  const before = specifier.slice(0, match.index);
  const after = specifier.slice(match.index + match[0].length);
  // A test runner replaces the whole name, a bundler only the match: either is possible.
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

/** An expression with few repetitions, and none inside another, cannot take long. */
function isTame(find: string): boolean {
  const plain = find.replace(/\\[\s\S]/g, "x").replace(/\[[^\]]*\]/g, "x");
  const repeats = plain.match(/[*+]|\{\d/g)?.length ?? 0;
  const repeatsGroup = /\)(?:[*+]|\{\d)/.test(plain);
  return find.length <= LONGEST_PATTERN && repeats <= MOST_REPEATS && !repeatsGroup && !/\\[1-9k]/.test(find);
}

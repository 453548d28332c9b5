import { createFindWords, type FindWords } from "./find-words.ts";

/** An expression that is only tried on texts that contain one of its words. */
export interface WordPattern {
  readonly pattern: RegExp;
  test(text: string): boolean;
  matchAll(text: string): Iterable<RegExpExecArray>;
  count(text: string): number;
}

/** All of them, in the order of their bits. */
export const WORD_PATTERNS: WordPattern[] = [];
const groups: (readonly string[])[] = [];
let findWords: FindWords | undefined;

/**
 * The same expression, but almost free on a text that cannot match: every match must contain one of `words`. The words
 * of all such expressions are searched for at once, the first time one of them is tried on a text.
 */
export function createWordPattern(pattern: RegExp, words: readonly string[]): WordPattern {
  const bit = 1 << groups.length;
  groups.push(words);
  findWords = undefined;
  const mayHold = (text: string): boolean => (wordsIn(text) & bit) !== 0;
  const created: WordPattern = {
    pattern,
    test: (text) => mayHold(text) && pattern.test(text),
    matchAll: (text) => (mayHold(text) ? text.matchAll(pattern) : []),
    count: (text) => (mayHold(text) ? (text.match(pattern)?.length ?? 0) : 0),
  };
  WORD_PATTERNS.push(created);
  return created;
}

interface Searched {
  readonly text: string;
  readonly words: number;
}

/** Queries alternate between a text and its code alone. */
let last: Searched = { text: "", words: 0 };
let previous: Searched = last;

function wordsIn(text: string): number {
  if (findWords === undefined) {
    findWords = createFindWords(groups);
    last = previous = { text: "", words: 0 };
  }
  if (text === last.text) return last.words;
  const known = text === previous.text ? previous : { text, words: findWords(text) };
  previous = last;
  last = known;
  return known.words;
}

/**
 * Tells which groups of words a text contains, as bits: the first group is bit 0. Words count anywhere, also inside
 * other words.
 */
export type FindWords = (text: string) => number;

/** The number of bits that are fast to work with. */
export const MOST_GROUPS = 31;
/** Words contain only such characters; the last one represents any other. */
const CHARACTERS = 128;
const OTHER = CHARACTERS - 1;

/** Finds all words in one pass over the text, however many there are (Aho and Corasick). */
export function createFindWords(groups: readonly (readonly string[])[]): FindWords {
  if (groups.length > MOST_GROUPS) throw new Error(`Too many groups of words: ${groups.length}`);
  const { next, found } = buildStates(groups);
  const all = found.reduce((bits, one) => bits | one, 0);
  return (text) => {
    let state = 0;
    let bits = 0;
    for (let at = 0; at < text.length; at += 1) {
      const character = text.charCodeAt(at);
      state = next[state * CHARACTERS + (character < OTHER ? character : OTHER)] as number;
      if (found[state] === 0) continue;
      bits |= found[state] as number;
      if (bits === all) break;
    }
    return bits;
  };
}

interface States {
  /** The next state for each state and character. */
  readonly next: Uint16Array;
  /** The groups that have a word ending in a state. */
  readonly found: Int32Array;
}

function buildStates(groups: readonly (readonly string[])[]): States {
  const most = 1 + groups.flat().reduce((sum, word) => sum + word.length, 0);
  const next = new Uint16Array(most * CHARACTERS);
  const found = new Int32Array(most);
  /** The longer prefixes that a state leads to, each with its character. */
  const onward: (readonly [character: number, target: number])[][] = [[]];
  for (const [group, words] of groups.entries())
    for (const word of words) {
      let state = 0;
      for (let at = 0; at < word.length; at += 1) {
        const character = word.charCodeAt(at);
        const edge = state * CHARACTERS + character;
        const target = next[edge] || onward.push([]) - 1;
        if (next[edge] === 0) onward[state]?.push([character, target]);
        next[edge] = target;
        state = target;
      }
      found[state] = (found[state] as number) | (1 << group);
    }
  // Shorter prefixes first: each state falls back to its longest suffix that is also a prefix. Whole rows are copied,
  // because a run that reads one file would take longer to build this than to read the file.
  const shorter = new Uint16Array(onward.length);
  const open = [0];
  for (const state of open) {
    const row = state * CHARACTERS;
    const instead = (shorter[state] as number) * CHARACTERS;
    if (state !== 0) next.copyWithin(row, instead, instead + CHARACTERS);
    for (const [character, target] of onward[state] ?? []) {
      const fallback = state === 0 ? 0 : (next[instead + character] as number);
      next[row + character] = target;
      shorter[target] = fallback;
      found[target] = (found[target] as number) | (found[fallback] as number);
      open.push(target);
    }
  }
  return { next, found };
}

const SPACES = [" ", "\t", "\n", "\r", "\v", "\f", String.fromCharCode(OTHER)];

/** A text without any of these words does not have `second` after `first`, with at most whitespace between them. */
export function followedBy(first: string, second: string): readonly string[] {
  return [`${first}${second}`, ...spacedFrom(first, second)];
}

/** The same, but with at least some whitespace. */
export function spacedFrom(first: string, second: string): readonly string[] {
  const longer = SPACES.flatMap((space) => [`${first} ${space}`, ...(space === " " ? [] : [first + space])]);
  return [`${first} ${second}`, ...longer];
}

/** A text without any of these words has no field with one of these names, quoted or not. */
export function fieldNames(...names: readonly string[]): readonly string[] {
  return names.flatMap((name) => [...followedBy(name, ":"), `${name}"`, `${name}'`]);
}

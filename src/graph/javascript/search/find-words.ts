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
  let states = 1;
  for (const [group, words] of groups.entries())
    for (const word of words) {
      let state = 0;
      for (let at = 0; at < word.length; at += 1) {
        const edge = state * CHARACTERS + word.charCodeAt(at);
        if (next[edge] === 0) next[edge] = states++;
        state = next[edge] as number;
      }
      found[state] = (found[state] as number) | (1 << group);
    }
  // Shorter prefixes first: each state falls back to its longest suffix that is also a prefix.
  const shorter = new Uint16Array(states);
  const open = [0];
  for (const state of open)
    for (let character = 0; character < CHARACTERS; character += 1) {
      const edge = state * CHARACTERS + character;
      const target = next[edge] as number;
      const instead = state === 0 ? 0 : (next[(shorter[state] as number) * CHARACTERS + character] as number);
      if (target === 0) next[edge] = instead;
      else {
        shorter[target] = instead;
        found[target] = (found[target] as number) | (found[instead] as number);
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

/** Tells which groups of words a text holds, as bits: the first group is bit 0. Words count wherever they stand, also within others. */
export type FindWords = (text: string) => number;

/** As many groups as a number has bits that are quick to work with. */
export const MOST_GROUPS = 31;
/** Words are of such characters alone; the last one of them stands for any other. */
const CHARACTERS = 128;
const OTHER = CHARACTERS - 1;

/** Looks for all words in one pass over the text, whatever their number (Aho and Corasick). */
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
  /** Where each character leads from each state. */
  readonly next: Uint16Array;
  /** The groups with a word that ends in a state. */
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
  // Shorter beginnings first: each state goes on as the longest end of it that is a beginning too.
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

/** Words without which `second` does not follow `first` with nothing but space between them. */
export function followedBy(first: string, second: string): readonly string[] {
  return [`${first}${second}`, ...spacedFrom(first, second)];
}

/** The same where there has to be some space. */
export function spacedFrom(first: string, second: string): readonly string[] {
  const longer = SPACES.flatMap((space) => [`${first} ${space}`, ...(space === " " ? [] : [first + space])]);
  return [`${first} ${second}`, ...longer];
}

/** Words without which none of these names is that of a field, quoted or not. */
export function fieldNames(...names: readonly string[]): readonly string[] {
  return names.flatMap((name) => [...followedBy(name, ":"), `${name}"`, `${name}'`]);
}

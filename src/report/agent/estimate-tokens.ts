/** A word, capitals, a number, blanks, signs, or one character of any other kind. */
const PIECES = /([A-Z]?[a-z]+)|([A-Z]+|\d+)|( +)|([!-/:-@[-`{-~]+)|[^]/gu;

/**
 * How many tokens a text is for a language model, estimated without the vocabulary of any: one for every 5 letters of a
 * word, for every 2 capitals or digits, and 2 for every 3 signs, each rounded up; one for several blanks, and one for
 * every byte beyond ASCII. A single blank belongs to the word after it. Meant to be too high rather than too low; what
 * lines have together is the sum of what each has, and one for each end of a line.
 */
export function estimateTokens(text: string): number {
  let tokens = 0;
  for (const [piece, word, dense, blanks, signs] of text.matchAll(PIECES)) {
    if (word !== undefined) tokens += Math.ceil(word.length / 5);
    else if (dense !== undefined) tokens += Math.ceil(dense.length / 2);
    else if (blanks !== undefined) tokens += blanks.length > 1 ? 1 : 0;
    else if (signs !== undefined) tokens += Math.ceil((signs.length * 2) / 3);
    else tokens += Buffer.byteLength(piece);
  }
  return tokens;
}

export function estimateLines(lines: readonly string[]): number {
  return lines.reduce((total, line) => total + estimateTokens(line) + 1, 0);
}

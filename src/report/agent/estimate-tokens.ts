/** Tokens for each character of a run of one kind; a run is rounded up. */
const RATES = { lower: 1 / 5, capital: 1 / 2, digit: 1 / 2, sign: 2 / 3 } as const;
type Kind = keyof typeof RATES | "blank" | "control";

const KINDS: readonly Kind[] = Array.from({ length: 128 }, (_, code): Kind => {
  const character = String.fromCharCode(code);
  if (/[a-z]/.test(character)) return "lower";
  if (/[A-Z]/.test(character)) return "capital";
  if (/\d/.test(character)) return "digit";
  if (character === " ") return "blank";
  return code < 32 || code === 127 ? "control" : "sign";
});

/**
 * Estimates how many tokens a text is for a language model, without any model's vocabulary: one for every 5 letters of
 * a word, one for every 2 capitals or digits, and 2 for every 3 signs, each rounded up; one for several blanks, and one
 * for every byte beyond ASCII. A single blank belongs to the word after it. Too high rather than too low. The estimate
 * for several lines is the sum of their estimates plus one per line end.
 */
export function estimateTokens(text: string): number {
  let tokens = 0;
  for (let at = 0; at < text.length;) {
    const code = text.codePointAt(at) as number;
    const kind = KINDS[code];
    if (kind === undefined) {
      tokens += code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
      at += code < 0x10000 ? 1 : 2;
      continue;
    }
    // A capital begins a word.
    const isWord = kind === "capital" && KINDS[text.charCodeAt(at + 1)] === "lower";
    const end = endOfRun(text, at + 1, isWord ? "lower" : kind);
    tokens += estimateRun(isWord ? "lower" : kind, end - at);
    at = end;
  }
  return tokens;
}

export function estimateLines(lines: readonly string[]): number {
  return lines.reduce((total, line) => total + estimateTokens(line) + 1, 0);
}

function estimateRun(kind: Kind, length: number): number {
  if (kind === "control") return length;
  if (kind === "blank") return length > 1 ? 1 : 0;
  return Math.ceil(length * RATES[kind]);
}

function endOfRun(text: string, from: number, kind: Kind): number {
  let end = from;
  while (end < text.length && KINDS[text.charCodeAt(end)] === kind) end += 1;
  return end;
}

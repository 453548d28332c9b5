/** A number that a part of the proof came to. */
export interface Figure {
  readonly what: string;
  readonly value: number;
  /** What it must be; where it is not given, the number only says how much was tried. */
  readonly must?: { readonly atLeast: number } | { readonly equal: number };
}

export interface PartOptions {
  readonly seed: number;
  /** How much to try, in what the part counts in; each part has a default of its own. */
  readonly steps?: number;
  /** A file that leads to one failure that was found before; nothing else is tried. */
  readonly replay?: string;
  /** Repositories with their packages installed, for a part that needs some. */
  readonly checkouts?: readonly string[];
  /** Says how far it has come. */
  readonly progress: (text: string) => void;
}

export interface PartResult {
  readonly figures: readonly Figure[];
  /** What is wrong, each with the command that shows it again. */
  readonly failures: readonly string[];
}

/** One part of the proof, by name. */
export interface Part {
  readonly name: string;
  readonly run: (options: PartOptions) => Promise<PartResult>;
}

export function isMet({ value, must }: Figure): boolean {
  if (must === undefined) return true;
  return "equal" in must ? value === must.equal : value >= must.atLeast;
}

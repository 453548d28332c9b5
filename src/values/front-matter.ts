const FRONT_MATTER = /^---[ \t]*\r?\n([\s\S]*?)^---[ \t]*(?:\r?\n|$)/m;

export interface SplitDocument {
  /** The YAML between the fences; null if there is none. */
  readonly front: string | null;
  readonly body: string;
  /** How many lines come before the body. */
  readonly precedingLines: number;
}

/** Front matter is at the very start of a document. */
export function splitFrontMatter(text: string): SplitDocument {
  const found = FRONT_MATTER.exec(text);
  if (found?.index !== 0) return { front: null, body: text, precedingLines: 0 };
  return {
    front: found[1] ?? "",
    body: text.slice(found[0].length),
    precedingLines: found[0].split("\n").length - 1,
  };
}

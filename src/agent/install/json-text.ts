/** A value in a JSON text, with its position: `end` is after its last character. */
export type JsonNode = JsonObjectNode | JsonArray | JsonString | JsonOther;

export interface JsonObjectNode {
  readonly kind: "object";
  readonly start: number;
  readonly end: number;
  readonly members: readonly JsonMember[];
}

export interface JsonMember {
  readonly key: string;
  /** Where the key begins. */
  readonly start: number;
  readonly value: JsonNode;
}

export interface JsonArray {
  readonly kind: "array";
  readonly start: number;
  readonly end: number;
  readonly elements: readonly JsonNode[];
}

export interface JsonString {
  readonly kind: "string";
  readonly start: number;
  readonly end: number;
  readonly value: string;
}

export interface JsonOther {
  readonly kind: "other";
  readonly start: number;
  readonly end: number;
}

/** Where a text is not JSON, and what was expected there. */
export interface Malformed {
  readonly at: number;
  readonly expected: string;
}

const BLANK = /(?:[\s\uFEFF]|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*/y;
const STRING = /"(?:[^"\\\u0000-\u001F]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const OTHER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
const DEEPEST = 100;

/** Parses JSON with positions. Allows comments and trailing commas: settings files have them. */
export function parseJsonText(text: string): JsonNode | Malformed {
  const scanner = new Scanner(text);
  const root = scanner.value(0);
  if (isMalformed(root)) return root;
  const rest = scanner.skip();
  return rest === text.length ? root : { at: rest, expected: "the end of the file" };
}

export function isMalformed(read: object): read is Malformed {
  return "expected" in read;
}

class Scanner {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Moves to the next significant character. */
  skip(): number {
    this.#match(BLANK);
    return this.#at;
  }

  value(depth: number): JsonNode | Malformed {
    const start = this.skip();
    if (depth > DEEPEST) return { at: start, expected: `no more than ${DEEPEST} levels` };
    if (this.#take("{")) return this.#object(start, depth);
    if (this.#take("[")) return this.#array(start, depth);
    if (this.#text[start] === '"') return this.#string();
    if (this.#match(OTHER)) return { kind: "other", start, end: this.#at };
    return { at: start, expected: "a value" };
  }

  #object(start: number, depth: number): JsonNode | Malformed {
    const members: JsonMember[] = [];
    for (;;) {
      const at = this.skip();
      if (this.#take("}")) return { kind: "object", start, end: this.#at, members };
      const key = this.#string();
      if (isMalformed(key)) return { at: key.at, expected: "a name in double quotes, or }" };
      if (this.skip() >= 0 && !this.#take(":")) return { at: this.#at, expected: ":" };
      const value = this.value(depth + 1);
      if (isMalformed(value)) return value;
      members.push({ key: key.value, start: at, value });
      if (this.skip() >= 0 && !this.#take(",") && this.#text[this.#at] !== "}")
        return { at: this.#at, expected: ", or }" };
    }
  }

  #array(start: number, depth: number): JsonNode | Malformed {
    const elements: JsonNode[] = [];
    for (;;) {
      this.skip();
      if (this.#take("]")) return { kind: "array", start, end: this.#at, elements };
      const value = this.value(depth + 1);
      if (isMalformed(value)) return value;
      elements.push(value);
      if (this.skip() >= 0 && !this.#take(",") && this.#text[this.#at] !== "]")
        return { at: this.#at, expected: ", or ]" };
    }
  }

  #string(): JsonString | Malformed {
    const start = this.#at;
    if (!this.#match(STRING)) return { at: start, expected: "a string" };
    const value = JSON.parse(this.#text.slice(start, this.#at)) as string;
    return { kind: "string", start, end: this.#at, value };
  }

  #take(character: string): boolean {
    if (this.#text[this.#at] !== character) return false;
    this.#at += 1;
    return true;
  }

  #match(pattern: RegExp): boolean {
    pattern.lastIndex = this.#at;
    const [found] = pattern.exec(this.#text) ?? [];
    this.#at += found?.length ?? 0;
    return found !== undefined;
  }
}

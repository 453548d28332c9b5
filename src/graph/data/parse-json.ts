import { type DataEntry, type DataNode, MAX_DEPTH } from "./tree.ts";

export type ParsedJson =
  | { readonly ok: true; readonly root: DataNode }
  | { readonly ok: false; readonly message: string; readonly offset: number };

class JsonFault extends Error {
  readonly offset: number;
  constructor(message: string, offset: number) {
    super(message);
    this.offset = offset;
  }
}

const BLANK = /(?:[\s\uFEFF]+|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*/y;
const STRING = /"(?:[^"\\\n]|\\.)*"/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /true|false|null/y;

const STRICT_BLANK = /[ \t\r\n]*/y;

/** Reads JSON and records where each value starts. Unless `strict`, allows comments and trailing commas. */
export function parseJson(text: string, { strict = false }: { strict?: boolean } = {}): ParsedJson {
  let at = 0;
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    if (found !== undefined) at += found.length;
    return found;
  };
  const skip = (): string | undefined => {
    take(strict ? STRICT_BLANK : BLANK);
    return text[at];
  };
  const unexpected = (): JsonFault =>
    new JsonFault(at < text.length ? `Unexpected ${JSON.stringify(text[at])}` : "Unexpected end", at);
  const string = (): string => {
    const start = at;
    const raw = take(STRING);
    if (raw === undefined) throw unexpected();
    try {
      return JSON.parse(raw) as string;
    } catch {
      throw new JsonFault("Invalid string", start);
    }
  };
  const members = (close: string, member: () => void): void => {
    at += 1;
    while (skip() !== close) {
      member();
      if (skip() === ",") {
        at += 1;
        if (strict && skip() === close) throw unexpected();
      } else if (text[at] !== close) throw unexpected();
    }
    at += 1;
  };
  const value = (depth: number): DataNode => {
    const first = skip();
    const offset = at;
    if (depth > MAX_DEPTH) throw new JsonFault("Nested too deeply", at);
    if (first === "{") {
      const entries: DataEntry[] = [];
      members("}", () => {
        const key = string();
        if (skip() !== ":") throw unexpected();
        at += 1;
        entries.push({ key, value: value(depth + 1) });
      });
      return { kind: "map", entries, offset };
    }
    if (first === "[") {
      const items: DataNode[] = [];
      members("]", () => items.push(value(depth + 1)));
      return { kind: "list", items, offset };
    }
    if (first === '"') return { kind: "scalar", value: string(), offset };
    const literal = take(WORD) ?? take(NUMBER);
    if (literal === undefined || literal === "") throw unexpected();
    return { kind: "scalar", value: JSON.parse(literal) as number | boolean | null, offset };
  };
  try {
    const root = value(0);
    if (skip() !== undefined) throw unexpected();
    return { ok: true, root };
  } catch (error) {
    if (error instanceof JsonFault) return { ok: false, message: error.message, offset: error.offset };
    throw error;
  }
}

/** No field has a longer value before the text in question. */
const FARTHEST = 4000;
const MOST = 2;
const NAME = /(?:([\w$]+)|"([^"\n]+)"|'([^'\n]+)')\s*$/;

/**
 * The names of the fields of object literals whose value the text at the offset is in, from the inside out. Goes backwards
 * over what stands before it in lists and calls, and takes no notice of strings and comments.
 */
export function fieldsAt(text: string, offset: number): readonly string[] {
  const fields: string[] = [];
  const first = Math.max(0, offset - FARTHEST);
  let depth = 0;
  let isBeside = false;
  for (let at = offset - 1; at >= first && fields.length < MOST; at--) {
    const char = text[at];
    if (char === ")" || char === "]" || char === "}") depth++;
    else if (char === "(" || char === "[" || char === "{") {
      if (depth > 0) depth--;
      else isBeside = false;
    } else if (depth > 0) continue;
    else if (char === ",") isBeside = true;
    else if (char === ":" && !isBeside) {
      const [, bare, double, single] = NAME.exec(text.slice(Math.max(first, at - 100), at)) ?? [];
      const name = bare ?? double ?? single;
      if (name === undefined) break;
      fields.push(name);
      // What stands before it in the same object is beside it.
      isBeside = true;
    } else if (char === ";" || (char === "=" && text[at + 1] !== ">")) break;
  }
  return fields;
}

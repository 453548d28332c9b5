const SPECIAL = /[\\`[\]<]|https?:|www\./gi;
const RESOURCE = /\([ \t]*([^\s()<>\\&|`]*)(?:[ \t]+"[^"\\&|`]*")?[ \t]*\)/y;
/** Tags without attributes, and addresses on other hosts. */
const PLAIN_TAG = /<(?:\/?[a-z][a-z\d-]*[ \t]*\/?|https?:\/\/[^\s<>\\&|`]*)>/iy;
const MARK = /[!-/:-@[-`{-~]/;
const RUN = /\S*/y;
/** What may be an address within the text of a link, or end a cell of a table there. */
const HARD_TEXT = /\||\w@|https?:|www\./i;

/**
 * The targets of the links and images in a line that has them whole: no code, bracket or tag that begins in it goes on
 * in the next. Undefined where that is not plain to see, or where the specification has to be asked what is meant.
 */
export function scanInline(line: string): readonly string[] | undefined {
  const urls: string[] = [];
  /** Where the bracket that is open begins, and whether there was another within it. */
  let open: { readonly at: number; hasInner: boolean } | undefined;
  let depth = 0;
  SPECIAL.lastIndex = 0;
  for (let found = SPECIAL.exec(line); found !== null; found = SPECIAL.exec(line)) {
    const at = found.index;
    switch (found[0]) {
      case "\\":
        // It escapes a mark, and not the first letter of an address.
        if (MARK.test(line[at + 1] ?? "")) SPECIAL.lastIndex = at + 2;
        break;
      case "`": {
        const end = endOfCode(line, at);
        if (end === undefined) return undefined;
        SPECIAL.lastIndex = end;
        break;
      }
      case "[":
        if (line[at + 1] === "^") return undefined;
        if (open === undefined) open = { at, hasInner: false };
        else open.hasInner = true;
        depth += 1;
        break;
      case "]": {
        if (open === undefined) return undefined;
        depth -= 1;
        if (line[at + 1] === "(") {
          const end = readResource(line, at + 1, urls);
          if (end === undefined || depth > 0 || open.hasInner) return undefined;
          if (HARD_TEXT.test(line.slice(open.at + 1, at))) return undefined;
          SPECIAL.lastIndex = end;
        }
        if (depth === 0) open = undefined;
        break;
      }
      case "<": {
        if (!/[a-z/!?]/i.test(line[at + 1] ?? "")) break;
        PLAIN_TAG.lastIndex = at;
        if (!PLAIN_TAG.test(line)) return undefined;
        SPECIAL.lastIndex = PLAIN_TAG.lastIndex;
        break;
      }
      default: {
        // An address takes what follows it, up to the next blank.
        RUN.lastIndex = at;
        const run = RUN.exec(line)?.[0] ?? "";
        if (open !== undefined || /[[\]`<\\|]/.test(run)) return undefined;
        SPECIAL.lastIndex = at + run.length;
      }
    }
  }
  return open === undefined ? urls : undefined;
}

/** Where code ends that begins with a run of backticks; undefined where it does not, or may end a cell of a table. */
function endOfCode(line: string, start: number): number | undefined {
  let length = 1;
  while (line[start + length] === "`") length += 1;
  for (let at = line.indexOf("`", start + length); at !== -1; at = line.indexOf("`", at)) {
    let closing = 1;
    while (line[at + closing] === "`") closing += 1;
    if (closing === length) return line.slice(start, at).includes("|") ? undefined : at + closing;
    at += closing;
  }
  return undefined;
}

function readResource(line: string, at: number, urls: string[]): number | undefined {
  RESOURCE.lastIndex = at;
  const found = RESOURCE.exec(line);
  if (found === null) return undefined;
  urls.push(found[1] ?? "");
  return RESOURCE.lastIndex;
}

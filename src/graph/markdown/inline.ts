const SPECIAL = /[\\`[\]<]|https?:|www\./gi;
const RESOURCE = /\([ \t]*([^\s()<>\\&|`]*)(?:[ \t]+"[^"\\&|`]*")?[ \t]*\)/y;
/** Tags without attributes, and addresses on other hosts. */
const PLAIN_TAG = /<(?:\/?[a-z][a-z\d-]*[ \t]*\/?|https?:\/\/[^\s<>\\&|`]*)>/iy;
const MARK = /[!-/:-@[-`{-~]/;
const RUN = /\S*/y;
/** May be an address within the text of a link, or may end a table cell there. */
const HARD_TEXT = /\||\w@|https?:|www\./i;

/**
 * The targets of the links and images in a line, if the line contains them completely: no code, bracket or tag
 * continues in the next line. Undefined if that is unclear, or if only the full specification can decide.
 */
export function scanInline(line: string): readonly string[] | undefined {
  const urls: string[] = [];
  /** Where the open bracket starts, and whether it contains another. */
  let open: { readonly at: number; hasInner: boolean } | undefined;
  let depth = 0;
  SPECIAL.lastIndex = 0;
  for (let found = SPECIAL.exec(line); found !== null; found = SPECIAL.exec(line)) {
    const at = found.index;
    switch (found[0]) {
      case "\\":
        // A backslash escapes a mark, but not the first letter of an address.
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
        // An address includes everything up to the next space.
        RUN.lastIndex = at;
        const run = RUN.exec(line)?.[0] ?? "";
        if (open !== undefined || /[[\]`<\\|]/.test(run)) return undefined;
        SPECIAL.lastIndex = at + run.length;
      }
    }
  }
  return open === undefined ? urls : undefined;
}

/** Where code that starts with a run of backticks ends; undefined if it does not end, or may end a table cell. */
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

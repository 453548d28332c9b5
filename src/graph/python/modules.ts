/** A Python import, as far as the text tells. */
export interface PythonImport {
  /** As written, with the leading dots; `from a import b` is `a` with the names `b`. */
  readonly module: string;
  readonly names: readonly string[];
  readonly offset: number;
}

const TOKEN =
  /("""|''')[\s\S]*?(?:\1|$)|"(?:[^"\\\n]|\\[\s\S])*"?|'(?:[^'\\\n]|\\[\s\S])*'?|#[^\n]*|(?<![\w.])(?:import|from)(?=[ \t.\\])/g;
const NAME = String.raw`[^\W\d]\w*(?:[ \t]*\.[ \t]*[^\W\d]\w*)*`;
const BREAK = String.raw`(?:[ \t]|\\\r?\n)`;
const FROM = new RegExp(
  `from${BREAK}*(\\.*${BREAK}*(?:${NAME})?)${BREAK}+import${BREAK}*(\\([^)]*\\)?|[^\\n;#(]*)`,
  "uy",
);
const IMPORT = new RegExp(`import${BREAK}+([^\\n;#]*)`, "uy");

/** The import statements of a text, including those in functions; none from strings and comments. */
export function findPythonImports(text: string): readonly PythonImport[] {
  const found: PythonImport[] = [];
  const token = new RegExp(TOKEN);
  for (let match = token.exec(text); match !== null; match = token.exec(text)) {
    const [word] = match;
    if (word !== "from" && word !== "import") continue;
    const statement = word === "from" ? FROM : IMPORT;
    statement.lastIndex = match.index;
    const parts = statement.exec(text);
    if (parts === null) continue;
    token.lastIndex = statement.lastIndex;
    const offset = match.index;
    if (word === "from") found.push({ module: bare(parts[1] ?? ""), names: listed(parts[2] ?? ""), offset });
    else for (const module of listed(parts[1] ?? "")) found.push({ module, names: [], offset });
  }
  return found;
}

/** `a as b, (c)` names `a` and `c`. */
function listed(text: string): readonly string[] {
  return text
    .replace(/#[^\n]*|\\\r?\n|[()]/g, " ")
    .split(",")
    .map((part) => bare(part.trim().split(/\s+as\s/)[0] ?? ""))
    .filter((name) => name !== "");
}

function bare(text: string): string {
  return text.replace(/\\\r?\n|\s/g, "");
}

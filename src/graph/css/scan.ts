/** One place in a style sheet that names another file: a style sheet or a script, or a picture or a font. */
export interface StyleMention {
  readonly kind: "sheet" | "asset";
  readonly text: string;
  readonly offset: number;
}

const TEXT = String.raw`"((?:[^"\\\n]|\\[\s\S])*)"?|'((?:[^'\\\n]|\\[\s\S])*)'?`;
const REST = [
  String.raw`\burl\(\s*(?:${TEXT}|([^)"'\s]*))\s*\)?`,
  String.raw`(\bload-css\()\s*`,
  String.raw`@([\w-]+)`,
  String.raw`(\bfrom\b)`,
  String.raw`([;{}()\n])`,
];

/** A comment in the indented syntax ends with its indentation. Only its first line is skipped; the rest is read. */
const COMMENTS: Readonly<Record<string, string>> = {
  ".css": String.raw`\/\*[\s\S]*?(?:\*\/|$)`,
  ".sass": String.raw`\/[/*][^\n]*`,
};
const OTHER_COMMENT = String.raw`\/\*[\s\S]*?(?:\*\/|$)|\/\/[^\n]*`;

/** Rules that name other files, and whether they can name more than one. */
const RULES: ReadonlyMap<string, "one" | "many"> = new Map([
  ["import", "many"],
  ["use", "one"],
  ["forward", "one"],
  ["reference", "one"],
  ["plugin", "one"],
  ["config", "one"],
]);

/** Finds what a style sheet names, in one pass over its text. */
export function scanStyles(text: string, extension: string): readonly StyleMention[] {
  const indented = extension === ".sass";
  const bare = indented ? String.raw`@import[ \t]+([^\n"';()]+)` : "(?!)()";
  const token = new RegExp(
    [`(?:${COMMENTS[extension] ?? OTHER_COMMENT})`, bare, TEXT, ...REST].join("|"),
    "gi",
  );
  const mentions: StyleMention[] = [];
  let rule: "one" | "many" | undefined;
  let depth = 0;
  const add = (kind: StyleMention["kind"], mentioned: string, offset: number): void => {
    mentions.push({ kind, text: mentioned.replace(/\\(.)/gs, "$1"), offset });
  };
  for (const match of text.matchAll(token)) {
    const [, names, double, single, urlDouble, urlSingle, urlBare, loaded, at, from, sign] = match;
    const quoted = double ?? single;
    const url = urlDouble ?? urlSingle ?? urlBare;
    if (names !== undefined) {
      for (const name of names.split(",")) add("sheet", name.trim(), match.index);
    } else if (quoted !== undefined || url !== undefined) {
      const isSheet = rule !== undefined && depth === 0;
      if (isSheet || url !== undefined) add(isSheet ? "sheet" : "asset", quoted ?? url ?? "", match.index);
      if (rule === "one") rule = undefined;
    } else if (at !== undefined) {
      rule = RULES.get(at.toLowerCase());
      depth = 0;
    } else if (loaded !== undefined || from !== undefined) {
      rule = rule === "many" ? rule : "one";
      depth = 0;
    } else if (sign === "(") depth += 1;
    else if (sign === ")") depth -= 1;
    else if (sign !== undefined && (sign !== "\n" || indented)) rule = undefined;
  }
  return mentions;
}

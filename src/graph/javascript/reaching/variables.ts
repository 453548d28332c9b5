import { findShellVariables } from "../../../shell/find-shell-variables.ts";
import { createWordPattern } from "../search/word-pattern.ts";

const ALL = String.raw`(?:\bglobalThis\s*\.\s*)?\b(?:process|Bun|import\s*\.\s*meta)\s*\??\.\s*env\b`;
const NAMED = String.raw`(?:\??\.\s*([A-Za-z_$][\w$]*)|(?:\?\.)?\[\s*(["'\`])([\w$]+)\2\s*\])`;
const MEMBER = new RegExp(`${ALL}\\s*${NAMED}`, "g");
const ASKED = /\bDeno\s*\.\s*env\s*\.\s*(?:get|has)\(\s*(["'`])(\w+)\1/g;
const NAME = /^\s*(?:\.\.\.)?(["']?)([A-Za-z_$][\w$]*)\1/;
/** Matches another name that holds all variables. */
const KEPT = new RegExp(
  `\\b([A-Za-z_$][\\w$]*)\\s*(?::[^=;,)]{0,80})?=\\s*${ALL}(?!\\s*(?:\\??\\.|\\[))`,
  "g",
);
const IMPORTED = /\benv\s+as\s+([A-Za-z_$][\w$]*)|\benv\s*:\s*([A-Za-z_$][\w$]*)/g;
/** The code passes all variables to a function, which knows the names. */
const GIVEN = new RegExp(`[(,]\\s*${ALL}\\s*[,)]`);
/** These only say where to look for programs; what is found there counts itself. */
const NOT_FROM_AFAR: ReadonlySet<string> = new Set(["PATH", "PWD"]);
const STARTS_SHELLS = createWordPattern(/\bchild_process\b|\bexeca\b|\bzx\b|\bshelljs\b|\bBun\s*\.\s*\$/, [
  "child_process",
  "execa",
  "zx",
  "shelljs",
  "Bun",
]);
const ENVIRONMENT = createWordPattern(/\benv\b/, ["env"]);

/**
 * The environment variables that code names; sorted. Includes those read from another name that holds all variables,
 * and those in strings that may go to a shell.
 */
export function findVariables(text: string): readonly string[] {
  const names = new Set<string>();
  if (ENVIRONMENT.test(text)) {
    for (const [, bare, , quoted] of text.matchAll(MEMBER)) names.add(bare ?? quoted ?? "");
    for (const [, , name = ""] of text.matchAll(ASKED)) names.add(name);
    for (const name of fromHolders(text)) names.add(name);
  }
  if (STARTS_SHELLS.test(text))
    for (const name of findShellVariables(text)) if (/^[A-Z_][A-Z0-9_]*$/.test(name)) names.add(name);
  names.delete("");
  return [...names].sort();
}

/** Variables read from `env` or from another name that holds all variables. Prefers too many over too few. */
function fromHolders(text: string): readonly string[] {
  const aliases = [
    ...[...text.matchAll(KEPT)].map(([, name = ""]) => name),
    ...[...text.matchAll(IMPORTED)].map(([, one, other]) => one ?? other ?? ""),
  ];
  const holder = `(?<![\\w$])(?:${[...new Set(["env", ...aliases])].map((name) => name.replaceAll("$", "\\$")).join("|")})`;
  const members = [...text.matchAll(new RegExp(`${holder}\\s*${NAMED}(?![\\w$]|\\s*(?:=[^=]|\\())`, "g"))];
  const apart = [
    ...text.matchAll(new RegExp(`\\{([^{}]*)\\}\\s*=\\s*(?:[\\w$.]*\\.\\s*)?${holder}(?![\\w$])`, "g")),
  ];
  const contained = [
    ...text.matchAll(new RegExp(`(["'\`])(\\w+)\\1\\s+in\\s+(?:[\\w$.]*\\.\\s*)?${holder}(?![\\w$])`, "g")),
  ];
  const given = GIVEN.test(text) ? (text.match(/\b[A-Z][A-Z0-9_]{2,}\b/g) ?? []) : [];
  return [
    ...members.map(([, bare, , quoted]) => bare ?? quoted ?? ""),
    ...apart.flatMap(([, list = ""]) => list.split(",").map(nameOfPart)),
    ...contained.map(([, , name = ""]) => name),
    ...given,
  ].filter((name) => !NOT_FROM_AFAR.has(name));
}

function nameOfPart(part: string): string {
  return part.includes("...") ? "" : (NAME.exec(part)?.[2] ?? "");
}

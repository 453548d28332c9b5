import type { ScriptPackage } from "../packages.ts";
import type { ScriptWord } from "./read-script.ts";

/** What a call of a package manager, or of a program that runs scripts, does. */
export type ManagerCall =
  | {
      readonly type: "scripts";
      readonly names: readonly string[];
      /** The arguments of the scripts. */
      readonly given: readonly ScriptWord[];
      /** In this package (`here`), in all packages that have such a script, or in the named ones. */
      readonly where: "here" | "all" | readonly string[];
    }
  | { readonly type: "program"; readonly words: readonly ScriptWord[] }
  /** It is such a call, but it cannot be read further. */
  | { readonly type: "unread"; readonly why: string };

const FLAGS = new Set(
  "-s --silent --if-present --stream --parallel --no-bail --recursive -r --workspaces -ws --include-workspace-root --quiet -q --color --no-color -A --all -p -v -t -pt -Apt -Ap -At --topological --topological-dev --verbose --sequential --aggregate-output -l -c -n --print-label --continue-on-error --workspace-root".split(
    " ",
  ),
);
const FILTERS = new Set(["-w", "--workspace", "-F", "--filter", "--scope"]);

/** Null if the program does not run scripts. */
export function readManagerCall(words: readonly ScriptWord[], own: ScriptPackage): ManagerCall | null {
  const [program, ...rest] = words.map(({ text }) => text);
  const given = words.slice(1);
  if (program === "nr") return namedScripts(given, own, "here");
  if (program === "run-s" || program === "run-p" || program === "npm-run-all" || program === "npm-run-all2")
    return allScripts(given, own);
  if (program === "turbo") return turboTasks(rest);
  if (program === "nx" || program === "wireit") return unread(`${program} decides what runs`);
  if (program === "lerna" && rest[0] === "run") return namedScripts(given.slice(1), own, "all");
  if (program === "npm" || program === "pnpm" || program === "yarn" || program === "bun")
    return readVerb(program, given, own);
  return null;
}

function readVerb(manager: string, given: readonly ScriptWord[], own: ScriptPackage): ManagerCall | null {
  const options = readOptions(given);
  if (options === null) return unread(`an option of ${manager} is not known`);
  const { where, rest } = options;
  const [verb = "", next = ""] = rest.map(({ text }) => text);
  if (verb === "run" || verb === "run-script" || verb === "rum") {
    const more = readOptions(rest.slice(1));
    if (more === null) return unread(`an option of ${manager} is not known`);
    return namedScripts(more.rest, own, more.where === "here" ? where : more.where);
  }
  if (manager === "npm" && (verb === "t" || verb === "tst"))
    return namedScripts([{ text: "test", isPattern: false }, ...rest.slice(1)], own, where);
  if (manager === "yarn" && verb === "workspace") {
    const called = rest[2]?.text === "run" ? rest.slice(3) : rest.slice(2);
    return namedScripts(called, own, [next]);
  }
  if (manager === "yarn" && verb === "workspaces") {
    const more = readOptions(rest.slice(next === "foreach" ? 2 : 1));
    if (more?.rest[0]?.text !== "run") return unread("it is not known what yarn runs in the workspaces");
    return namedScripts(more.rest.slice(1), own, "all");
  }
  if (verb === "exec" || (manager === "bun" && verb === "x")) {
    if (where !== "here") return unread("it starts a program in several packages");
    const words = rest.slice(rest[1]?.text === "--" ? 2 : 1);
    return words[0]?.text.startsWith("-") === false
      ? { type: "program", words }
      : unread("its options are not known");
  }
  if (manager === "npm") return verb === "test" ? namedScripts(rest, own, where) : null;
  if (manager === "bun" && verb === "test") return null;
  if (Object.hasOwn(own.scripts, verb) || where !== "here" || isExpression(verb))
    return namedScripts(rest, own, where);
  // pnpm and yarn start an installed program if no script has the name.
  return manager === "bun" || verb === "" || NO_PROGRAMS.has(verb) ? null : { type: "program", words: rest };
}

const NO_PROGRAMS = new Set(
  "add audit config create dedupe dlx import info init install link list node pack patch publish remove test up update upgrade why version".split(
    " ",
  ),
);

function readOptions(
  words: readonly ScriptWord[],
): { readonly where: "here" | "all" | readonly string[]; readonly rest: readonly ScriptWord[] } | null {
  let where: "here" | "all" | readonly string[] = "here";
  let at = 0;
  for (; words[at]?.text.startsWith("-") === true; at++) {
    const text = (words[at] as ScriptWord).text;
    const [option = "", value] = text.split(/=(.*)/s);
    if (/^(?:-ws|--workspaces|-r|--recursive)$/.test(text)) where = "all";
    if (FILTERS.has(option)) {
      const name = value ?? words[++at]?.text ?? "";
      // Filters beyond a name (`...`, `./dir`, `[since]`) have their own rules.
      if (!/^@?[\w-]+(?:\/[\w.-]+)?$/.test(name)) return null;
      where = [...(Array.isArray(where) ? (where as readonly string[]) : []), name];
    } else if (!FLAGS.has(text)) return null;
  }
  return { where, rest: words.slice(at) };
}

function namedScripts(
  words: readonly ScriptWord[],
  own: ScriptPackage,
  where: "here" | "all" | readonly string[],
): ManagerCall {
  const [first, ...rest] = words;
  if (first === undefined) return unread("no script is named");
  const names = isExpression(first.text) ? matchExpression(first.text, own) : [first.text];
  // npm also looks for its own options after the name.
  const isAll = rest.some(({ text }) => text === "--workspaces" || text === "-ws");
  const given = rest.filter(({ text }) => !/^(?:--workspaces|-ws|--if-present|--silent|-s)$/.test(text));
  if (given[0]?.text !== "--" && given.some(({ text }) => FILTERS.has(text.replace(/=.*/s, ""))))
    return unread("it runs in packages that are named after the script");
  return {
    type: "scripts",
    names,
    given: given[0]?.text === "--" ? given.slice(1) : given,
    where: isAll ? "all" : where,
  };
}

/** pnpm runs all scripts that an expression matches. */
function isExpression(text: string): boolean {
  return /^\/.+\/$/.test(text);
}

function matchExpression(text: string, own: ScriptPackage): readonly string[] {
  try {
    const expression = new RegExp(text.slice(1, -1));
    return Object.keys(own.scripts).filter((name) => expression.test(name));
  } catch {
    return [];
  }
}

/** `run-s lint:* "test -- --ci"`: `*` matches anything but a colon, `**` matches anything. */
function allScripts(words: readonly ScriptWord[], own: ScriptPackage): ManagerCall {
  const names: string[] = [];
  for (const { text } of words) {
    if (FLAGS.has(text)) continue;
    if (text.startsWith("-") || /\s/.test(text)) return unread("its options are not known");
    const pattern = text
      .split(/(\*\*|\*)/)
      .map((part) => (part === "**" ? ".*" : part === "*" ? "[^:]*" : escape(part)));
    const expression = new RegExp(`^${pattern.join("")}$`);
    const found = text.includes("*")
      ? Object.keys(own.scripts).filter((name) => expression.test(name))
      : [text];
    names.push(...found);
  }
  return { type: "scripts", names, given: [], where: "here" };
}

function escape(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}

function turboTasks(words: readonly string[]): ManagerCall {
  const tasks = words[0] === "run" ? words.slice(1) : words;
  if (tasks.length === 0 || tasks.some((task) => !/^[\w:-]+$/.test(task) || task.startsWith("-")))
    return unread("turbo decides what runs");
  return { type: "scripts", names: tasks, given: [], where: "all" };
}

function unread(why: string): ManagerCall {
  return { type: "unread", why };
}

import { basename, dirname, join, resolve } from "node:path";
import { readdirSync, readFileSync } from "../../system/observed/observed-files.ts";
import { memoize } from "../../values/memo.ts";
import { packageText } from "./package-text.ts";
import type { InstalledPackage, Packages } from "./packages.ts";

/**
 * The names of files that the code of a package contains, relative to wherever that code looks for them: all of a program
 * that was started (`null`), or what one part of it loads.
 */
export type NamesIn = (one: InstalledPackage, part: string | null) => ReadonlySet<string>;

/** Reads the code of installed packages that may be settings, or look for them. */
export function createPackageNames(packages: Packages): NamesIn {
  const listed = memoize((directory: string): ReadonlySet<string> => new Set(tryList(directory)));
  const names = memoize((key: string): ReadonlySet<string> => {
    const [directory = "", part] = key.split("\0");
    const whole = part === undefined ? packageText(directory) : null;
    return namesIn(whole ?? reachedText(directory, part ?? "", { packages, listed }));
  });
  return ({ directory }, part) => names(part === null ? directory : `${directory}\0${part}`);
}

/** Settings that load more than this are a program. */
const MOST_MODULES = 60;
const RELATIVE = /["'`](\.{1,2}(?:\/[^"'`\n]*)?)["'`]/g;
/** A package whose name says that it has settings; those of others are often built from such. */
const SHARED =
  /["'`]((?:@[\w.-]+\/)?[\w.-]*(?:config|preset|scripts|settings)[\w.-]*)(?:\/([^"'`\n]*))?["'`]/g;

interface Place {
  readonly packages: Packages;
  readonly listed: (directory: string) => ReadonlySet<string>;
}

/** The text of all modules that are loaded with a part of a package, the nearest first. */
function reachedText(start: string, part: string, { packages, listed }: Place): string {
  const pending = new Set(entriesOf(start, part, listed));
  const texts: string[] = [];
  for (const path of pending) {
    const text = tryRead(path);
    texts.push(text);
    if (texts.length === MOST_MODULES) break;
    for (const [, specifier = ""] of text.matchAll(RELATIVE))
      for (const found of findModule(resolve(dirname(path), specifier), listed)) pending.add(found);
    for (const [, name = "", inner = ""] of text.matchAll(SHARED)) {
      const other = packages.find(name, dirname(path));
      for (const found of other === null ? [] : entriesOf(other.directory, inner, listed)) pending.add(found);
    }
  }
  return texts.join("\n");
}

/** Every file that a specifier can mean, whatever the conditions are. */
function entriesOf(directory: string, part: string, listed: Place["listed"]): readonly string[] {
  const { main, module, exports } = manifestOf(directory);
  const key = part === "" ? "." : `./${part}`;
  const mapped = Object.entries(typeof exports === "object" && exports !== null ? exports : {});
  const isMap = mapped.some(([each]) => each.startsWith("."));
  const exported = isMap ? mapped.flatMap(([each, value]) => matched(each, key, value)) : stringsIn(exports);
  const own = part === "" ? [...stringsIn([main, module]), "index", "jest-preset"] : [part];
  const all = [...own, ...(isMap || part === "" ? exported : [])];
  return all.flatMap((each) => findModule(join(directory, each), listed));
}

/** Where an entry of `exports` leads for a specifier; a star stands for any text. */
function matched(pattern: string, key: string, value: unknown): readonly string[] {
  const [start = "", end] = pattern.split("*");
  if (end === undefined) return pattern === key ? stringsIn(value) : [];
  if (!key.startsWith(start) || !key.endsWith(end) || key.length < start.length + end.length) return [];
  const star = key.slice(start.length, key.length - end.length);
  return stringsIn(value).map((each) => each.replaceAll("*", star));
}

function stringsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}

function manifestOf(directory: string): Readonly<Record<string, unknown>> {
  try {
    const value = JSON.parse(tryRead(join(directory, "package.json"))) as unknown;
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

const CODE = /(?<!\.d)\.(?:[cm]?[jt]s|json)$/;
const ENDINGS = [".js", ".cjs", ".mjs", ".json", ".ts"];

function findModule(path: string, listed: Place["listed"]): readonly string[] {
  const at = (place: string): readonly string[] =>
    [CODE.test(place) ? place : null, ...ENDINGS.map((ending) => place + ending)].filter(
      (each): each is string => each !== null && listed(dirname(each)).has(basename(each)),
    );
  const found = at(path);
  return found.length > 0 ? found : at(join(path, "index"));
}

const PART = "[\\w@+.-]+";
/** A text that can be the name of a file, unless it is what a module imports: that is another module of the package. */
const NAME = new RegExp(
  `(\\b(?:require(?:\\.resolve)?|import)\\s*\\(\\s*|\\b(?:from|import)\\s*)?(["'\`])` +
    `(?:<rootDir>/|\\./|/|\\$\\{[^{}\`]*\\}/?)?((?:${PART}/)*${PART})\\2`,
  "g",
);
/** Texts that are joined to a path. */
const JOINED = new RegExp(`(?:["']${PART}["']\\s*,\\s*)+["']${PART}["']`, "g");

function namesIn(text: string): ReadonlySet<string> {
  const names = new Set<string>();
  for (const [, imported, , name = ""] of text.matchAll(NAME)) if (imported === undefined) names.add(name);
  for (const [joined] of text.matchAll(JOINED))
    names.add([...joined.matchAll(/["']([^"']+)["']/g)].map(([, part]) => part).join("/"));
  return new Set(
    [...names].filter((name) => /[/.]/.test(name) && !/(?:^|\/)(?:\.{1,2}|node_modules)(?:\/|$)/.test(name)),
  );
}

function tryRead(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

function tryList(directory: string): readonly string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}

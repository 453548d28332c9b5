import { matchGlobs } from "../paths/glob.ts";
import { SHARED_SETTINGS, TOOLS } from "./table.ts";
import type { KeysByText, ToolFacts } from "./tool-facts.ts";

/** Where a tool finds its settings and what they load: its own, and those of the tools whose settings it reads. */
export interface ToolConfiguration {
  /** Whether it reads a file on its way as settings. */
  readonly reads: (path: string) => boolean;
  /** Whether it reads only the text of a file and runs none of it. */
  readonly readsText: (path: string) => boolean;
  /** Whether it reads this field of a package.json. */
  readonly readsField: (field: string) => boolean;
  /** Further fields, for targets that ask for it. */
  readonly keysByText: readonly KeysByText[];
  /** Whether it loads what this field names. */
  readonly loads: (field: string) => boolean;
  readonly prefixes: readonly string[];
  readonly autoloads: (name: string) => boolean;
  /**
   * Whether a package may hold settings, or look for them, as programs do that wrap a tool: it is neither a known tool nor
   * a plugin of which it is known how far it looks.
   */
  readonly mayWrap: (name: string) => boolean;
  /** Whether installed types count, if it checks types. */
  readonly readsTypes: boolean;
}

/** The fields of a package.json that decide how settings written in code are loaded. */
const LOADING: readonly string[] = ["type", "imports", "exports", "main", "module", "browser"];

/**
 * @param packages the names of the packages that take part, because of which some tools read the settings of others;
 * null before any is known
 */
export function configurationOf(tool: string, packages: ReadonlySet<string>): ToolConfiguration {
  const facts = new Map<string, ToolFacts>();
  const takesPart = (start: string): boolean => [...packages].some((each) => each.startsWith(start));
  const add = (name: string): void => {
    const one = TOOLS.get(name) ?? SHARED_SETTINGS.get(name);
    if (one === undefined || facts.has(name)) return;
    facts.set(name, one);
    for (const other of one.reads ?? []) add(other);
    for (const [start, others] of Object.entries(one.readsBy ?? {}))
      if (takesPart(start)) for (const other of others) add(other);
  };
  add(tool);
  const all = [...facts.values()];
  const list = (pick: (one: ToolFacts) => readonly string[] | undefined): readonly string[] =>
    all.flatMap((one) => pick(one) ?? []);
  const keysBy = list(({ keysBy: by = {} }) =>
    Object.entries(by).flatMap(([start, keys]) => (takesPart(start) ? keys : [])),
  );
  const keysByText = all.flatMap(({ keysByText: by = {} }) =>
    Object.entries(by).flatMap(([start, keys]) => (takesPart(start) ? [keys] : [])),
  );
  const fields = new Set([...LOADING, ...list(({ keys }) => keys), ...keysBy]);
  const loading = new Set(list(({ loads }) => loads));
  const starts = list(({ autoloads }) => autoloads);
  const matching = (chosen: readonly ToolFacts[]): ((path: string) => boolean) =>
    matchGlobs(chosen.flatMap(({ configuration }) => configuration.map((glob) => `**/${glob}`)));
  const texts = all.filter(({ isText = false }) => isText);
  const [isText, isRun] = [matching(texts), matching(all.filter((one) => !texts.includes(one)))];
  return {
    reads: matching(all),
    readsText: (path) => texts.length > 0 && isText(path) && !isRun(path),
    readsField: (field) => fields.has(field),
    keysByText,
    loads: (field) => loading.has(field),
    prefixes: list(({ prefixes }) => prefixes),
    autoloads: (name) => starts.some((start) => name.startsWith(start)),
    mayWrap: (name) =>
      mayWrap(name) &&
      !all.some(({ alone, exports }) => [alone, exports].some((one) => one?.packages.test(name))),
    readsTypes: all.some(({ types = false }) => types),
  };
}

const OF_TOOLS: ReadonlySet<string> = new Set(
  [...TOOLS, ...SHARED_SETTINGS].map(([name, { package: own = name }]) => own),
);

function mayWrap(name: string): boolean {
  return !OF_TOOLS.has(name) && !name.startsWith("@types/");
}

/** Anything that looks like settings, for a check that declares which ones its tool reads. */
export function anyConfiguration(reads: (path: string) => boolean): ToolConfiguration {
  const loading = new Set([...TOOLS.values()].flatMap(({ loads = [] }) => loads));
  return {
    reads,
    readsText: () => false,
    readsField: () => true,
    keysByText: [],
    loads: (field) => loading.has(field),
    prefixes: [...new Set([...TOOLS.values()].flatMap(({ prefixes = [] }) => prefixes))],
    autoloads: () => false,
    mayWrap,
    readsTypes: true,
  };
}

/** The settings of an unknown tool: those that have its name, and general ones. */
export function namedConfiguration(tool: string): ToolConfiguration {
  const plain = tool.replaceAll(/[^a-z\d]/gi, "").toLowerCase();
  const general = matchGlobs(["**/.editorconfig", "**/{ts,js}config*.json"]);
  return {
    ...anyConfiguration((path) => general(path) || (plain !== "" && bears(path, plain))),
    prefixes: [`${tool}-plugin-`, `${tool}-config-`, `${tool}-`],
  };
}

/** `.toolrc`, `tool.config.js`, `.tool.yml`, `.tool/rules.js`: the last parts of the path start with the name. */
function bears(path: string, plain: string): boolean {
  return path
    .split("/")
    .slice(-2)
    .some((part) =>
      part
        .replaceAll(/[^a-z\d]/gi, "")
        .toLowerCase()
        .startsWith(plain),
    );
}

import { posix } from "node:path";

type Files = ReadonlyMap<string, string>;

export interface Import {
  readonly name: string | null;
  readonly specifier: string;
}

/** `import { name as i0 } from "x";` and, without a name, `export * from "x";`: nothing else is written here. */
export function importsOf(text: string): readonly Import[] {
  return text.split("\n").flatMap((line) => {
    const [, name, imported, starred] =
      /^(?:import \{ (\w+) as .*"(.*)"|export \* from "(.*)")/.exec(line) ?? [];
    const specifier = imported ?? starred;
    return specifier === undefined ? [] : [{ name: name ?? null, specifier }];
  });
}

/** The files that an import can mean. The first is the one that the commands take; a compiler may take another. */
export function candidates(files: Files, from: string, specifier: string): readonly string[] {
  const stem = posix.join(posix.dirname(from), specifier);
  const having = (base: string): readonly string[] =>
    [`${base}.ts`, `${base}.js`].filter((path) => files.has(path));
  const direct = having(stem);
  return direct.length > 0 ? direct : having(`${stem}/index`);
}

export function resolve(files: Files, from: string, specifier: string): string | null {
  return candidates(files, from, specifier)[0] ?? null;
}

/** What a test reads: every file by the commands' choice, and null for each import that leads nowhere. */
export function readByTest(files: Files, start: string): ReadonlyMap<string, string | null> {
  const read = new Map<string, string | null>();
  const visit = (path: string): void => {
    if (read.has(path)) return;
    const text = files.get(path) ?? "";
    read.set(path, text);
    for (const { specifier } of importsOf(text)) {
      const found = resolve(files, path, specifier);
      if (found === null) read.set(`${path} -> ${specifier}`, null);
      else visit(found);
    }
  };
  visit(start);
  return read;
}

/** The type that a module exports a name with, through every `export *`; null where it does not. */
export function typeOf(files: Files, path: string, name: string): string | null {
  const seen = new Set<string>();
  const find = (file: string): string | null => {
    if (seen.has(file)) return null;
    seen.add(file);
    for (const line of (files.get(file) ?? "").split("\n")) {
      const [, own, type, starred] = /^export (?:const (\w+)(?:: (\w+))? = |\* from "(.*)")/.exec(line) ?? [];
      if (own === name) return type ?? "any";
      const next = starred === undefined ? null : resolve(files, file, starred);
      const through = next === null ? null : find(next);
      if (through !== null) return through;
    }
    return null;
  };
  return find(path);
}

/**
 * Whether a name is missing, by what is documented of the built-in verifier: it goes by every file that an import can
 * mean, and says nothing where one of them is the importer, or exports all of something that is not there.
 */
export function isMissing(files: Files, from: string, { name, specifier }: Import): boolean {
  const found = candidates(files, from, specifier);
  if (name === null || found.includes(from)) return false;
  const seen = new Set(found);
  for (const path of seen) {
    const text = files.get(path) ?? "";
    if (new RegExp(`^export const ${name}\\b`, "m").test(text)) return false;
    for (const each of importsOf(text)) {
      if (each.name !== null) continue;
      const next = candidates(files, path, each.specifier);
      if (next.length === 0) return false;
      for (const file of next) seen.add(file);
    }
  }
  return true;
}

/** What can be seen of a module from outside; of JavaScript that cannot be told from all of it. */
function structureOf(path: string, text: string): string {
  return path.endsWith(".ts")
    ? text
        .split("\n")
        .filter((line) => line.startsWith("export "))
        .map((line) => line.replace(/ = .*/, ""))
        .join("\n")
    : text;
}

/**
 * Everything that the imports of a file lead to, with what each of them leads to, as far as it is followed: by content
 * all of it, by structure only what can be seen from outside.
 */
export function reach(files: Files, start: string, follow: "structure" | "content"): string {
  const reached = new Map<string, unknown>();
  const visible = (path: string): string =>
    follow === "content" ? (files.get(path) ?? "") : structureOf(path, files.get(path) ?? "");
  const lead = (path: string, text: string): unknown =>
    importsOf(text).map(({ specifier }) => {
      const found = candidates(files, path, specifier);
      for (const each of found) {
        if (reached.has(each)) continue;
        reached.set(each, null);
        reached.set(each, [visible(each), lead(each, visible(each))]);
      }
      return [specifier, found];
    });
  const first = lead(start, files.get(start) ?? "");
  return JSON.stringify([first, [...reached].sort(([one], [other]) => (one < other ? -1 : 1))]);
}

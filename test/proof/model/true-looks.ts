import { dirname } from "node:path";
import { importsOf, resolve } from "./modules.ts";
import { content, existing, lookFor, names, presence, type Look } from "./looks.ts";
import type { State } from "./state.ts";

/** All that the commands of the other checks look at; null for those that are not seen to open what they are about. */
export const TRUE_LOOKS: Readonly<Record<string, (state: State, target: string) => readonly Look[]>> = {
  lint: (_, target) => [content("tools/lint.sh"), content(target)],
  form: (_, target) => [content(target)],
  test: (state, target) => [content("tools/test.sh"), ...follow(state, target)],
  types: (state, target) => [content("tools/types.sh"), content(target), ...findExports(state, target)],
  words: (state) => globbed(state, "docs", (path) => path.endsWith(".md")),
  inputs: (state) => [...globbed(state, "data", () => true), lookFor(state, "ignored/words.txt")],
  // It tries to open links too, and is not let through.
  whole: (state) => [
    ...[...below(state, ""), ...state.links.keys()].map(content),
    ...directories(state, "").map(names),
    names(""),
  ],
  probe: () => [],
  build: (state) => [
    names("data"),
    ...below(state, "data")
      .filter((path) => /^data\/[^/]+\.txt$/.test(path))
      .map(content),
  ],
  use: (state) => globbed(state, "data/rules", () => true),
};

/** Where modules lead; also a place where one was looked for before it was found. */
function follow(state: State, start: string): readonly Look[] {
  const looks = new Map<string, Look>();
  const visit = (path: string): void => {
    if (looks.has(path)) return;
    looks.set(path, content(path));
    for (const { specifier } of importsOf(state.files.get(path) ?? "")) {
      for (const each of tried(state, path, specifier)) looks.set(each, presence(each));
      const found = resolve(state.files, path, specifier);
      if (found !== null) visit(found);
    }
  };
  visit(start);
  return [...looks.values()];
}

/** The places where a module was looked for before it was found. */
function tried({ files }: State, path: string, specifier: string): readonly string[] {
  const stem = `${dirname(path)}/${specifier}`.replaceAll("/./", "/");
  const places = [".ts", ".js", "/index.ts", "/index.js"].map((end) => normal(stem + end));
  const found = resolve(files, path, specifier);
  const before = found === null ? places : places.slice(0, places.indexOf(found));
  return before.filter((each) => each !== null);
}

/** The way to where each imported name is declared, through every `export *` before it, and no further. */
function findExports(state: State, start: string): readonly Look[] {
  const looks = new Map<string, Look>();
  const search = (path: string, name: string, seen: Set<string>): boolean => {
    if (seen.has(path)) return false;
    seen.add(path);
    looks.set(path, content(path));
    for (const line of (state.files.get(path) ?? "").split("\n")) {
      const [, own, type, starred] = /^export (?:const (\w+)(?:: (\w+))? = |\* from "(.*)")/.exec(line) ?? [];
      if (own === name) return type !== "never";
      if (starred !== undefined && enter(path, starred, { name, seen })) return true;
    }
    return false;
  };
  const enter = (
    path: string,
    specifier: string,
    { name, seen }: { readonly name: string; readonly seen: Set<string> },
  ): boolean => {
    for (const each of tried(state, path, specifier)) looks.set(each, presence(each));
    const found = resolve(state.files, path, specifier);
    return found !== null && search(found, name, seen);
  };
  for (const { name, specifier } of importsOf(state.files.get(start) ?? ""))
    if (name !== null) enter(start, specifier, { name, seen: new Set() });
  return [...looks.values()];
}

function normal(path: string): string | null {
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part !== "..") parts.push(part);
    else if (parts.pop() === undefined) return null;
  }
  return parts.join("/");
}

function below({ files }: State, directory: string): readonly string[] {
  return [...files.keys()].filter((path) => directory === "" || path.startsWith(`${directory}/`));
}

function directories(state: State, directory: string): readonly string[] {
  const all = new Set(below(state, directory).map((path) => dirname(path)));
  for (const each of all) if (dirname(each) !== ".") all.add(dirname(each));
  return [...all].filter((each) => each !== ".");
}

function globbed(state: State, directory: string, isRead: (path: string) => boolean): readonly Look[] {
  const inside = below(state, directory);
  if (inside.length === 0 && existing(state.ignored).every((path) => !path.startsWith(`${directory}/`)))
    return [presence(directory)];
  return [
    names(directory),
    ...directories(state, directory).map(names),
    ...inside.filter(isRead).map(content),
  ];
}

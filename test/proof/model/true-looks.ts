import { dirname } from "node:path";
import { importsOf, resolve } from "./modules.ts";
import { content, existing, lookFor, names, presence, type Look } from "./looks.ts";
import type { State } from "./state.ts";

/** All that the commands of the other checks look at; null for those that are not seen to open what they are about. */
export const TRUE_LOOKS: Readonly<Record<string, (state: State, target: string) => readonly Look[]>> = {
  lint: (_, target) => [content("tools/lint.sh"), content(target)],
  form: (_, target) => [content(target)],
  test: (state, target) => [content("tools/test.sh"), ...follow(state, target)],
  types: (state, target) => [content("tools/types.sh"), ...follow(state, target)],
  words: (state) => globbed(state, "docs", (path) => path.endsWith(".md")),
  inputs: (state) => [...globbed(state, "data", () => true), lookFor(state, "ignored/words.txt")],
  whole: (state) => [...below(state, "").map(content), ...directories(state, "").map(names), names("")],
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
      const stem = `${dirname(path)}/${specifier}`.replaceAll("/./", "/");
      const found = resolve(state.files, path, specifier);
      for (const each of [".ts", ".js", "/index.ts", "/index.js"].map((end) => normal(stem + end))) {
        if (each === found) break;
        if (each !== null) looks.set(each, presence(each));
      }
      if (found !== null) visit(found);
    }
  };
  visit(start);
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

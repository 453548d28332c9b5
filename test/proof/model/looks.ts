import { reach } from "./modules.ts";
import type { State } from "./state.ts";

/**
 * What a command looked at: a file, whether something is there, or the names in a directory. And what the imports of a file
 * can mean, by which the reads of one command are told apart.
 */
export interface Look {
  readonly kind: "content" | "presence" | "names" | "reach";
  readonly path: string;
}

export const content = (path: string): Look => ({ kind: "content", path });
export const presence = (path: string): Look => ({ kind: "presence", path });
export const reached = (path: string): Look => ({ kind: "reach", path });
export const names = (path: string): Look => ({ kind: "names", path });

/** What is to be seen there now. */
export function see({ files, ignored, links }: State, { kind, path }: Look): string {
  if (kind === "reach") return reach(files, path, "content");
  const text = files.get(path) ?? ignored[path] ?? null;
  const start = path === "" ? "" : `${path}/`;
  // What git ignores counts only where it ignores all that is there.
  const listed = [...files.keys(), ...links.keys(), ...(path === "" ? [] : existing(ignored))];
  const below = listed.filter((each) => each.startsWith(start));
  const link = links.get(path);
  if (link !== undefined) return `link ${link}`;
  if (kind === "names")
    return JSON.stringify([...new Set(below.map((each) => each.slice(start.length).split("/")[0]))].sort());
  if (kind === "content" && text !== null) return `file ${text}`;
  return text !== null ? "file" : below.length > 0 ? "directory" : "absent";
}

/** What is absent is known by the highest directory that is: while that is so, nothing below can be there. */
export function widen(state: State, look: Look): Look {
  if (look.kind !== "presence" || see(state, look) !== "absent") return look;
  const parts = look.path.split("/");
  const paths = parts.map((_, index) => presence(parts.slice(0, index + 1).join("/")));
  return paths.find((each) => see(state, each) === "absent") ?? look;
}

/** A file by its content if it is there, or else that it is not. */
export function lookFor(state: State, path: string): Look {
  return state.files.has(path) || typeof state.ignored[path] === "string" ? content(path) : presence(path);
}

export function existing(ignored: State["ignored"]): readonly string[] {
  return Object.keys(ignored).filter((path) => ignored[path] !== null);
}

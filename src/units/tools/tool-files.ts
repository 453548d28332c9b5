import { dirname, extname, relative, resolve } from "node:path";
import { hasWildcard, matchGlobs } from "../../paths/glob.ts";
import { isInPackages } from "../../paths/places.ts";
import { type Stats, statSync } from "../../system/observed/observed-files.ts";
import type { RepoPath } from "../../vocabulary/tree/path.ts";
import { type CommandPlace, realPath, type ToolDraft } from "./tool-draft.ts";
import { type NamedPlace, placesIn } from "./tool-words.ts";

/** Extensions that Node adds. */
const EXTENSIONS = [".js", ".cjs", ".mjs", ".ts", ".json"];

/** Finds the files and directories that words name, and adds them to a draft. */
export class ToolFiles {
  readonly #draft: ToolDraft;
  readonly #isVerified: (path: string) => boolean;
  readonly #seen = new Set<string>();

  constructor(draft: ToolDraft) {
    this.#draft = draft;
    const { files } = draft.check;
    // A check without files of its own verifies the whole tree.
    this.#isVerified = files === null ? () => true : matchGlobs(files);
  }

  /** Adds the places that the words after a command name, and returns the existing files among them. */
  async add(words: readonly string[], place: CommandPlace, command = ""): Promise<readonly string[]> {
    const found: string[] = [];
    for (const named of placesIn(words, command))
      for (const absolute of candidates(named, place, this.#draft.context.root)) {
        const file = await this.#addPlace(absolute, named, place);
        if (file !== null) found.push(file);
      }
    return found;
  }

  async #addPlace(absolute: string, named: NamedPlace, place: CommandPlace): Promise<string | null> {
    const stat = statOf(absolute);
    if (stat === undefined) {
      if (hasWildcard(named.path)) this.#addGlob(absolute);
      else if (extname(absolute) === "") return this.#addModule(absolute);
      return null;
    }
    if (stat.isDirectory()) {
      if (!named.isOutput) this.#addDirectory(absolute, place.cwd);
      return null;
    }
    return stat.isFile() ? this.#addFile(absolute, named.isOutput) : null;
  }

  async #addFile(absolute: string, isOutput: boolean): Promise<string> {
    const inside = this.#draft.inside(absolute);
    // What a tool writes outside the snapshot is no reason to re-run it, and what a build names there is usually its
    // product.
    const isMade = this.#draft.check.type === "build" && inside !== null && !isInPackages(inside);
    if ((isOutput || isMade) && (inside === null || !this.#draft.context.has(inside))) return absolute;
    if (!this.#seen.has(absolute)) await this.#draft.addFile(absolute);
    this.#seen.add(absolute);
    return absolute;
  }

  async #addModule(absolute: string): Promise<string | null> {
    for (const extension of EXTENSIONS)
      if (statOf(absolute + extension)?.isFile()) return this.#addFile(absolute + extension, false);
    return null;
  }

  /** Everything below a directory counts, unless the check runs there or verifies it. */
  #addDirectory(absolute: string, cwd: string): void {
    const places = new Set([absolute, realPath(absolute) ?? absolute]);
    const key = JSON.stringify([absolute, cwd]);
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    const top = resolve(this.#draft.context.root, this.#draft.check.cwd);
    for (const place of places) {
      const directory = this.#draft.inside(place);
      if (directory === null || isAbove(place, cwd) || isAbove(place, top)) continue;
      this.#addAll(this.#draft.context.below(directory));
    }
  }

  #addGlob(absolute: string): void {
    const glob = this.#draft.inside(absolute);
    if (glob === null) return;
    const parts = glob.split("/");
    const start = parts.slice(0, parts.findIndex(hasWildcard)).join("/");
    const matches = matchGlobs([glob]);
    this.#addAll(this.#draft.context.below((start || ".") as RepoPath).filter((path) => matches(path)));
  }

  #addAll(paths: readonly RepoPath[]): void {
    if (paths.some((path) => this.#isVerified(path))) return;
    for (const path of paths) if (!this.#draft.isNothing(path)) this.#draft.files.add(path);
  }
}

/**
 * The paths that a word can mean in its place. If it starts with something unknown, tries the places where scripts usually
 * look.
 */
export function candidates(
  named: Pick<NamedPlace, "path" | "isPartial">,
  place: CommandPlace,
  root: string,
): readonly string[] {
  if (!named.isPartial) return [resolve(place.cwd, named.path)];
  if (!/^[/\\]./.test(named.path)) return [];
  const { cwd, script } = place;
  const bases = [cwd, root, ...(script === null ? [] : [script, dirname(script)])];
  return [...new Set(bases.map((base) => resolve(base, `.${named.path}`)))];
}

export function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

function isAbove(directory: string, other: string): boolean {
  const path = relative(directory, other);
  return path === "" || (path !== ".." && !/^\.\.[/\\]/.test(path) && resolve(path) !== path);
}

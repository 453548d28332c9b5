import { dirname, isAbsolute, relative, resolve } from "node:path";
import { leadsOut } from "../../paths/is-within.ts";
import { readFileSync, realpathSync, statSync } from "../../system/observed/observed-files.ts";
import type { Check } from "../../vocabulary/check/check.ts";
import type { RepoPath } from "../../vocabulary/tree/path.ts";

export interface ToolContext {
  readonly root: string;
  readonly env: NodeJS.ProcessEnv;
  /** Whether a file is in the snapshot. */
  readonly has: (path: RepoPath) => boolean;
  /** All files of the snapshot below a directory of the repository; `.` is the root. */
  readonly below: (directory: RepoPath) => readonly RepoPath[];
  /** Whether the bytes of a file do not count. */
  readonly isLeftOut: (path: RepoPath) => boolean;
  /** Whether a file of the snapshot refers to others. */
  readonly leadsOn: (path: RepoPath) => boolean;
  /** The content id of any file; null if it cannot be read. */
  readonly hashFile: (absolute: string) => Promise<string | null>;
  /** Reports what led to a file: a link, or a `package.json`. */
  readonly addBeside: (absolute: string) => void;
}

/** Where a command appears. */
export interface CommandPlace {
  readonly cwd: string;
  /** The directory of the script that contains it; null if no script does. */
  readonly script: string | null;
}

/** What is known so far about what a check runs. */
export class ToolDraft {
  readonly lines = new Set<string>();
  readonly files = new Set<RepoPath>();
  /** Files of the repository, outside the snapshot, whose content is in the lines. */
  readonly beside = new Set<RepoPath>();
  readonly check: Check;
  readonly context: ToolContext;
  #unknown: string | null = null;
  readonly #realRoot: string;
  readonly #followed = new Set<string>();

  constructor(check: Check, context: ToolContext) {
    this.check = check;
    this.context = context;
    this.#realRoot = realPath(context.root) ?? context.root;
  }

  get unknown(): string | null {
    return this.#unknown;
  }

  /** Something that the verdict depends on is unknown. Keeps the first reason. */
  giveUp(reason: string): void {
    this.#unknown ??= reason;
  }

  /** Adds a line once. The repository's location is not part of it. */
  say(line: string): void {
    const roots = [this.context.root, this.#realRoot].filter((root) => root !== "/");
    this.lines.add(roots.reduce((text, root) => text.replaceAll(root, "{root}"), line));
  }

  /** The path of a place in the repository; null if it is outside. */
  inside(absolute: string): RepoPath | null {
    for (const root of [this.context.root, this.#realRoot]) {
      const path = relative(root, absolute).replaceAll("\\", "/");
      if (!leadsOut(path) && !isAbsolute(path)) return (path === "" ? "." : path) as RepoPath;
    }
    return null;
  }

  /** The name of a place: relative to the repository if it is inside. */
  nameOf(absolute: string): string {
    return this.inside(absolute) ?? absolute;
  }

  /** Whether a file is irrelevant to what is run: its bytes do not count, and it refers to nothing else. */
  isNothing(path: RepoPath): boolean {
    return this.context.isLeftOut(path) && !this.context.leadsOn(path);
  }

  /** Adds an existing file and what it leads to: by path if it is in the snapshot, otherwise by content. */
  async addFile(absolute: string): Promise<void> {
    const real = realPath(absolute);
    this.context.addBeside(absolute);
    const inside = [absolute, real ?? absolute].map((each) => this.inside(each));
    if (inside.some((path) => path !== null && this.isNothing(path))) return;
    for (const path of inside) if (path !== null && this.context.has(path)) this.files.add(path);
    const last = inside[1];
    if (last !== null && last !== undefined && this.context.has(last)) return;
    const id = real === null ? null : await this.context.hashFile(real);
    if (id === null) this.giveUp(`${this.nameOf(absolute)} cannot be read`);
    else this.say(`${this.nameOf(absolute)} is content ${id}`);
    for (const path of inside) if (path !== null && id !== null) this.beside.add(path);
    if (real !== null && last !== null) await this.#addImports(real);
  }

  /** Code in the repository that git ignores is not in the graph, so the relative paths that it names count with it. */
  async #addImports(script: string): Promise<void> {
    if (!CODE.test(script) || script.includes("/node_modules/") || this.#followed.has(script)) return;
    this.#followed.add(script);
    const text = readText(script);
    if (text === null) return this.giveUp(`${this.nameOf(script)} cannot be read`);
    for (const [, specifier] of text.matchAll(RELATIVE)) {
      const path = resolve(dirname(script), specifier as string);
      const found = ENDINGS.map((ending) => path + ending).find((each) => isFile(each));
      if (found !== undefined) await this.addFile(found);
    }
  }
}

/** The real path, with all links resolved; null if there is none. */
export function realPath(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    return null;
  }
}

const CODE = /\.[cm]?[jt]sx?$/;
const RELATIVE = /["'`](\.{1,2}\/[^"'`\n]+)["'`]/g;
/** Endings that a name may omit. */
const ENDINGS = ["", ".js", ".mjs", ".cjs", ".ts", ".json", "/index.js", "/index.ts"];

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

function readText(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}

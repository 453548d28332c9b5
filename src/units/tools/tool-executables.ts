import { closeSync, readSync } from "node:fs";
import { basename } from "node:path";
import { openSync } from "../../system/observed/observed-files.ts";
import { findExecutable, searchPath } from "../../system/process/find-executable.ts";
import { realPath, type ToolDraft } from "./tool-draft.ts";
import { packageOf } from "./tool-manifests.ts";
import { isShell } from "./tool-shells.ts";

/** Finds the programs that commands start, and adds them to a draft. Each is found once. */
export class ToolExecutables {
  readonly #draft: ToolDraft;
  readonly #found = new Map<string, string | null>();
  readonly #paths = new Map<string, string>();

  constructor(draft: ToolDraft) {
    this.#draft = draft;
  }

  /** The real path of a command, with links resolved; null if there is no such command. */
  async add(command: string, cwd: string): Promise<string | null> {
    const key = JSON.stringify([command, cwd]);
    const known = this.#found.get(key);
    if (known !== undefined) return known;
    const path = this.find(command, cwd);
    this.#found.set(key, path);
    if (path !== null) await this.#describe(command, path);
    return path;
  }

  find(command: string, cwd: string): string | null {
    const { root, env } = this.#draft.context;
    let path = this.#paths.get(cwd);
    if (path === undefined) this.#paths.set(cwd, (path = searchPath({ cwd, root, env })));
    const found = tryFind(command, { cwd, path });
    if (found?.type !== "found") return null;
    this.#draft.context.addBeside(found.path);
    const inside = this.#draft.inside(found.path);
    if (inside !== null && this.#draft.context.has(inside)) this.#draft.files.add(inside);
    return realPath(found.path);
  }

  async #describe(command: string, path: string): Promise<void> {
    const inside = this.#draft.inside(path);
    const { has, isLeftOut } = this.#draft.context;
    // The bytes of a program count, no matter what writes it.
    if (inside !== null && has(inside) && !isLeftOut(inside)) {
      this.#draft.files.add(inside);
      return this.#draft.say(`${command} is ${inside}`);
    }
    const id = await this.#draft.context.hashFile(path);
    if (inside !== null && id !== null) this.#draft.beside.add(inside);
    if (id === null) this.#draft.giveUp(`the command ${command} could not be read`);
    else this.#draft.say(`${command} is ${packageOf(path) ?? "content"} ${id.slice(0, 16)}`);
  }
}

/** A word of a script may not be a valid file name. */
function tryFind(...parameters: Parameters<typeof findExecutable>): ReturnType<typeof findExecutable> | null {
  try {
    return findExecutable(...parameters);
  } catch {
    return null;
  }
}

/** The interpreter in a script's first line, as words; empty if there is none. */
export function readInterpreter(path: string): readonly string[] {
  const buffer = Buffer.alloc(512);
  let length = 0;
  try {
    const file = openSync(path, "r");
    length = readSync(file, buffer, 0, buffer.length, 0);
    closeSync(file);
  } catch {
    return [];
  }
  const [line = ""] = buffer.toString("utf8", 0, length).split("\n");
  return line.startsWith("#!")
    ? line
        .slice(2)
        .trim()
        .split(/\s+/)
        .filter((word) => word !== "")
    : [];
}

/** Whether a file is a script for a shell, by its name or its first line. */
export function isShellScript(path: string): boolean {
  return /\.(?:sh|bash|zsh|ksh)$/.test(path) || readInterpreter(path).some((word) => isShell(basename(word)));
}

import { constants } from "node:fs";
import { delimiter, dirname, extname, join, resolve } from "node:path";
import { accessSync, existsSync, statSync } from "../observed/observed-files.ts";

/** The PATH that a check sees: the installed packages' commands from `cwd` up to `root` come first. */
export function searchPath(options: {
  readonly cwd: string;
  readonly root: string;
  readonly env: NodeJS.ProcessEnv;
}): string {
  const { cwd, root, env } = options;
  const directories: string[] = [];
  for (let directory = cwd; ; directory = dirname(directory)) {
    directories.push(join(directory, "node_modules", ".bin"));
    if (directory === root || dirname(directory) === directory) break;
  }
  return [...directories.filter((directory) => existsSync(directory)), env["PATH"] ?? env["Path"] ?? ""].join(
    delimiter,
  );
}

export type FoundExecutable =
  | { readonly type: "found"; readonly path: string }
  | { readonly type: "missing" }
  | { readonly type: "not-executable"; readonly path: string };

/** Where the system would find `command`: the same as when starting it. */
export function findExecutable(
  command: string,
  options: { readonly cwd: string; readonly path: string },
): FoundExecutable {
  const isPath = command.includes("/") || (process.platform === "win32" && command.includes("\\"));
  const candidates = isPath
    ? [resolve(options.cwd, command)]
    : options.path.split(delimiter).map((directory) => resolve(options.cwd, directory, command));
  let notExecutable: string | undefined;
  for (const candidate of candidates.flatMap(withExtensions)) {
    if (!isFile(candidate)) continue;
    if (isExecutable(candidate)) return { type: "found", path: candidate };
    notExecutable ??= candidate;
  }
  return notExecutable === undefined ? { type: "missing" } : { type: "not-executable", path: notExecutable };
}

function withExtensions(candidate: string): readonly string[] {
  if (process.platform !== "win32" || extname(candidate) !== "") return [candidate];
  return (process.env["PATHEXT"] ?? ".EXE;.CMD;.BAT").split(";").map((extension) => candidate + extension);
}

/** A directory that we cannot read contains no command for us, as for a shell. */
function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

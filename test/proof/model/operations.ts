import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { CONFIG, type DeclaredCheck, renderConfig } from "./template.ts";
import { LINK, type Trace } from "./watched-checks.ts";
import { installFake, installProbe, type World } from "./world.ts";

type GitOperation =
  | { readonly do: "commit" | "amend" | "rebase" | "stash" | "pop" | "reset" }
  | { readonly do: "checkout"; readonly branch: string };

/** What happens to a repository between two runs. Plain JSON. */
export type Operation =
  | GitOperation
  | { readonly do: "nothing" | "uninstall" | "drop cache" | "drop baseline" }
  | { readonly do: "edit"; readonly path: string; readonly text: string }
  | { readonly do: "same size" | "comment" | "delete" | "restore" | "touch"; readonly path: string }
  | { readonly do: "rename" | "move" | "copy"; readonly from: string; readonly to: string }
  | { readonly do: "variable"; readonly name: string; readonly value: string | null }
  | { readonly do: "upgrade"; readonly version: number }
  | { readonly do: "record" | "lockfile" | "manifest"; readonly note: number }
  | { readonly do: "probe"; readonly place: 0 | 1; readonly status: number | null; readonly note: number }
  | { readonly do: "retarget"; readonly to: string }
  | { readonly do: "configure"; readonly check: string; readonly set: Partial<DeclaredCheck> }
  | { readonly do: "corrupt"; readonly file: number; readonly at: number };

/** Operations after which verdicts may be gone. */
export function losesVerdicts({ do: what }: Operation): boolean {
  return what === "drop cache" || what === "corrupt";
}

/** Does it. What cannot be done is left alone, so that any list of operations can be done. */
export function perform(world: World, operation: Operation): void {
  const at = (path: string): string => join(world.root, path);
  switch (operation.do) {
    case "nothing":
      return;
    case "edit":
      return write(world, operation.path, operation.text);
    case "same size":
      return editInPlace(at(operation.path));
    case "comment":
      return change(world, operation.path, (text) => `${text}// a note\n`);
    case "touch":
      return change(world, operation.path, (text) => text);
    case "delete":
      return rmSync(at(operation.path), { force: true });
    case "restore":
      return void world.git("checkout", "--quiet", "HEAD", "--", operation.path);
    case "rename":
    case "move":
      if (!existsSync(at(operation.from)) || existsSync(at(operation.to))) return;
      mkdirSync(dirname(at(operation.to)), { recursive: true });
      return renameSync(at(operation.from), at(operation.to));
    case "copy": {
      const text = world.read(operation.from);
      return text === null ? undefined : write(world, operation.to, text);
    }
    case "variable":
      world.variables = { ...world.variables, [operation.name]: operation.value ?? undefined };
      return;
    case "retarget":
      if (world.state().trace === "off") return;
      rmSync(at(LINK.path), { force: true });
      return symlinkSync(operation.to, at(LINK.path));
    case "upgrade":
      return installFake(world, operation.version);
    case "uninstall":
      return rmSync(at("node_modules/.bin/fake"), { force: true });
    case "record":
      return world.write("node_modules/.package-lock.json", `{ "note": ${operation.note} }\n`);
    case "lockfile":
      return world.write("package-lock.json", `{ "lockfileVersion": 3, "note": ${operation.note} }\n`);
    case "manifest":
      return world.write(
        "package.json",
        `{ "name": "small", "private": true, "type": "module", "note": ${operation.note} }\n`,
      );
    case "probe":
      if (operation.status === null)
        return rmSync(join(world.places[operation.place] ?? "", "probe"), { force: true });
      return installProbe(world, operation.place, { status: operation.status, note: `${operation.note}` });
    case "configure":
      return configure(world, operation.check, operation.set);
    case "drop cache":
      for (const directory of [".verification-cache", ".git/verification"])
        rmSync(at(directory), { recursive: true, force: true });
      return;
    case "drop baseline":
      return rmSync(at(".verification-baseline.json"), { force: true });
    case "corrupt":
      for (const directory of [".verification-cache", ".git/verification"]) corrupt(at(directory), operation);
      return;
    default:
      return performGit(world, operation);
  }
}

function performGit({ git }: World, operation: GitOperation): void {
  switch (operation.do) {
    case "commit":
      git("add", "--all");
      return void git("commit", "--quiet", "--message", "change");
    case "amend":
      git("add", "--all");
      return void git("commit", "--quiet", "--amend", "--message", "amended");
    case "checkout":
      return void git("checkout", "--quiet", "--force", operation.branch);
    case "rebase":
      if (!git("rebase", "--quiet", "main")) git("rebase", "--abort");
      return;
    case "stash":
      return void git("stash", "--quiet", "--include-untracked");
    case "pop":
      if (!git("stash", "pop", "--quiet")) git("reset", "--quiet", "--hard");
      return;
    case "reset":
      return void git("reset", "--quiet", "--hard");
  }
}

/** A file cannot be where a directory is, or below a file. */
function write(world: World, path: string, text: string): void {
  try {
    world.write(path, text);
  } catch {
    // Left alone.
  }
}

function change(world: World, path: string, edit: (text: string) => string): void {
  const text = isFile(join(world.root, path)) ? world.read(path) : null;
  if (text !== null) write(world, path, edit(text));
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}

const SAME_SIZE: readonly (readonly [string, string])[] = [
  ["BUG", "FIX"],
  ["BAD", "ODD"],
  ["GOOD", "UGLY"],
  ["FINE", "STOP"],
  ["never", "other"],
];

/** Another content of the same length, under the same times. */
function editInPlace(path: string): void {
  if (!isFile(path)) return;
  const { atime, mtime } = statSync(path);
  writeFileSync(path, swapWords(readFileSync(path, "utf8")));
  utimesSync(path, atime, mtime);
}

function swapWords(text: string): string {
  for (const [one, other] of SAME_SIZE) {
    if (text.includes(one)) return text.replaceAll(one, other);
    if (text.includes(other)) return text.replaceAll(other, one);
  }
  return text.replace(/\d(?=\D*$)/, (digit) => `${(Number(digit) + 1) % 10}`);
}

function configure(world: World, name: string, set: Partial<DeclaredCheck>): void {
  const config = world.read(CONFIG);
  if (config === null) return;
  const { checks, execution } = JSON.parse(config) as {
    checks: readonly DeclaredCheck[];
    execution: { trace: Trace };
  };
  world.write(
    CONFIG,
    renderConfig(
      checks.map((check) => (check.name === name ? { ...check, ...set } : check)),
      execution.trace,
    ),
  );
}

/** Turns one byte of one file over; not of that by which the cache hides from git. */
function corrupt(directory: string, { file, at }: { readonly file: number; readonly at: number }): void {
  if (!existsSync(directory)) return;
  const files = readdirSync(directory, { recursive: true, encoding: "utf8" })
    .map((name) => join(directory, name))
    .filter((path) => isFile(path) && !path.endsWith(".gitignore"))
    .sort();
  const path = files[file % Math.max(1, files.length)];
  if (path === undefined) return;
  const bytes = readFileSync(path);
  if (bytes.length === 0) return;
  const offset = Math.floor(at * bytes.length) % bytes.length;
  bytes[offset] = (bytes[offset] ?? 0) ^ 0x10;
  writeFileSync(path, bytes);
}

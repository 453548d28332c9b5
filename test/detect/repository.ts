import { execFileSync } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import { type SnapshotOptions, takeSnapshot } from "../../src/detect/snapshot.ts";
import { createMemoryStatIndex } from "../../src/detect/stat-index.ts";
import { encodePath } from "../../src/paths/encode-path.ts";
import type { RepoPath } from "../../src/vocabulary/tree/path.ts";
import type { Snapshot } from "../../src/vocabulary/tree/snapshot.ts";

/** A throw-away directory in which a test controls git and the files. */
export interface Repository {
  readonly root: string;
  git(...args: readonly string[]): string;
  write(path: string, content: string | Buffer): void;
  remove(path: string): void;
  link(path: string, target: string): void;
  chmod(path: string, mode: number): void;
  /** Makes a file look as if it was last written long ago. */
  age(path: string): void;
  commitAll(message?: string): string;
  snapshot(options?: Partial<SnapshotOptions>): Promise<Snapshot>;
}

let home = "";

/** Gives the tests of a file a home directory without any settings. Nothing outside of it is touched. */
export function isolateGit(): void {
  beforeAll(() => {
    home = realpathSync(mkdtempSync(join(tmpdir(), "detect-")));
    process.env["HOME"] = home;
    process.env["XDG_CONFIG_HOME"] = join(home, ".config");
    process.env["GIT_CONFIG_NOSYSTEM"] = "1";
  });
  afterAll(() => rmSync(home, { recursive: true, force: true }));
}

export function temporaryDirectory(): string {
  return mkdtempSync(join(home, "tree-"));
}

const IDENTITY = ["user.name=Test", "user.email=test@example.org", "protocol.file.allow=always"];

export function runIn(root: string, args: readonly string[]): string {
  const settings = [...IDENTITY, "init.defaultBranch=main", "commit.gpgSign=false"].flatMap((one) => [
    "-c",
    one,
  ]);
  return execFileSync("git", [...settings, ...args], { cwd: root, encoding: "utf8", stdio: "pipe" }).trim();
}

export function openRepository(root: string): Repository {
  const at = (path: string): string | Buffer => encodePath(join(root, path));
  const git = (...args: readonly string[]): string => runIn(root, args);
  return {
    root,
    git,
    write: (path, content) => {
      mkdirSync(encodePath(join(root, dirname(path))), { recursive: true });
      writeFileSync(at(path), content);
    },
    remove: (path) => rmSync(at(path), { recursive: true, force: true }),
    link: (path, target) => symlinkSync(encodePath(target), at(path)),
    chmod: (path, mode) => chmodSync(at(path), mode),
    age: (path) => utimesSync(at(path), 1_000_000_000, 1_000_000_000),
    commitAll: (message = "change") => {
      git("add", "-A");
      git("commit", "-q", "--allow-empty", "-m", message);
      return git("rev-parse", "HEAD");
    },
    snapshot: (options = {}) => takeSnapshot({ ...snapshotDefaults(root), ...options }),
  };
}

export function createRepository(...initArgs: readonly string[]): Repository {
  const root = temporaryDirectory();
  runIn(root, ["init", "-q", ...initArgs]);
  return openRepository(root);
}

export function snapshotDefaults(root: string): SnapshotOptions {
  const stats = createMemoryStatIndex();
  return { root, primary: "git", fallback: "hash", exclude: [], stats };
}

/** A snapshot's files as plain data: path to `kind:id`. */
export function entriesOf(snapshot: Snapshot): Readonly<Record<string, string>> {
  const paths = [...snapshot.files.keys()].sort();
  return Object.fromEntries(paths.map((path) => [path, entryOf(snapshot, path)]));
}

export function entryOf(snapshot: Snapshot, path: string): string {
  const entry = snapshot.files.get(path as RepoPath);
  return entry === undefined ? "absent" : `${entry.kind}:${entry.id}`;
}

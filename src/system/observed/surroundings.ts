import { hash, randomUUID } from "node:crypto";
import { existsSync, lstatSync, readdirSync, readFileSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { decodePath, encodePath } from "../../paths/encode-path.ts";
import { isWithin } from "../../paths/is-within.ts";
import { runGit } from "../git/git.ts";

/** What tools generate, and packages, which count one by one: a new worktree has none of it, and does not need it. */
const PRODUCTS =
  /^(?:node_modules|dist|build|out|coverage|target|tmp|\.cache|\.turbo|\.next|\.nuxt|\.output|\.svelte-kit|\.vite|\.parcel-cache|\.nyc_output|\.pytest_cache|\.mypy_cache|\.ruff_cache|__pycache__|\.verification.*|\.DS_Store|\.eslintcache|.*\.(?:log|tsbuildinfo|pyc|tmp))$/s;
const MOST_ENTRIES = 500;
const MOST_BYTES = 1024 * 1024;

/**
 * What a checkout has outside its tree that programs may read on their own: files that git ignores, packages linked
 * from elsewhere, a repository around it. If it is equal in two checkouts, a verdict that one of them made by running
 * code is expected in the other. If it is unknown, it equals nothing.
 */
export async function describeSurroundings(root: string, setAside: readonly string[] = []): Promise<string> {
  const args = ["ls-files", "--others", "--ignored", "--exclude-standard", "--directory", "-z"];
  const listed = await runGit({ root, args });
  if (!listed.ok) return randomUUID();
  try {
    const entries = listed.stdout.toString("latin1").split("\0").filter(Boolean);
    const names = entries.map((entry) => decodePath(Buffer.from(entry, "latin1")).replace(/\/$/, ""));
    const seen: string[] = [linkedPackages(root), repositoryAround(root)];
    const isAside = new Set(setAside);
    const noteEach = (paths: readonly string[]): void =>
      paths.filter((path) => !isAside.has(path)).forEach((path) => note(path, { root, seen, noteEach }));
    noteEach(names);
    return hash("sha256", JSON.stringify(seen), "hex").slice(0, 32);
  } catch {
    return randomUUID();
  }
}

interface Notes {
  readonly root: string;
  readonly seen: string[];
  readonly noteEach: (paths: readonly string[]) => void;
}

/** Throws if there is too much to read. */
function note(path: string, { root, seen, noteEach }: Notes): void {
  if (path.split("/").some((name) => PRODUCTS.test(name))) return;
  if (seen.length > MOST_ENTRIES) throw new Error("too many");
  const absolute = encodePath(join(root, path));
  const stat = lstatSync(absolute);
  if (stat.isDirectory()) {
    const names = readdirSync(absolute, "buffer").sort(Buffer.compare);
    return noteEach(names.map((name) => `${path}/${decodePath(name)}`));
  }
  const isRead = stat.isFile() && stat.size <= MOST_BYTES;
  seen.push(`${path} ${stat.size} ${isRead ? hash("sha256", readFileSync(absolute), "hex") : ""}`);
}

function linkedPackages(root: string): string {
  try {
    const real = realpathSync(join(root, "node_modules"));
    return isWithin(realpathSync(root), real) ? "" : real;
  } catch {
    return "";
  }
}

/** Programs that search upwards find what is there. */
function repositoryAround(root: string): string {
  for (let at = dirname(root); ; at = dirname(at)) {
    if (existsSync(join(at, ".git"))) return root;
    if (at === dirname(at)) return "";
  }
}

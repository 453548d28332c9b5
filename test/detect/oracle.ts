import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, lstatSync, readFileSync, readlinkSync } from "node:fs";
import { decodePath, encodePath } from "../../src/paths/encode-path.ts";

/** The id of some bytes, written independently of the product. */
export function blobId(content: string | Buffer): string {
  const bytes = Buffer.from(content as string);
  return createHash("sha1")
    .update(Buffer.concat([Buffer.from(`blob ${bytes.length}\0`), bytes]))
    .digest("hex");
}

/** The share of the distinct lines of the longer text that the other has too. */
export function sharedLines(one: string, other: string): number {
  const [a, b] = [new Set(one.split("\n")), new Set(other.split("\n"))];
  return [...a].filter((line) => b.has(line)).length / Math.max(a.size, b.size);
}

/**
 * What a snapshot has to be, found out without any shortcut: every name that git does not ignore, looked at on
 * disk, its bytes hashed.
 */
export function readEveryFile(root: string): Readonly<Record<string, string>> {
  const args = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
  const output = execFileSync("git", args, { cwd: root, maxBuffer: 1 << 28 });
  const names = new Set(splitNames(output).map(decodePath));
  const entries = [...names].flatMap((name) => {
    const entry = readOne(root, name);
    return entry === null ? [] : [[name, entry] as const];
  });
  return Object.fromEntries(entries.sort(([one], [other]) => (one < other ? -1 : 1)));
}

function readOne(root: string, name: string): string | null {
  const path = encodePath(`${root}/${name}`);
  if (name.split("/").some((_, depth, parts) => depth > 0 && isLink(root, parts.slice(0, depth).join("/")))) {
    return null;
  }
  const stat = existsSync(path) || isLink(root, name) ? lstatSync(path) : null;
  if (stat?.isSymbolicLink()) return `symlink:${blobId(readlinkSync(path, "buffer"))}`;
  if (!stat?.isFile()) return null;
  return `${stat.mode & 0o100 ? "executable" : "file"}:${blobId(readFileSync(path))}`;
}

function isLink(root: string, name: string): boolean {
  try {
    return lstatSync(encodePath(`${root}/${name}`)).isSymbolicLink();
  } catch {
    return false;
  }
}

function splitNames(output: Buffer): Buffer[] {
  const names: Buffer[] = [];
  for (let start = 0; start < output.length;) {
    const end = output.indexOf(0, start);
    names.push(output.subarray(start, end));
    start = end + 1;
  }
  return names;
}

import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";

/** Every file below a directory with its bytes; other things as what they are. */
export type Snapshot = ReadonlyMap<string, Buffer | string>;

/** Git's own files are left out, but not what is kept there. */
const isSkipped = (path: string): boolean => /(^|\/)\.git\/(?!verification($|\/))/.test(path);

export function takeSnapshot(directory: string): Snapshot {
  const found = new Map<string, Buffer | string>();
  const walk = (path: string): void => {
    for (const name of readdirSync(join(directory, path)).sort()) {
      const at = path === "" ? name : `${path}/${name}`;
      if (isSkipped(at)) continue;
      const stats = lstatSync(join(directory, at));
      if (stats.isDirectory()) {
        found.set(at, "directory");
        walk(at);
      } else if (stats.isFile()) found.set(at, readFileSync(join(directory, at)));
      else found.set(at, stats.isSymbolicLink() ? `link ${readlinkSync(join(directory, at))}` : "other");
    }
  };
  walk("");
  return found;
}

/** The paths that differ. */
export function compareSnapshots(before: Snapshot, after: Snapshot): readonly string[] {
  const paths = new Set([...before.keys(), ...after.keys()]);
  return [...paths].filter((path) => !isSame(before.get(path), after.get(path))).sort();
}

/** Makes everything as it was. Files are created again: whoever still has an old one open must not notice. */
export function restoreSnapshot(directory: string, snapshot: Snapshot): void {
  const differing = compareSnapshots(snapshot, takeSnapshot(directory));
  for (const path of differing.toReversed()) rmSync(join(directory, path), { recursive: true, force: true });
  for (const path of differing) {
    const content = snapshot.get(path);
    if (content === "directory") mkdirSync(join(directory, path), { recursive: true });
    else if (Buffer.isBuffer(content)) {
      mkdirSync(dirname(join(directory, path)), { recursive: true });
      writeFileSync(join(directory, path), content, { mode: 0o600 });
    }
  }
}

function isSame(one: Buffer | string | undefined, other: Buffer | string | undefined): boolean {
  return Buffer.isBuffer(one) && Buffer.isBuffer(other) ? one.equals(other) : one === other;
}

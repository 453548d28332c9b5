import { dirname, isAbsolute, join } from "node:path";
import { readFileSync } from "../../system/observed/observed-files.ts";

export interface PackageManifest {
  readonly directory: string;
  readonly scripts: Readonly<Record<string, unknown>>;
}

interface Manifest {
  readonly name?: unknown;
  readonly version?: unknown;
  readonly bin?: unknown;
  readonly scripts?: Readonly<Record<string, unknown>> | null;
}

/** The manifest of the package in this directory; null if there is none or it cannot be read. */
export function loadManifest(directory: string): PackageManifest | null {
  const manifest = read(directory);
  return manifest === null ? null : { directory, scripts: manifest.scripts ?? {} };
}

/** The manifest of the nearest package from `cwd` up to `root`. */
export function findManifest(cwd: string, root: string): PackageManifest | null {
  for (let directory = cwd; ; directory = dirname(directory)) {
    const manifest = loadManifest(directory);
    if (manifest !== null) return manifest;
    if (directory === root || dirname(directory) === directory || !isAbsolute(directory)) return null;
  }
}

/** The name and version of the installed package that a file belongs to. */
export function packageOf(path: string): string | null {
  const at = path.replaceAll("\\", "/").lastIndexOf("/node_modules/");
  if (at === -1) return null;
  const top = at + "/node_modules".length;
  for (let directory = dirname(path); directory.length > top; directory = dirname(directory)) {
    const manifest = read(directory);
    if (typeof manifest?.name === "string" && typeof manifest.version === "string")
      return `${manifest.name}@${manifest.version}`;
  }
  return null;
}

/** The commands that an installed package provides, resolved from `cwd`. */
export function commandsOfPackage(name: string, cwd: string): readonly string[] {
  for (let directory = cwd; ; directory = dirname(directory)) {
    const bin = read(join(directory, "node_modules", name))?.bin;
    if (typeof bin === "string") return [name.slice(name.lastIndexOf("/") + 1)];
    if (typeof bin === "object" && bin !== null) return Object.keys(bin);
    if (dirname(directory) === directory) return [];
  }
}

function read(directory: string): Manifest | null {
  try {
    const value = JSON.parse(readFileSync(join(directory, "package.json"), "utf8")) as Manifest | null;
    return typeof value === "object" ? value : null;
  } catch {
    return null;
  }
}

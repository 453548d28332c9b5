import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { PACKAGE_ROOT } from "../rig/package-root.ts";
import { installTools } from "../tools/tools.mjs";

const MANIFEST = join(PACKAGE_ROOT, "test/tools/package.json");

interface Manifest {
  readonly version?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

export interface Installed {
  /** Directories and links of what is installed. */
  readonly places: ReadonlySet<string>;
  /** Directories that hold such places. */
  readonly scopes: ReadonlySet<string>;
  /** What package.json asks for. */
  readonly versions: Readonly<Record<string, string>>;
  /** What npm notes of each package, by its directory. */
  readonly entries: Readonly<Record<string, object>>;
}

/** Gives a project packages of test/tools, with all that they need, as an install would. */
export function installPackages(root: string, names: readonly string[]): Installed {
  if (names.length === 0) return { places: new Set(), scopes: new Set(), versions: {}, entries: {} };
  const to = join(root, "node_modules");
  const from = installTools(MANIFEST);
  const packages = findClosure(from, names);
  for (const name of packages)
    cpSync(join(from, name), join(to, name), {
      recursive: true,
      preserveTimestamps: true,
      verbatimSymlinks: true,
    });
  linkExecutables(from, to, packages);
  const places = new Set([...packages, ".bin"].map((name) => join(to, name)));
  const record = JSON.parse(readFileSync(join(from, ".package-lock.json"), "utf8")) as {
    packages: Readonly<Record<string, object>>;
  };
  return {
    places,
    scopes: new Set([...places].map((place) => dirname(place)).filter((place) => place !== to)),
    versions: Object.fromEntries(names.map((name) => [name, readManifest(from, name)?.version ?? "*"])),
    entries: Object.fromEntries(
      Object.entries(record.packages).filter(([path]) => packages.has(packageOf(path))),
    ),
  };
}

function findClosure(from: string, names: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>();
  const left = [...names];
  for (let name = left.pop(); name !== undefined; name = left.pop()) {
    const manifest = found.has(name) ? undefined : readManifest(from, name);
    if (manifest === undefined) continue;
    found.add(name);
    const { dependencies, optionalDependencies, peerDependencies } = manifest;
    left.push(...Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies }));
    left.push(...nestedNeeds(from, name));
  }
  return found;
}

/** What packages need that a package has to itself. */
function nestedNeeds(from: string, name: string): readonly string[] {
  const modules = join(from, name, "node_modules");
  if (!existsSync(modules)) return [];
  const inner = readdirSync(modules).flatMap((entry) =>
    entry.startsWith("@") ? readdirSync(join(modules, entry)).map((each) => `${entry}/${each}`) : [entry],
  );
  return inner.flatMap((each) => Object.keys(readManifest(modules, each)?.dependencies ?? {}));
}

function linkExecutables(from: string, to: string, packages: ReadonlySet<string>): void {
  mkdirSync(join(to, ".bin"), { recursive: true });
  for (const name of readdirSync(join(from, ".bin"))) {
    const target = readlinkSync(join(from, ".bin", name));
    if (packages.has(packageOf(target.replace("../", "node_modules/"))))
      symlinkSync(target, join(to, ".bin", name));
  }
}

function packageOf(path: string): string {
  const [, first = "", second = ""] = path.split("/");
  return first.startsWith("@") ? `${first}/${second}` : first;
}

function readManifest(modules: string, name: string): Manifest | undefined {
  const path = join(modules, name, "package.json");
  return existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as Manifest) : undefined;
}

import type { Installed } from "./install-packages.ts";
import type { Files } from "./scenario.ts";

/** package.json and the lockfile of a project, where it has packages. */
export function writeManifests({ versions, entries }: Installed, files: Files): Files {
  const own = ownPackages(files);
  const all = { ...entries, ...own };
  const dependencies = Object.fromEntries(
    Object.entries(own).map(([path, { version }]) => [path.slice("node_modules/".length), version]),
  );
  const manifest = {
    name: "project",
    version: "1.0.0",
    private: true,
    type: "module",
    dependencies,
    devDependencies: versions,
  };
  if (Object.keys(all).length === 0) return {};
  return {
    "package.json": print(manifest),
    "package-lock.json": print({
      ...HEAD,
      packages: { "": { dependencies, devDependencies: versions }, ...all },
    }),
  };
}

/** What npm writes last when it installs: which packages are there. What is newer was not installed by it. */
export function writeRecord({ entries }: Installed, files: Files): Files {
  const all = { ...entries, ...ownPackages(files) };
  if (Object.keys(all).length === 0) return {};
  return { "node_modules/.package-lock.json": print({ ...HEAD, packages: all }) };
}

const HEAD = { name: "project", version: "1.0.0", lockfileVersion: 3, requires: true };

/** The packages that a project writes into its node_modules by itself; they count as installed. */
function ownPackages(files: Files): Readonly<Record<string, { readonly version: string }>> {
  return Object.fromEntries(
    Object.entries(files).flatMap(([path, text]) => {
      const [, directory] = /^(node_modules\/(?:@[^/]+\/)?[^/]+)\/package\.json$/.exec(path) ?? [];
      if (directory === undefined) return [];
      const { version } = JSON.parse(text) as { version: string };
      return [[directory, { version, resolved: `https://registry.npmjs.org/${directory}-${version}.tgz` }]];
    }),
  );
}

function print(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

// What turbo would run: every unit of a package in which a file changed, and of the packages that depend on it.

const FIELDS = ["dependencies", "devDependencies", "optionalDependencies", "peerDependencies"];

/** The units of `units` that are in such packages. A file outside of all workspaces is one of the root's. */
export function turboUnits(units, { changed, packages }) {
  const homeOf = (path) =>
    packages.find(({ directory }) => directory === "" || path.startsWith(`${directory}/`))?.directory ?? "";
  const hit = new Set([...changed].map(homeOf));
  const names = new Map(packages.map(({ name, directory }) => [name, directory]));
  const needs = packages.map(({ directory, manifest }) => {
    const named = FIELDS.flatMap((field) => Object.keys(manifest[field] ?? {}));
    return { directory, on: named.flatMap((name) => names.get(name) ?? []) };
  });
  for (let size = -1; size !== hit.size;) {
    size = hit.size;
    for (const { directory, on } of needs) if (on.some((each) => hit.has(each))) hit.add(directory);
  }
  return units.filter((unit) => hit.has(homeOf(unit)));
}

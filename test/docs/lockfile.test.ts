import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

interface Locked {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

const { packages } = JSON.parse(
  readFileSync(join(import.meta.dirname, "../../package-lock.json"), "utf8"),
) as { readonly packages: Readonly<Record<string, Locked>> };

/** Whether a name that a package asks for is found from where it lies, as Node and npm look for it. */
function isLocked(from: string, name: string): boolean {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf("node_modules/") - 1))) {
    if (packages[`${at === "" ? "" : `${at}/`}node_modules/${name}`] !== undefined) return true;
    if (at === "") return false;
  }
}

it("the lockfile has what every package asks for, for all systems: `npm ci` refuses any other", () => {
  const missing = Object.entries(packages).flatMap(
    ([from, { dependencies, optionalDependencies, devDependencies }]) =>
      Object.keys({ ...dependencies, ...optionalDependencies, ...(from === "" ? devDependencies : {}) })
        .filter((name) => !isLocked(from, name))
        .map((name) => `${from} -> ${name}`),
  );
  expect(missing).toEqual([]);
});

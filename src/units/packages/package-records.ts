import { join } from "node:path";
import { readdirSync, readFileSync } from "../../system/observed/observed-files.ts";
import { memoize } from "../../values/memo.ts";
import { shortHash } from "../../values/short-hash.ts";

/** What installers record about a package in addition to its package.json: where its bytes came from. */
export type RecordedPackage = (base: string, place: string, name: string) => string;

/**
 * Reads what an installer recorded about the packages in a directory of packages: there, two different builds of one
 * version differ. pnpm puts it into the name of the package's directory.
 */
export function createPackageRecords(): RecordedPackage {
  const ofNpm = memoize((base: string) => parseNpm(tryRead(join(base, ".package-lock.json"))));
  const ofYarn = memoize((base: string) => parseClassic(tryRead(join(base, ".yarn-integrity"))));
  const ofBerry = memoize((base: string) => parseBerry(tryRead(join(base, ".yarn-state.yml"))));
  const ofBun = memoize((base: string) => parseBun(tryRead(join(base, "..", "bun.lock"))));
  const patchesOf = memoize((base: string) => readPatches(join(base, "..")));
  return (base, place, name) =>
    [
      ofNpm(base).get(`node_modules/${place}`),
      ofYarn(base).get(name),
      ofBerry(base).get(place),
      ofBun(base).get(name),
      ...patchesOf(base)
        .filter(([file]) => file.startsWith(plain(name)))
        .map(([, text]) => text),
    ]
      .filter((found) => found !== undefined)
      .join(" ");
}

/** Patches applied to packages after installation. Their names start with those of the packages. */
function readPatches(root: string): readonly (readonly [string, string])[] {
  return ["patches", ".yarn/patches"].flatMap((directory) =>
    tryList(join(root, directory)).map(
      (file) => [plain(file), `patch ${shortHash(tryRead(join(root, directory, file)))}`] as const,
    ),
  );
}

/** `@a/b-c`, `@a+b-c+1.0.0.patch` and `@a__b-c@1.0.0.patch` must start the same. */
function plain(name: string): string {
  return name.replaceAll(/[^a-z\d]/gi, "").toLowerCase();
}

function tryList(directory: string): readonly string[] {
  try {
    return readdirSync(directory).sort();
  } catch {
    return [];
  }
}

function tryRead(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

function parseObject(text: string): Readonly<Record<string, unknown>> {
  try {
    const value = JSON.parse(text) as unknown;
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** By package directory. */
function parseNpm(text: string): ReadonlyMap<string, string> {
  const { packages } = parseObject(text);
  const entries = Object.entries(
    (packages ?? {}) as Record<string, { resolved?: string; integrity?: string }>,
  );
  return new Map(
    entries.map(([place, { resolved = "", integrity = "" }]) => [place, `${resolved} ${integrity}`]),
  );
}

/** By package name: all versions installed under it. */
function parseClassic(text: string): ReadonlyMap<string, string> {
  const { lockfileEntries } = parseObject(text);
  const found = new Map<string, string>();
  for (const [asked, resolved] of Object.entries((lockfileEntries ?? {}) as Record<string, unknown>)) {
    const name = asked.slice(0, asked.indexOf("@", 1));
    found.set(name, `${found.get(name) ?? ""} ${String(resolved)}`.trim());
  }
  return found;
}

const BERRY_BLOCK = /^"?(.+?)"?:\n((?: {2}.*\n?)+)/gm;
const BERRY_PLACE = /^ {4}- "?(?:.*?\/)?node_modules\/(.+?)"?$/gm;

/** By package directory. */
function parseBerry(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [, resolution = "", block = ""] of text.matchAll(BERRY_BLOCK))
    for (const [, place = ""] of block.matchAll(BERRY_PLACE)) found.set(place, resolution);
  return found;
}

const BUN_LINE = /^\s*"((?:[^"\\]|\\.)+)": \[(.*)\],?$/gm;

/** By package name: all versions installed under it. */
function parseBun(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [, place = "", entry = ""] of text.matchAll(BUN_LINE)) {
    const name = /(?:^|\/)((?:@[^/]+\/)?[^/]+)$/.exec(place)?.[1] ?? place;
    found.set(name, `${found.get(name) ?? ""} ${entry}`.trim());
  }
  return found;
}

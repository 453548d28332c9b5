import { join, relative, resolve } from "node:path";
import { leadsOut } from "../paths/is-within.ts";
import { existsSync, isThere, readFileSync } from "../system/observed/observed-files.ts";
import { fail, succeed } from "../values/succeed.ts";
import type { Result } from "../vocabulary/failure.ts";

/** In order of precedence; `verification` in package.json comes after them. */
export const CONFIG_FILES = [".verification.yml", ".verification.yaml", ".verification.json"] as const;

export interface ConfigSource {
  /** As shown to the user: relative to the root if it is below it. */
  readonly file: string;
  readonly path: string;
  /** The configuration is the value of this key of the file, not the whole file. */
  readonly key?: "verification";
  /** Other configurations that exist but are not read. */
  readonly others?: readonly string[];
}

/** Finds the configuration file; null if there is none. If there are several, the first counts. */
export function discoverConfig(
  root: string,
  given?: { path: string; cwd: string },
): Result<ConfigSource | null> {
  if (given !== undefined) return discoverGiven(root, given);
  const found: ConfigSource[] = CONFIG_FILES.filter((file) => isThere(join(root, file))).map((file) => ({
    file,
    path: join(root, file),
  }));
  if (hasPackageKey(root, found.length === 0)) {
    found.push({ file: "package.json", path: join(root, "package.json"), key: "verification" });
  }
  const [first, ...rest] = found;
  if (first === undefined) return succeed(null);
  return succeed(rest.length === 0 ? first : { ...first, others: rest.map(describeSource) });
}

function describeSource({ file, key }: ConfigSource): string {
  return key === undefined ? file : `the key ${key} of ${file}`;
}

function discoverGiven(root: string, given: { path: string; cwd: string }): Result<ConfigSource> {
  const path = resolve(given.cwd, given.path);
  if (!existsSync(path)) {
    return fail({
      kind: "config-unreadable",
      message: `The configuration file ${given.path} does not exist.`,
      value: given.path,
      expected: "the path of a YAML or JSON file",
      hint: "Without --config, the configuration in the repository root is read.",
    });
  }
  const below = relative(root, path);
  const file = below === "" || leadsOut(below) ? given.path : below;
  return succeed(file.endsWith("package.json") ? { file, path, key: "verification" } : { file, path });
}

/** A package.json that cannot be read may be the only configuration: reading it again reports why. */
function hasPackageKey(root: string, isLast: boolean): boolean {
  const file = join(root, "package.json");
  let text = KEY;
  try {
    text = readFileSync(file, "utf8");
    return text.includes(KEY) && Object.hasOwn(JSON.parse(text) as object, "verification");
  } catch {
    return isLast && text.includes(KEY) && isThere(file);
  }
}

const KEY = '"verification"';

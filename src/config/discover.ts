import { existsSync, isThere, readFileSync } from "../system/observed-files.ts";
import { join, relative, resolve } from "node:path";
import { fail, succeed, type Result } from "../vocabulary/failure.ts";
import { leadsOut } from "../vocabulary/path.ts";

/** In the order in which they are looked for; `verification` in package.json comes after them. */
export const CONFIG_FILES = [".verification.yml", ".verification.yaml", ".verification.json"] as const;

export interface ConfigSource {
  /** As shown to the user: relative to the root where it is below it. */
  readonly file: string;
  readonly path: string;
  /** The configuration is the value of this key of the file, not the whole file. */
  readonly key?: "verification";
}

/** Finds the one configuration file; null where there is none. Two at once are a failure: neither is right. */
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
  const [second] = rest;
  if (first !== undefined && second !== undefined) {
    return fail({
      kind: "config-conflict",
      message: `There are ${found.length} configurations: ${found.map((source) => source.file).join(", ")}.`,
      at: { file: second.file },
      expected: "one configuration",
      hint: `Keep ${first.file} and remove ${rest.map(describeSource).join(" and ")}, or name one with --config.`,
    });
  }
  return succeed(first ?? null);
}

function describeSource({ file, key }: ConfigSource): string {
  return key === undefined ? file : `the key ${key} from ${file}`;
}

function discoverGiven(root: string, given: { path: string; cwd: string }): Result<ConfigSource> {
  const path = resolve(given.cwd, given.path);
  if (!existsSync(path)) {
    return fail({
      kind: "config-unreadable",
      message: `The configuration file ${given.path} does not exist.`,
      value: given.path,
      expected: "the path of a YAML or JSON file",
      hint: "Check --config, or run `verification init` to write a .verification.yml.",
    });
  }
  const below = relative(root, path);
  const file = below === "" || leadsOut(below) ? given.path : below;
  return succeed(file.endsWith("package.json") ? { file, path, key: "verification" } : { file, path });
}

/** One that cannot be read may be all there is: reading it again says why. */
function hasPackageKey(root: string, isLast: boolean): boolean {
  const file = join(root, "package.json");
  try {
    const text = readFileSync(file, "utf8");
    return text.includes('"verification"') && Object.hasOwn(JSON.parse(text) as object, "verification");
  } catch (error) {
    return isLast && !(error instanceof SyntaxError) && isThere(file);
  }
}

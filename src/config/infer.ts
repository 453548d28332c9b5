import { existsSync, readFileSync } from "../system/observed-files.ts";
import { join } from "node:path";
import { recogniseScript, recogniseTools } from "./presets/recognise-tools.ts";
import type { CheckInput } from "./schema.ts";

/** A check that the repository itself suggests, and what suggested it. */
export interface InferredCheck {
  readonly fields: CheckInput;
  readonly because: string;
}

export interface PackageJson {
  readonly scripts?: Readonly<Record<string, string>>;
  readonly packageManager?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

interface Suggestion {
  readonly name: string;
  readonly type: NonNullable<CheckInput["type"]>;
  readonly description: string;
  /** The usual names of a script that does it; the first that exists is taken. */
  readonly scripts: readonly string[];
}

const SUGGESTIONS: readonly Suggestion[] = [
  {
    name: "type-check",
    type: "type-check",
    description: "Types fit",
    scripts: [
      "type-check",
      "typecheck",
      "check-types",
      "check:types",
      "types",
      "types:check",
      "tsc",
      "ts:check",
    ],
  },
  {
    name: "lint",
    type: "lint",
    description: "Linter rules are kept",
    scripts: ["lint", "lint:check", "lint:ci", "eslint"],
  },
  {
    name: "format",
    type: "lint",
    description: "Files are formatted",
    scripts: ["format:check", "check:format", "format-check", "check-format", "fmt:check", "prettier:check"],
  },
  {
    name: "test",
    type: "test",
    description: "Tests pass",
    scripts: ["test", "test:ci", "test:unit", "tests"],
  },
  { name: "build", type: "build", description: "The project builds", scripts: ["build", "compile"] },
];

/** The checks that the scripts of package.json stand for. */
export function inferFromScripts(root: string): readonly InferredCheck[] {
  const manifest = readManifest(root);
  if (manifest === null) return [];
  const manager = packageManager(root, manifest);
  return SUGGESTIONS.flatMap(({ name, type, description, scripts }) => {
    const script = scripts.find((candidate) => isUsable(manifest.scripts?.[candidate]));
    if (script === undefined) return [];
    const fields: CheckInput = { name, type, description, command: manager, args: ["run", script] };
    return [{ fields, because: `the script "${script}" in package.json` }];
  });
}

/**
 * The same for people to read and change: a script that only starts a tool becomes the tool's preset, and the tools
 * that are set up and that no script runs are added.
 */
export function inferChecks(root: string): readonly InferredCheck[] {
  const manifest = readManifest(root);
  const found = inferFromScripts(root).map((inferred) => {
    const script = manifest?.scripts?.[inferred.fields.args?.[1] ?? ""] ?? "";
    const uses = recogniseScript(root, script);
    return uses === undefined ? inferred : { ...inferred, fields: { name: inferred.fields.name, uses } };
  });
  const packages = { ...manifest?.dependencies, ...manifest?.devDependencies };
  for (const tool of recogniseTools(root, packages)) {
    if (found.some(({ fields }) => fields.name === tool.check)) continue;
    found.push({ fields: { name: tool.check, uses: tool.preset }, because: `${tool.package} is installed` });
  }
  return found;
}

/** A script that only says that there is none, or that runs this tool again, is no check. */
function isUsable(script: string | undefined): boolean {
  return (
    typeof script === "string" &&
    !script.includes("no test specified") &&
    !/(^|[\s/&|;])verification(\s|$)/.test(script)
  );
}

export function packageManager(root: string, manifest: PackageJson): string {
  const named = /^(npm|pnpm|yarn|bun)@/.exec(manifest.packageManager ?? "")?.[1];
  if (named !== undefined) return named;
  const lockfiles = { "pnpm-lock.yaml": "pnpm", "yarn.lock": "yarn", "bun.lock": "bun", "bun.lockb": "bun" };
  return Object.entries(lockfiles).find(([file]) => existsSync(join(root, file)))?.[1] ?? "npm";
}

export function readManifest(root: string): PackageJson | null {
  try {
    const value = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as PackageJson | null;
    return typeof value === "object" ? value : null;
  } catch {
    return null;
  }
}

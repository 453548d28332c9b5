import { join, posix } from "node:path";
import { parse } from "yaml";
import { LONGEST_GLOB } from "../../paths/glob.ts";
import { type PackageJson, packageManager, readManifest } from "../manifest.ts";
import type { InferenceSource } from "./repository.ts";

/** A package whose scripts are read. */
export interface ScriptPackage {
  /** Relative to the root, which is ".". */
  readonly directory: string;
  /** Its prefix in the names of checks; empty for the root. */
  readonly label: string;
  readonly name: string;
  readonly scripts: Readonly<Record<string, string>>;
  /** All its dependencies, in the repository or not. */
  readonly dependencies: readonly string[];
  /** The package manager, which starts its scripts. */
  readonly manager: string;
}

/** The package in the root, and its workspaces. */
export function readPackages(repository: InferenceSource): readonly ScriptPackage[] {
  const manifest = readManifest(repository.root);
  if (manifest === null) return [];
  const manager = packageManager(repository.root, manifest);
  const root = toPackage(".", manifest, manager);
  const members = listMembers(repository, manifest).flatMap((directory) => {
    const member = readManifest(join(repository.root, directory));
    return member === null ? [] : [toPackage(directory, member, manager)];
  });
  return [root, ...members];
}

function toPackage(directory: string, manifest: PackageJson, manager: string): ScriptPackage {
  const name = typeof manifest.name === "string" ? manifest.name : "";
  const scripts = Object.entries(manifest.scripts ?? {}).filter(
    (entry): entry is [string, string] => typeof entry[1] === "string",
  );
  const label = (name === "" ? directory : name).replace(/^[^A-Za-z0-9]+/, "").replaceAll(/[^\w.:@/-]/g, "-");
  return {
    directory,
    label: directory === "." ? "" : label,
    name,
    scripts: Object.fromEntries(scripts),
    dependencies: Object.keys({ ...manifest.dependencies, ...manifest.devDependencies }),
    manager,
  };
}

function listMembers(repository: InferenceSource, manifest: PackageJson): readonly string[] {
  const globs = [...strings(packagesOf(manifest.workspaces)), ...pnpmGlobs(repository)]
    .filter((glob) => glob.length <= LONGEST_GLOB)
    .map((glob) => {
      const sign = glob.startsWith("!") ? "!" : "";
      const path = posix.join(
        glob.slice(sign.length).replace(/^\.\//, "").replace(/\/+$/, ""),
        "package.json",
      );
      return sign + path;
    });
  if (!globs.some((glob) => !glob.startsWith("!"))) return [];
  return repository
    .match(globs)
    .map((path) => posix.dirname(path))
    .filter((directory) => directory !== "." && !directory.split("/").includes("node_modules"));
}

function packagesOf(workspaces: unknown): unknown {
  return typeof workspaces === "object" && workspaces !== null && "packages" in workspaces
    ? workspaces.packages
    : workspaces;
}

function pnpmGlobs(repository: InferenceSource): readonly string[] {
  if (!repository.isFile("pnpm-workspace.yaml")) return [];
  try {
    const value: unknown = parse(repository.text("pnpm-workspace.yaml"), { maxAliasCount: 100 });
    return strings(packagesOf(value));
  } catch {
    return [];
  }
}

export function strings(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];
}

import { LONGEST_GLOB, matchVisible } from "../../paths/glob.ts";
import type { RepoPath } from "../../vocabulary/tree/path.ts";
import { parseJson } from "../data/parse-json.ts";
import type { DataNode } from "../data/tree.ts";
import { directoryOf, type TreeIndex } from "./tree.ts";

export interface Workspace {
  readonly directory: string;
  /** The files that its package.json names as entries, built or not; relative to the directory. */
  readonly entries: readonly string[];
}

/** The workspace packages by name. */
export type Workspaces = ReadonlyMap<string, Workspace>;

const ENTRY_FIELDS = ["exports", "main", "module", "types", "typings", "bin"];

type ReadText = (path: RepoPath) => string | undefined;

/** Finds the packages that the root declares as its workspaces, installed or not. */
export async function findWorkspaces(tree: TreeIndex, read: ReadText): Promise<Workspaces> {
  const declared = [...npmGlobs(tree, read), ...(await pnpmGlobs(tree, read))];
  const globs = declared.filter((glob) => glob.length <= LONGEST_GLOB);
  const found = new Map<string, Workspace>();
  if (globs.length === 0) return found;
  const tidy = (glob: string): string => glob.replace(/^\.\//, "").replace(/\/+$/, "");
  const included = matchVisible(globs.filter((glob) => !glob.startsWith("!")).map(tidy));
  const excluded = matchVisible(
    globs.filter((glob) => glob.startsWith("!")).map((glob) => tidy(glob.slice(1))),
  );
  for (const path of tree.paths) {
    if (!path.endsWith("/package.json")) continue;
    const directory = directoryOf(path);
    if (!included(directory) || excluded(directory)) continue;
    const manifest = parse(read(path));
    const name = scalar(field(manifest, "name"));
    if (name === undefined || found.has(name)) continue;
    found.set(name, { directory, entries: ENTRY_FIELDS.flatMap((key) => leaves(field(manifest, key))) });
  }
  return found;
}

function npmGlobs(tree: TreeIndex, read: ReadText): readonly string[] {
  if (!tree.has("package.json")) return [];
  const workspaces = field(parse(read("package.json" as RepoPath)), "workspaces");
  return strings(workspaces?.kind === "map" ? field(workspaces, "packages") : workspaces);
}

async function pnpmGlobs(tree: TreeIndex, read: ReadText): Promise<readonly string[]> {
  const path = "pnpm-workspace.yaml";
  if (!tree.has(path)) return [];
  const { parseYaml } = await import("../data/parse-yaml.ts");
  return strings(field(parseYaml(read(path) ?? "").root, "packages"));
}

function parse(text: string | undefined): DataNode | undefined {
  const parsed = text === undefined ? undefined : parseJson(text);
  return parsed?.ok === true ? parsed.root : undefined;
}

function field(node: DataNode | undefined, key: string): DataNode | undefined {
  return node?.kind === "map" ? node.entries.find((entry) => entry.key === key)?.value : undefined;
}

function scalar(node: DataNode | undefined): string | undefined {
  return node?.kind === "scalar" && typeof node.value === "string" ? node.value : undefined;
}

/** Every string inside, at any depth. */
function leaves(node: DataNode | undefined): readonly string[] {
  if (node?.kind === "list") return node.items.flatMap(leaves);
  if (node?.kind === "map") return node.entries.flatMap((entry) => leaves(entry.value));
  const text = scalar(node);
  return text === undefined ? [] : [text];
}

function strings(node: DataNode | undefined): readonly string[] {
  if (node?.kind !== "list") return [];
  return node.items.map(scalar).filter((text) => text !== undefined);
}

import type { Reference } from "../extraction.ts";
import type { Lines } from "../lines.ts";
import type { DataNode } from "./tree.ts";

const URL_LIKE = /^(?:[a-z][a-z\d+.-]*:|\/\/|#)/i;
/** Could name a file: has a directory or an extension, and no character that file names do not have. */
const PATH_LIKE =
  /^(?:\.{1,2}\/[^\n\r<>|*?:"{}]+|[^\s<>|*?:"'{}\\,;]*\/[^\s<>|*?:"'{}\\,;]+|[\w@.+-]+\.[A-Za-z]\w{0,9})$/;
const MAX_PATH = 260;
const INCLUDE_KEYS: ReadonlySet<string> = new Set(["include", "includes", "import", "imports", "local"]);
const CONFIG_ENDINGS = [".json", ".jsonc", ".js", ".cjs", ".mjs", ".yml", ".yaml"];
/** Endings that a loaded path may omit. */
const LOADED_ENDINGS = [...CONFIG_ENDINGS, ".ts", ".mts", ".cts", ".node", "/index.js", "/index.ts"];
const ACTION_ENDINGS = ["/action.yml", "/action.yaml"];

/** Fields of a package.json that only matter to importers of the package. */
const ENTRY_FIELDS: ReadonlySet<string> = new Set([
  "main",
  "module",
  "browser",
  "types",
  "typings",
  "typesVersions",
  "exports",
  "imports",
  "files",
  "unpkg",
  "jsdelivr",
]);

type Part = Omit<Reference, "line">;

/** Every string that may name a file, in document order, each specifier once per meaning. */
export function findDataReferences(root: DataNode, lines: Lines): Reference[] {
  const references: Reference[] = [];
  const seen = new Set<string>();
  let isEntry = false;
  const visit = (node: DataNode, key: string, outer: string): void => {
    if (node.kind === "map") {
      for (const entry of node.entries) visit(entry.value, entry.key, key);
    } else if (node.kind === "list") {
      for (const item of node.items) visit(item, key, outer);
    } else if (typeof node.value === "string" && node.value.length <= MAX_PATH) {
      const part = referenceOf(node.value, key, outer);
      if (part === undefined) return;
      const identity = `${part.type} ${part.strength} ${part.specifier}#${part.anchor ?? ""} ${isEntry}`;
      if (seen.has(identity)) return;
      seen.add(identity);
      const line = lines.lineAt(node.offset);
      const within = [key, outer].filter((name) => name !== "");
      const named = part.strength === "weak" && within.length > 0 ? { within } : {};
      references.push({ ...part, line, ...(isEntry ? { entry: true } : {}), ...named });
    }
  };
  if (root.kind !== "map") visit(root, "", "");
  else
    for (const { key, value } of root.entries) {
      isEntry = ENTRY_FIELDS.has(key);
      visit(value, key, "");
    }
  return references;
}

function referenceOf(written: string, key: string, outer: string): Part | undefined {
  // Jest's word for the directory of the package.
  const value = written.replace(/^<rootDir>\//, "./");
  const local = !URL_LIKE.test(value) && value !== "";
  if (key === "$ref") {
    const [specifier = "", anchor] = value.split("#", 2);
    const anchored = anchor === undefined ? {} : { anchor };
    if (!local && !value.startsWith("#")) return undefined;
    if (specifier !== "" && !/[./]/.test(specifier)) return undefined;
    return { kind: "path", specifier, type: "reference", strength: "strong", ...anchored };
  }
  if (!local) return undefined;
  if (key === "extends" || outer === "extends") return extendsReference(value);
  if (!PATH_LIKE.test(value)) return undefined;
  if (key === "uses") {
    const found = { specifier: value, type: "reference", strength: "weak" } as const;
    return { kind: "path", ...found, base: "root", endings: ACTION_ENDINGS };
  }
  const included = INCLUDE_KEYS.has(key) || outer === "include";
  const type = included ? "includes" : "reference";
  const endings = value.startsWith(".") ? { endings: LOADED_ENDINGS } : {};
  return { kind: "path", specifier: value, type, strength: "weak", base: "any", ...endings };
}

/** A path, or else a package name. Names such as `eslint:recommended` are neither. */
function extendsReference(value: string): Part {
  const relative = /^\.{0,2}\//.test(value);
  if (!relative) return { kind: "module", specifier: value, type: "extends", strength: "weak" };
  const found = { specifier: value, type: "extends", strength: "strong" } as const;
  return { kind: "path", ...found, endings: CONFIG_ENDINGS };
}

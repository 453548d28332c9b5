import { hash } from "node:crypto";
import { parseSync } from "oxc-parser";
import type { Structure } from "../extraction.ts";

const CONTENT: Structure = { kind: "content" };

/** Types are made of these alone. */
const TYPES = new Set([
  "ImportDeclaration",
  "ExportAllDeclaration",
  "TSModuleDeclaration",
  "TSInterfaceDeclaration",
  "TSTypeAliasDeclaration",
]);
/** These make values, which a type can only take up by `typeof` or as the name of a member. */
const VALUES = new Set(["FunctionDeclaration", "VariableDeclaration", "ExpressionStatement"]);
const TAKES_VALUE = /\btypeof\b|\[\s*[\w$.]+\s*\]\s*[?:(<]/;

/**
 * What a module that augments others says to them: its types, and what it imports for them, but no code. Where a type
 * may be made from a value, all of it counts.
 */
export function ambientStructure(text: string, extension: string): Structure {
  const { program, errors } = parseSync(`file${extension}`, text);
  if (errors.length > 0) return CONTENT;
  const kept: string[] = [];
  for (const node of program.body) {
    const isExport = node.type === "ExportNamedDeclaration" || node.type === "ExportDefaultDeclaration";
    const inner = isExport ? node.declaration : node;
    // A list of names, or what comes from elsewhere.
    if (inner === null || TYPES.has(inner.type)) kept.push(text.slice(node.start, node.end));
    else if (!VALUES.has(inner.type) && !(isExport && inner.type === "Identifier")) return CONTENT;
  }
  const declared = kept.join("\n");
  if (TAKES_VALUE.test(declared)) return CONTENT;
  return { kind: "declaration", hash: hash("sha256", declared), refersTo: [] };
}

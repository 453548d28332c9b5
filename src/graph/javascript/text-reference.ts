import type { Reference } from "../extraction.ts";
import { HERE, type TextPart } from "./static-text.ts";

type Shared = Pick<Reference, "type" | "strength" | "line" | "typeOnly" | "within">;

/** The reference that an import or a require with this argument makes. */
export function moduleReference(text: readonly TextPart[], shared: Shared): Reference {
  // A template always starts with a text, even if it is empty.
  const parts = text[0] === "" && text.length > 1 ? text.slice(1) : text;
  if (parts[0] === HERE) {
    return hereReference(parts, shared) ?? { kind: "opaque", specifier: written(parts), ...shared };
  }
  const { prefix, suffix, exact } = fixedText(parts);
  if (exact) return { kind: "module", specifier: prefix, ...shared };
  if (!prefix.includes("/")) return { kind: "opaque", specifier: written(parts), ...shared };
  return { kind: "pattern", specifier: written(parts), fixed: { prefix, suffix }, ...shared };
}

/** The reference of a text that starts with the file's own directory; undefined if it names only that directory. */
export function hereReference(parts: readonly TextPart[], shared: Shared): Reference | undefined {
  const { prefix, suffix, exact } = fixedText(["./", ...parts.slice(1)]);
  if (!/[^./]/.test(prefix)) return undefined;
  if (exact) return { kind: "path", specifier: prefix, directory: true, base: "file", ...shared };
  return { kind: "pattern", specifier: written(parts), fixed: { prefix, suffix }, ...shared };
}

function fixedText(parts: readonly TextPart[]): { prefix: string; suffix: string; exact: boolean } {
  const text = parts.map((part) => (part === HERE ? null : part));
  const first = text.indexOf(null);
  if (first === -1) return { prefix: normal(text.join("")), suffix: "", exact: true };
  const prefix = normal(text.slice(0, first).join(""));
  return { prefix, suffix: text.slice(text.lastIndexOf(null) + 1).join(""), exact: false };
}

/** `.//a` is `./a`, and `././a` and `./../a` are `./a` and `../a`. */
function normal(text: string): string {
  if (text.includes("://")) return text;
  return text.replace(/\/{2,}/g, "/").replace(/^(?:\.\/)+(?=\.{1,2}\/)/, "");
}

function written(parts: readonly TextPart[]): string {
  return parts.map((part) => (part === HERE ? "." : (part ?? "*"))).join("");
}

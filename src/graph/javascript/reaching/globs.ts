import type { Argument } from "oxc-parser";
import type { Reference } from "../../extraction.ts";
import { staticText } from "../static-text.ts";

type Shared = Pick<Reference, "type" | "strength" | "line">;

/** The references of a bundler's glob imports: one pattern or a list. `!` excludes files and adds none. */
export function globReferences(argument: Argument, shared: Shared, tail: string): Reference[] {
  const globs = argument.type === "ArrayExpression" ? argument.elements : [argument];
  const references: Reference[] = [];
  for (const glob of globs) {
    const known = glob !== null && glob.type !== "SpreadElement";
    const parts = known ? staticText(glob, () => false) : [null];
    const text = parts.every((part) => typeof part === "string") ? parts.join("") : undefined;
    if (text === undefined) references.push({ kind: "opaque", specifier: "*", ...shared });
    else if (!text.startsWith("!")) references.push(globReference(text + tail, shared));
  }
  return references;
}

function globReference(specifier: string, shared: Shared): Reference {
  const prefix = /^[^*?{[(!]*/.exec(specifier)?.[0] ?? "";
  const suffix = /[^*?}\])]*$/.exec(specifier)?.[0] ?? "";
  return { kind: "pattern", specifier, fixed: { prefix, suffix }, ...shared };
}

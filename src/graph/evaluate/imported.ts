import type { Expression } from "oxc-parser";
import { nameOf } from "../javascript/static-text.ts";
import { type Value } from "./value.ts";

/** A value of another module, by its name there. `*` is the module itself. */
export const IMPORTED = /^<([^\s()]+) from ([^>]+)>$/;

export function importedText(value: Value): string | undefined {
  const [text = "", ...others] = value.kind === "text" ? value.texts : [];
  return others.length === 0 && IMPORTED.test(text) ? text : undefined;
}

/** A function that is given the file's own location gives its directory, or a place in it. */
export function calledWith(from: string, argument: string): string {
  if (/^<(?:here|file)>/.test(argument)) return argument.replace(/^<file>/, "<here>");
  return `${from.replace(" from ", "() from ")}/${argument}`;
}

/** `const { a } = require("./b")` */
export function bindRequired(
  id: { readonly properties: readonly unknown[] },
  init: Expression,
  imported: Map<string, string>,
): void {
  const module = requiredModule(init);
  if (module === undefined) return;
  for (const property of id.properties as readonly {
    readonly key?: Expression;
    readonly value?: Expression;
  }[]) {
    const { key, value } = property;
    if (key?.type !== "Identifier" || value?.type !== "Identifier") continue;
    imported.set(value.name, `<${key.name} from ${module}>`);
  }
}

/** The module of the repository in `require("./b")`. */
export function requiredModule(init: Expression): string | undefined {
  const [source] = init.type === "CallExpression" && nameOf(init.callee) === "require" ? init.arguments : [];
  const isOwn = source?.type === "Literal" && typeof source.value === "string";
  return isOwn && /^\.{1,2}\//.test(source.value as string) ? (source.value as string) : undefined;
}

export function exportedName(node: {
  readonly type: string;
  readonly name?: string;
  readonly value?: unknown;
}): string {
  return node.name ?? String(node.value);
}

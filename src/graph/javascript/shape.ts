import { transformSync } from "oxc-transform";
import type { Reference, Structure } from "../extraction.ts";
import { declare } from "./declaration.ts";
import type { ModuleRecord } from "./module-record.ts";
import { type Fault, faultOf } from "./read-module.ts";

const TYPESCRIPT = /^\.(?:[mc]?ts|tsx)$/;
const DECLARATIONS = /^\.d\.[mc]?ts$/;
const CONTENT: Structure = { kind: "content" };

export interface Shape {
  readonly structure: Structure;
  readonly ambient: Structure | null;
  readonly fault?: Fault;
}

/** What others see of a module, and the error that an emitter finds in it. */
export function shapeOf(
  text: string,
  extension: string,
  found: { readonly record: ModuleRecord; readonly directives: readonly Reference[] },
): Shape {
  const script = !found.record.isModule && !/\bimport\s+[\w$]+\s*=\s*require\b/.test(text);
  if (TYPESCRIPT.test(extension)) {
    const specifiers = found.directives.map((one) => one.specifier);
    const shape = declare(text, extension, specifiers);
    return script ? { ...shape, structure: CONTENT, ambient: CONTENT } : shape;
  }
  if (DECLARATIONS.test(extension)) {
    const isAmbient = script || /\b(?:global|module)\b\s*["'{]/.test(text);
    return { structure: CONTENT, ambient: isAmbient ? CONTENT : null };
  }
  const { errors } = transformSync(`file${extension}`, text, { lang: "jsx", jsx: "preserve" });
  const fault = faultOf(errors);
  return { structure: CONTENT, ambient: null, ...(fault === undefined ? {} : { fault }) };
}

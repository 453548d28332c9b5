import { transformSync } from "oxc-transform";
import { findCodeAliases, withoutAliased } from "../aliases/code-aliases.ts";
import { mayHoldAliases } from "../aliases/rules.ts";
import type { Extraction, Outline, Reference, Structure } from "../extraction.ts";
import { declare } from "../javascript/declaration.ts";
import type { ModuleRecord } from "../javascript/module-record.ts";
import { findVariables } from "../javascript/reaching/variables.ts";
import { type Fault, faultOf, readModule, syntaxFault } from "../javascript/read-module.ts";
import { indexLines } from "../lines.ts";

const TYPESCRIPT = /^\.(?:[mc]?ts|tsx)$/;
const DECLARATIONS = /^\.d\.[mc]?ts$/;

/** TypeScript and JavaScript. */
export function extractJavascript(text: string, extension: string): Extraction {
  const lines = indexLines(text);
  const isParsed = mayHoldAliases(text);
  const read = readModule(text, { extension, lines, isParsed });
  const { record, directives, reachesOut, places, fault, program } = read;
  const aliases = isParsed && program !== undefined ? findCodeAliases(program) : [];
  const references = withoutAliased(read.references, aliases, text);
  const variables = findVariables(text);
  const shape = structureOf(text, extension, { record, directives });
  const syntaxError = syntaxFault(fault ?? shape.fault, lines);
  return {
    references,
    outline: outlineOf(record, text, extension),
    structure: syntaxError === undefined ? shape.structure : { kind: "content" },
    ...(shape.ambient === null ? {} : { ambient: shape.ambient }),
    ...declaredModules(text, extension),
    ...(reachesOut.length > 0 ? { reachesOut } : {}),
    ...(Object.keys(places).length > 0 ? { places } : {}),
    ...(aliases.length > 0 ? { aliases } : {}),
    ...(variables.length > 0 ? { variables } : {}),
    ...(syntaxError === undefined ? {} : { syntaxError }),
  };
}

const DECLARED_MODULE = /\bdeclare\s+module\s+(["'])([^"'\n]+)\1/g;

function declaredModules(text: string, extension: string): Pick<Extraction, "declares"> {
  if (!TYPESCRIPT.test(extension) && !DECLARATIONS.test(extension)) return {};
  const declares = [...text.matchAll(DECLARED_MODULE)].map((match) => match[2] as string);
  return declares.length === 0 ? {} : { declares: [...new Set(declares)] };
}

function outlineOf(record: ModuleRecord, text: string, extension: string): Outline {
  // A declaration file exports what it declares without saying so; CommonJS exports at run time.
  const complete = record.isModule && !DECLARATIONS.test(extension) && !/\bexport\s*=/.test(text);
  return { kind: "module", exports: record.exports, exportsFrom: record.exportsFrom, complete };
}

const CONTENT: Structure = { kind: "content" };

interface Shape {
  readonly structure: Structure;
  readonly ambient: Structure | null;
  readonly fault?: Fault;
}

function structureOf(
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

import { findCodeAliases, withoutAliased } from "../aliases/code-aliases.ts";
import { mayHoldAliases } from "../aliases/rules.ts";
import { type Extraction, type ExtractOptions, type Outline, PLAIN } from "../extraction.ts";
import type { ModuleRecord } from "../javascript/module-record.ts";
import { findVariables } from "../javascript/reaching/variables.ts";
import { readModule, syntaxFault } from "../javascript/read-module.ts";
import { spacedFrom } from "../javascript/search/find-words.ts";
import { createWordPattern } from "../javascript/search/word-pattern.ts";
import type { Shape } from "../javascript/shape.ts";
import { indexLines } from "../lines.ts";

const TYPESCRIPT = /^\.(?:[mc]?ts|tsx)$/;
const DECLARATIONS = /^\.d\.[mc]?ts$/;
const NO_SHAPE: Shape = { structure: { kind: "content" }, ambient: null };

/** TypeScript and JavaScript. */
export async function extractJavascript(
  text: string,
  extension: string,
  { referencesOnly = false }: ExtractOptions = {},
): Promise<Extraction> {
  const lines = indexLines(text);
  const read = readModule(text, { extension, lines, isWanted: mayHoldAliases, referencesOnly });
  const { record, directives, reachesOut, places, fault, program } = read;
  const aliases = program !== undefined && mayHoldAliases(text) ? findCodeAliases(program) : [];
  const references = withoutAliased(read.references, aliases, text);
  const variables = referencesOnly ? [] : findVariables(text);
  const shape = referencesOnly
    ? NO_SHAPE
    : (await import("../javascript/shape.ts")).shapeOf(text, extension, { record, directives });
  const syntaxError = syntaxFault(fault ?? shape.fault, lines);
  return {
    references,
    outline: referencesOnly ? PLAIN.outline : outlineOf(record, text, extension),
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

const DECLARED_MODULE = createWordPattern(
  /\bdeclare\s+module\s+(["'])([^"'\n]+)\1/g,
  spacedFrom("declare", "module"),
);

function declaredModules(text: string, extension: string): Pick<Extraction, "declares"> {
  if (!TYPESCRIPT.test(extension) && !DECLARATIONS.test(extension)) return {};
  const declares = [...DECLARED_MODULE.matchAll(text)].map((match) => match[2] as string);
  return declares.length === 0 ? {} : { declares: [...new Set(declares)] };
}

function outlineOf(record: ModuleRecord, text: string, extension: string): Outline {
  // A declaration file exports its declarations without `export`; CommonJS exports at run time.
  const complete = record.isModule && !DECLARATIONS.test(extension) && !/\bexport\s*=/.test(text);
  const { exports, exportsFrom, passesOn } = record;
  return { kind: "module", exports, exportsFrom, complete, ...(passesOn.length > 0 ? { passesOn } : {}) };
}

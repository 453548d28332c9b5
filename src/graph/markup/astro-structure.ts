import { parseSync, type Statement } from "oxc-parser";
import type { Structure } from "../extraction.ts";
import { inner, isMadeOfTypes, namesOf, structureOfTypes } from "../javascript/ambient.ts";

const CONTENT: Structure = { kind: "content" };
/** An error that does not count, because the code runs as a function. */
export const RETURNED = /'return' statement can only be used/;
/** The source of a component's properties if it does not declare them. */
const INFERRED = /\bgetStaticPaths\b/;
const TYPES: ReadonlySet<string> = new Set(["TSInterfaceDeclaration", "TSTypeAliasDeclaration"]);

/** What others see of an Astro component: the properties that it takes, and the types that it exports. */
export function astroStructure(code: string): Structure {
  if (INFERRED.test(code)) return CONTENT;
  const { program, errors } = parseSync("file.ts", code);
  if (errors.some(({ message }) => !RETURNED.test(message))) return CONTENT;
  if (errors.length > 0 && program.body.length === 0) return CONTENT;
  const isExport = ({ type }: Statement): boolean => type.startsWith("Export");
  const isType = (statement: Statement): boolean =>
    isExport(statement) &&
    (TYPES.has(inner(statement).type) || ("exportKind" in statement && statement.exportKind === "type"));
  if (program.body.some((statement) => isExport(statement) && !isType(statement))) return CONTENT;
  const isNamed = (statement: Statement): boolean => namesOf(statement).includes("Props");
  if (program.body.some((statement) => isNamed(statement) && !isMadeOfTypes(statement))) return CONTENT;
  const isSaid = (statement: Statement): boolean => isType(statement) || isNamed(statement);
  return structureOfTypes(code, program.body, { isSaid });
}

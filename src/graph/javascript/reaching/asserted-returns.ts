import { parseSync, type Statement, Visitor } from "oxc-parser";

/** May give a name of `T` another meaning inside the function, which the emitter does not see. */
const LOCAL = /\b(?:type|interface|class|enum|namespace|import)\s+[\w$]/;

/**
 * The offsets of each `return x as T` that is the last statement of a function, which therefore cannot end without it. If
 * the function also returns elsewhere, the emitter sees that by itself.
 */
export function findAssertedReturns(text: string, extension: string): ReadonlySet<number> {
  const found = new Set<number>();
  const add = ({ body }: { readonly body: object | null }): void => {
    const statements = body !== null && "body" in body && Array.isArray(body.body) ? body.body : [];
    const last = statements.at(-1) as Statement | undefined;
    if (last?.type !== "ReturnStatement" || last.argument?.type !== "TSAsExpression") return;
    const { start, end } = last.argument.typeAnnotation;
    const isLocal = LOCAL.test(text.slice(statements[0].start, last.end));
    if (!isLocal && !/\btypeof\b/.test(text.slice(start, end))) found.add(last.start);
  };
  new Visitor({
    FunctionDeclaration: add,
    FunctionExpression: add,
    ArrowFunctionExpression: add,
  }).visit(parseSync(`file${extension}`, text).program);
  return found;
}

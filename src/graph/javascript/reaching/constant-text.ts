import { type Expression, type Program, type Statement, Visitor } from "oxc-parser";
import { memo } from "../../../values/memo.ts";

interface ConstantText {
  readonly text: string;
  /** Where it is visible. */
  readonly from: number;
  readonly to: number;
}

/** A list of statements, at the top or inside of a function or block. */
interface Block {
  readonly body: readonly object[];
  readonly start: number;
  readonly end: number;
}

/**
 * Gives the text of a constant that is visible at an offset. Undefined if anything else in the file has the same name, in
 * whatever scope.
 */
export function createConstantText(program: Program): (name: string, offset: number) => string | undefined {
  const texts = memo(() => {
    const found = new Map(textsIn(program));
    const add = (block: Block): void => {
      for (const [name, text] of textsIn(block)) found.set(name, text);
    };
    new Visitor({ BlockStatement: add, StaticBlock: add }).visit(program);
    if (found.size === 0) return found;
    const bound = new Set<string>();
    for (const name of boundIn(program)) {
      if (bound.has(name)) found.delete(name);
      bound.add(name);
    }
    return found;
  });
  return (name, offset) => {
    const found = texts().get(name);
    return found !== undefined && found.from <= offset && offset <= found.to ? found.text : undefined;
  };
}

function textsIn({ body, start, end }: Block): readonly (readonly [string, ConstantText])[] {
  return body.flatMap((each) => {
    const statement = each as Statement;
    const declaration = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
    if (declaration?.type !== "VariableDeclaration" || declaration.kind !== "const") return [];
    return declaration.declarations.flatMap(({ id, init }) => {
      const text = init === null ? undefined : writtenText(init);
      if (id.type !== "Identifier" || text === undefined) return [];
      return [[id.name, { text, from: start, to: end }] as const];
    });
  });
}

function writtenText(node: Expression): string | undefined {
  if (node.type === "TSAsExpression" || node.type === "TSSatisfiesExpression")
    return writtenText(node.expression);
  if (node.type === "TemplateLiteral" && node.expressions.length === 0)
    return node.quasis[0]?.value.cooked ?? undefined;
  return node.type === "Literal" && typeof node.value === "string" ? node.value : undefined;
}

/**
 * Tells whether an expression has one value only, as far as its names go: each is a constant of the module whose value has one too,
 * an import, or no name of the file, and nothing else in the file has the same name, in whatever scope.
 */
export function createIsConstant(program: Program): (node: object) => boolean {
  const known = memo(() => {
    const bound = new Map<string, number>();
    for (const name of boundIn(program)) bound.set(name, (bound.get(name) ?? 0) + 1);
    const values = new Map<string, object>();
    for (const statement of program.body) {
      if (statement.type === "ImportDeclaration")
        for (const { local } of statement.specifiers) values.set(local.name, {});
      const declaration = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
      if (declaration?.type !== "VariableDeclaration" || declaration.kind !== "const") continue;
      for (const { id, init } of declaration.declarations)
        for (const name of namesIn(id)) values.set(name, init ?? {});
    }
    return { bound, values };
  });
  const isConstant = (node: object, seen: ReadonlySet<string>): boolean =>
    namesIn(node).every((name) => {
      const { bound, values } = known();
      const value = values.get(name);
      if (seen.has(name) || !bound.has(name)) return true;
      return bound.get(name) === 1 && value !== undefined && isConstant(value, new Set([...seen, name]));
    });
  return (node) => isConstant(node, new Set());
}

/** Every name that is given to something, once for each time. */
function boundIn(program: Program): readonly string[] {
  const names: string[] = [];
  const add = (node: object | null | undefined): void => void names.push(...namesIn(node));
  const addFunction = ({ id, params }: { id?: object | null; params: readonly object[] }): void => {
    add(id);
    for (const each of params) add(each);
  };
  const addId = ({ id }: { id: object | null }): void => add(id);
  const addLocal = ({ local }: { local: object }): void => add(local);
  new Visitor({
    VariableDeclarator: addId,
    FunctionDeclaration: addFunction,
    FunctionExpression: addFunction,
    ArrowFunctionExpression: addFunction,
    ClassDeclaration: addId,
    ClassExpression: addId,
    CatchClause: ({ param }) => add(param),
    ImportSpecifier: addLocal,
    ImportDefaultSpecifier: addLocal,
    ImportNamespaceSpecifier: addLocal,
    TSEnumDeclaration: addId,
    TSModuleDeclaration: addId,
    TSImportEqualsDeclaration: addId,
  }).visit(program);
  return names;
}

/** All names in a pattern, and more: those in its default values count too. */
function namesIn(node: unknown): readonly string[] {
  if (Array.isArray(node)) return node.flatMap(namesIn);
  if (node === null || typeof node !== "object") return [];
  const own = "type" in node && node.type === "Identifier" && "name" in node ? [String(node.name)] : [];
  return [...own, ...Object.values(node).flatMap(namesIn)];
}

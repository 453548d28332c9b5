import type { Program, VisitorObject } from "oxc-parser";

interface Node {
  readonly type: string;
}

/** The node types that visitors ask for. All others are skipped, but their children are still visited. */
const ASKED_FOR = [
  "ArrowFunctionExpression",
  "AssignmentExpression",
  "BinaryExpression",
  "CallExpression",
  "ExportNamedDeclaration",
  "FunctionDeclaration",
  "FunctionExpression",
  "Identifier",
  "ImportDeclaration",
  "ImportExpression",
  "ImportSpecifier",
  "JSXIdentifier",
  "MemberExpression",
  "MethodDefinition",
  "NewExpression",
  "Property",
  "PropertyDefinition",
  "TSImportEqualsDeclaration",
  "TSImportType",
  "TSMethodSignature",
  "TSModuleDeclaration",
  "TSPropertySignature",
  "TSTypeQuery",
  "TaggedTemplateExpression",
  "TemplateLiteral",
  "UnaryExpression",
  "VariableDeclaration",
  "VariableDeclarator",
] as const;
const isAskedFor: ReadonlySet<string> = new Set(ASKED_FOR);

export type Visitor = Pick<VisitorObject, (typeof ASKED_FOR)[number]>;

const listed = new WeakMap<Program, readonly Node[]>();

/**
 * Calls a visitor with the nodes of a program, each before its children, in the order of the text. The program is
 * walked only once for all visitors; it must not change.
 */
export function visit(program: Program, visitor: Visitor): void {
  const visitors = new Map<string, unknown>(Object.entries(visitor)) as ReadonlyMap<
    string,
    (node: Node) => void
  >;
  let nodes = listed.get(program);
  if (nodes === undefined) listed.set(program, (nodes = listNodes(program)));
  for (const node of nodes) visitors.get(node.type)?.(node);
}

/** Without recursion, because code can be nested deeper than the call stack allows. */
function listNodes(program: Program): readonly Node[] {
  const nodes: Node[] = [];
  const open: object[] = [program];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const first = open.length;
    if (Array.isArray(node)) {
      for (const one of node as readonly unknown[])
        if (typeof one === "object" && one !== null) open.push(one);
    } else {
      const { type } = node as Partial<Node>;
      if (type === undefined) continue;
      if (isAskedFor.has(type)) nodes.push(node as Node);
      for (const key in node) {
        const part = (node as Record<string, unknown>)[key];
        if (typeof part === "object" && part !== null) open.push(part);
      }
    }
    reverse(open, first);
  }
  return nodes;
}

/** The last item pushed is taken first. */
function reverse(list: object[], first: number): void {
  for (let low = first, high = list.length - 1; low < high; low += 1, high -= 1) {
    const one = list[low] as object;
    list[low] = list[high] as object;
    list[high] = one;
  }
}

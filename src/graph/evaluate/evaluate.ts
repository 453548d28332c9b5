import type { Argument, Expression, Program, Statement } from "oxc-parser";
import { isImportMeta, nameOf } from "../javascript/static-text.ts";
import {
  bindRequired,
  calledWith,
  exportedName,
  IMPORTED,
  importedText,
  requiredModule,
} from "./imported.ts";
import { combine, either, joinTexts, textOf, UNKNOWN, type Value } from "./value.ts";
import { visit } from "../javascript/search/visit.ts";

type Node = Expression | Argument;
type Call = Extract<Expression, { type: "CallExpression" }>;

/**
 * Evaluates an expression of a program as far as names and calls can be followed in its text. `bound` gives values to
 * some names.
 */
export type Evaluate = (node: Node, bound?: ReadonlyMap<string, Value>) => Value;

/** Limits on the evaluation of one expression and of one text. No real code needs as much. */
const MOST_STEPS = 500;
const MOST_STEPS_OF_ALL = 1_000_000;
const MAX_DEPTH = 40;
const NOTHING_BOUND: ReadonlyMap<string, Value> = new Map();

/** A function whose value is one expression. */
export interface KnownFunction {
  readonly params: readonly string[];
  readonly body: Expression;
}

/** Ignores scopes: a name with two values counts as unknown. */
export function createEvaluate(program: Program): Evaluate {
  const values = new Map<string, Expression | null>();
  const functions = new Map<string, KnownFunction | null>();
  const bind = <T>(map: Map<string, T | null>, name: string, value: T): void => {
    map.set(name, map.has(name) ? null : value);
  };
  const imported = new Map<string, string>();
  visit(program, {
    ImportDeclaration({ source, specifiers }) {
      if (!/^\.{1,2}\//.test(source.value)) return;
      for (const one of specifiers) {
        const name =
          one.type === "ImportSpecifier"
            ? exportedName(one.imported)
            : one.type === "ImportNamespaceSpecifier"
              ? "*"
              : "default";
        imported.set(one.local.name, `<${name} from ${source.value}>`);
      }
    },
    VariableDeclarator({ id, init }) {
      if (init === null) return;
      if (id.type === "ObjectPattern") return bindRequired(id, init, imported);
      if (id.type !== "Identifier") return;
      bind(values, id.name, init);
      const called = callable(init);
      if (called !== undefined) bind(functions, id.name, called);
    },
    FunctionDeclaration({ id, params, body }) {
      const called = declaredFunction({ params, body });
      if (id !== null && called !== undefined) bind(functions, id.name, called);
    },
    AssignmentExpression({ left }) {
      if (left.type === "Identifier") values.set(left.name, null);
    },
  });

  let steps = 0;
  let stepsOfAll = 0;
  const evaluate = (node: Node, bound: ReadonlyMap<string, Value>, depth: number): Value => {
    steps += 1;
    if (steps > MOST_STEPS || stepsOfAll > MOST_STEPS_OF_ALL || depth > MAX_DEPTH) return UNKNOWN;
    const inner = (one: Node): Value => evaluate(one, bound, depth + 1);
    switch (node.type) {
      case "Literal":
        if ("regex" in node) return { kind: "pattern", source: node.regex.pattern, flags: node.regex.flags };
        return typeof node.value === "string" ? textOf(node.value) : UNKNOWN;
      case "ParenthesizedExpression":
      case "TSAsExpression":
      case "TSSatisfiesExpression":
      case "TSNonNullExpression":
        return inner(node.expression);
      case "AwaitExpression":
        return inner(node.argument);
      case "ConditionalExpression":
        return either(inner(node.consequent), inner(node.alternate));
      case "LogicalExpression":
        return either(inner(node.left), inner(node.right));
      case "TemplateLiteral":
        return combine(
          node.quasis.flatMap((quasi, at) => {
            const hole = node.expressions[at];
            return [textOf(quasi.value.cooked ?? ""), ...(hole === undefined ? [] : [inner(hole)])];
          }),
          (texts) => texts.join(""),
        );
      case "BinaryExpression":
        return node.operator === "+"
          ? combine([inner(node.left as Expression), inner(node.right)], (texts) => texts.join(""))
          : UNKNOWN;
      case "Identifier": {
        if (node.name === "__dirname") return textOf("<here>");
        if (node.name === "__filename") return textOf("<file>");
        const known = bound.get(node.name);
        const value = values.get(node.name) ?? undefined;
        if (known !== undefined) return known;
        const from = imported.get(node.name);
        if (from !== undefined && !values.has(node.name)) return textOf(from);
        return value === undefined ? UNKNOWN : evaluate(value, NOTHING_BOUND, depth + 1);
      }
      case "MemberExpression":
        return memberValue(node, inner);
      case "NewExpression": {
        const [first, second] = node.arguments;
        if (nameOf(node.callee) !== "URL" || first === undefined || second === undefined) return UNKNOWN;
        return combine([inner(second), inner(first)], ([base = "", path = ""]) =>
          joinTexts([base === "<file>" ? "<here>" : base, path]),
        );
      }
      case "CallExpression":
        return callValue(node, inner, depth);
      case "ArrayExpression": {
        let isComplete = true;
        const items = node.elements.flatMap((element): readonly Value[] => {
          if (element === null) return [];
          if (element.type !== "SpreadElement") return [inner(element)];
          const spread = inner(element.argument);
          isComplete &&= spread.kind === "list" && spread.isComplete;
          return spread.kind === "list" ? spread.items : [];
        });
        return { kind: "list", items, isComplete };
      }
      case "ObjectExpression": {
        let isComplete = true;
        const entries = node.properties.flatMap((property): readonly (readonly [string, Value])[] => {
          if (property.type === "SpreadElement") {
            const spread = inner(property.argument);
            isComplete &&= spread.kind === "map" && spread.isComplete;
            return spread.kind === "map" ? spread.entries : [];
          }
          const key = keyOf(property, inner);
          isComplete &&= key !== undefined;
          return key === undefined ? [] : [[key, inner(property.value as Expression)]];
        });
        return { kind: "map", entries, isComplete };
      }
      default:
        return UNKNOWN;
    }
  };

  const callValue = (node: Call, inner: Evaluate, depth: number): Value => {
    const name = nameOf(node.callee) ?? "";
    const given = (): readonly Value[] =>
      node.arguments.flatMap((argument): readonly Value[] => {
        if (argument.type !== "SpreadElement") return [inner(argument)];
        const spread = inner(argument.argument);
        return spread.kind === "list" && spread.isComplete ? spread.items : [UNKNOWN];
      });
    const [first] = node.arguments;
    if (name === "cwd") return textOf("<cwd>");
    const module = requiredModule(node);
    if (module !== undefined) return textOf(`<* from ${module}>`);
    const own = functions.get(name);
    if (own !== undefined && own !== null && node.callee.type === "Identifier") {
      return evaluate(own.body, bindParams(own, given()), depth + 1);
    }
    const from = node.callee.type === "MemberExpression" ? importedText(inner(node.callee)) : undefined;
    const called = from ?? (values.has(name) ? undefined : imported.get(name));
    // The call of a function of another module is resolved later, where that module is known.
    if (called !== undefined && (from !== undefined || node.callee.type === "Identifier"))
      return combine(given(), (texts) => calledWith(called, joinTexts(texts)));
    const list =
      name === "join" && node.callee.type === "MemberExpression" ? inner(node.callee.object) : UNKNOWN;
    if (list.kind === "list") {
      const by = first === undefined ? textOf(",") : inner(first);
      const items = list.isComplete ? list.items : [UNKNOWN];
      return combine([by, ...items], ([separator = "", ...texts]) => texts.join(separator));
    }
    if (name === "join" || name === "resolve") {
      const parts = given();
      const start = name === "resolve" && !startsSomewhere(parts[0]) ? [textOf("<cwd>")] : [];
      return combine([...start, ...parts], joinTexts);
    }
    if (first === undefined) return UNKNOWN;
    if (name === "dirname") return combine([inner(first)], ([text = ""]) => parentOf(text));
    if (/^(?:fileURLToPath|normalize|normalizePath|defineConfig|freeze)$/.test(name)) return inner(first);
    return UNKNOWN;
  };
  return (node, bound = NOTHING_BOUND) => {
    stepsOfAll += steps;
    steps = 0;
    return evaluate(node, bound, 0);
  };
}

/** Gives each parameter its value; a rest parameter gets all remaining ones. */
export function bindParams(
  { params }: Pick<KnownFunction, "params">,
  values: readonly Value[],
): ReadonlyMap<string, Value> {
  return new Map(
    params.map((param, at) =>
      param.startsWith("...")
        ? [param.slice(3), { kind: "list", items: values.slice(at), isComplete: true }]
        : [param, values[at] ?? UNKNOWN],
    ),
  );
}

function memberValue(node: Extract<Expression, { type: "MemberExpression" }>, inner: Evaluate): Value {
  const name = nameOf(node) ?? "";
  if (isImportMeta(node.object)) {
    if (name === "dirname") return textOf("<here>");
    return name === "url" || name === "filename" ? textOf("<file>") : UNKNOWN;
  }
  const object = inner(node.object);
  if (object.kind === "text") {
    if (/^(?:pathname|href)$/.test(name)) return object;
    const [, owner, module] = IMPORTED.exec(importedText(object) ?? "") ?? [];
    if (owner === undefined || name === "") return UNKNOWN;
    return textOf(`<${owner === "*" ? name : `${owner}.${name}`} from ${module}>`);
  }
  if (object.kind !== "map" || !object.isComplete) return UNKNOWN;
  return object.entries.find(([key]) => key === name)?.[1] ?? UNKNOWN;
}

function startsSomewhere(value: Value | undefined): boolean {
  return value?.kind === "text" && value.texts.every((text) => /^(?:<[^>]+>|\/)/.test(text));
}

/** The directory of a path. The directory of a lone start marker is the marker with `/..`. */
function parentOf(text: string): string {
  if (text === "<file>") return "<here>";
  const slash = text.lastIndexOf("/");
  return slash === -1 ? `${text}/..` : text.slice(0, slash);
}

function keyOf(
  property: { readonly key: unknown; readonly computed: boolean },
  inner: Evaluate,
): string | undefined {
  const key = property.key as Expression;
  if (!property.computed && key.type === "Identifier") return key.name;
  const value = inner(key);
  return value.kind === "text" && value.texts.length === 1 ? value.texts[0] : undefined;
}

export function declaredFunction({
  params,
  body,
}: {
  readonly params: readonly unknown[];
  readonly body: { readonly body: readonly { readonly type: string }[] } | null;
}): KnownFunction | undefined {
  const result = body === null ? undefined : returned(body.body);
  return result === undefined ? undefined : { params: namesOf(params), body: result };
}

export function callable(node: Expression): KnownFunction | undefined {
  if (node.type !== "ArrowFunctionExpression" && node.type !== "FunctionExpression") return undefined;
  const { body } = node;
  const result = body?.type === "BlockStatement" ? returned(body.body) : (body as Expression | null);
  return result === undefined || result === null ? undefined : { params: namesOf(node.params), body: result };
}

/** The value that a function returns, if it does nothing else. */
function returned(statements: readonly (Statement | { readonly type: string })[]): Expression | undefined {
  const [only, ...others] = statements as readonly Statement[];
  if (others.length > 0 || only?.type !== "ReturnStatement") return undefined;
  return only.argument ?? undefined;
}

function namesOf(params: readonly unknown[]): readonly string[] {
  type Param = { readonly name?: string; readonly argument?: { readonly name?: string } };
  return (params as readonly Param[]).map(({ name, argument }) => name ?? `...${argument?.name ?? ""}`);
}

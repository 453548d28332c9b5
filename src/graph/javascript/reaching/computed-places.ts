import type { Argument, Expression } from "oxc-parser";
import type { Evaluate } from "../../evaluate/evaluate.ts";
import { joinTexts, UNKNOWN, type Value } from "../../evaluate/value.ts";
import type { Reference } from "../../extraction.ts";
import { nameOf } from "../static-text.ts";

type Node = Expression | Argument;
type Shared = Pick<Reference, "type" | "strength" | "line">;

interface Knowing {
  readonly evaluate: Evaluate;
  readonly isConstant: (node: object) => boolean;
}

const STARTED = /^<(here|file|[^\s()]+ from [^>]+)>\/?(.*)$/s;

/**
 * The reference of an import whose name is computed, but whose directory is a constant: `import(new URL(name, PLUGINS))`.
 * Like a name with a fixed start, it can lead to any file there. Undefined if nothing is known of the directory.
 */
export function computedReference(
  source: Node,
  { evaluate, isConstant }: Knowing,
  shared: Shared,
): Reference | undefined {
  // A name that means several things must not hide where an import leads.
  const known: Evaluate = (node) => (isConstant(node) ? evaluate(node) : UNKNOWN);
  const place = directoryOf(source, known);
  const [, start, written = ""] = STARTED.exec(place ?? "") ?? [];
  if (start === undefined) return undefined;
  const prefix = written.replace(/^(?:\.?\/)+/, "");
  const pattern = { kind: "pattern", specifier: `${place}*`, ...shared } as const;
  if (start.includes(" from ")) return { ...pattern, fixed: { prefix, suffix: "" }, constant: start };
  if (!/[^./]/.test(prefix)) return undefined;
  return { ...pattern, fixed: { prefix: prefix.startsWith("../") ? prefix : `./${prefix}`, suffix: "" } };
}

/** The constant directory, with a slash at its end, that a computed name is appended to. */
function directoryOf(node: Node, evaluate: Evaluate): string | undefined {
  switch (node.type) {
    case "ParenthesizedExpression":
    case "TSAsExpression":
    case "TSNonNullExpression":
      return directoryOf(node.expression, evaluate);
    case "MemberExpression":
      return /^(?:href|pathname)$/.test(nameOf(node) ?? "") ? directoryOf(node.object, evaluate) : undefined;
    case "NewExpression": {
      const [, base] = node.arguments;
      const text = nameOf(node.callee) === "URL" && base !== undefined ? onlyText(evaluate(base)) : undefined;
      // Of any other base, the last part is replaced.
      return text?.endsWith("/") === true ? text : undefined;
    }
    case "TemplateLiteral": {
      const [first, second] = node.quasis;
      const [start] = node.expressions;
      const text = start === undefined ? undefined : onlyText(evaluate(start));
      if (text === undefined || first?.value.raw !== "" || second === undefined) return undefined;
      const fixed = `${text}${second.value.raw}`;
      return second.value.raw.startsWith("/") ? fixed.slice(0, fixed.lastIndexOf("/") + 1) : undefined;
    }
    case "CallExpression": {
      const name = nameOf(node.callee) ?? "";
      const [first] = node.arguments;
      if (/^(?:pathToFileURL|fileURLToPath|normalize|String)$/.test(name) && first !== undefined)
        return directoryOf(first, evaluate);
      if (name !== "join" && name !== "resolve") return undefined;
      const texts = node.arguments.map((argument) =>
        argument.type === "SpreadElement" ? undefined : onlyText(evaluate(argument)),
      );
      const end = texts.indexOf(undefined);
      return end < 1 ? undefined : `${joinTexts(texts.slice(0, end) as string[]).replace(/\/$/, "")}/`;
    }
    default:
      return undefined;
  }
}

function onlyText(value: Value): string | undefined {
  return value.kind === "text" && value.texts.length === 1 ? value.texts[0] : undefined;
}

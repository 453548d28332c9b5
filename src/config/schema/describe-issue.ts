import type { z } from "zod";
import { ownValue } from "../../values/own-value.ts";
import type { Failure, FailureKind } from "../../vocabulary/failure.ts";
import { nearest } from "../../wording/nearest.ts";
import { shorten } from "../../wording/shorten.ts";
import type { ConfigDocument, KeyPath } from "../document.ts";

type Issue = z.core.$ZodIssue;

/** Turns the schema's issues into messages that name the place, the value, and what was expected. */
export function describeIssues(options: {
  readonly issues: readonly Issue[];
  readonly document: ConfigDocument;
  readonly schema: z.ZodType;
  readonly kind: FailureKind;
}): readonly Failure[] {
  const { issues, document, schema, kind } = options;
  const failures = issues.flatMap((raw): Failure[] => {
    const { issue, path } = innermost(raw, document.value);
    if (issue.code === "unrecognized_keys") {
      return issue.keys.map((key) => unknownKey({ key, path, document, schema, kind }));
    }
    const value = valueAt(document.value, path);
    const where = pathText(path);
    if (value === undefined) {
      const message = `${where} is missing.`;
      return [{ kind, message, at: document.locate(path.slice(0, -1)), expected: expectation(issue) }];
    }
    return [
      {
        kind,
        message: `${where} is not valid.`,
        at: document.locate(path),
        value: show(value),
        expected: expectation(issue),
        ...suggestion(issue, value, path),
      },
    ];
  });
  return failures.sort(
    (a, b) => (a.at?.line ?? 0) - (b.at?.line ?? 0) || (a.at?.column ?? 0) - (b.at?.column ?? 0),
  );
}

/** A union fails in every branch; the branch that got furthest is the intended one. */
function innermost(issue: Issue, root: unknown, above: KeyPath = []): { issue: Issue; path: KeyPath } {
  const path = [...above, ...issue.path];
  if (issue.code !== "invalid_union") return { issue, path };
  const value = valueAt(root, path);
  const branches = issue.errors.flatMap((branch) =>
    branch.slice(0, 1).map((inner) => innermost(inner as Issue, root, path)),
  );
  const fitting = branches.filter(
    ({ issue: inner, path: reached }) => reached.length > path.length || !isKindMismatch(inner, value),
  );
  fitting.sort((a, b) => b.path.length - a.path.length);
  return fitting[0] ?? { issue, path };
}

function isKindMismatch(issue: Issue, value: unknown): boolean {
  return issue.code === "invalid_type" || (issue.code === "invalid_value" && typeof value !== "string");
}

function unknownKey(options: {
  readonly key: string;
  readonly path: KeyPath;
  readonly document: ConfigDocument;
  readonly schema: z.ZodType;
  readonly kind: FailureKind;
}): Failure {
  const { key, path, document, schema, kind } = options;
  const known = knownKeys(schema, path);
  const close = nearest(key, known) ?? known.find((each) => each.length > 3 && key.startsWith(each));
  const above = path.length > 0 ? undefined : known.find((each) => knownKeys(schema, [each]).includes(key));
  const hint = above === undefined ? close && `Did you mean "${close}"?` : `It belongs under ${above}:.`;
  return {
    kind,
    message: `Unknown key "${key}"${path.length > 0 ? ` in ${pathText(path)}` : ""}.`,
    at: document.locateKey([...path, key]),
    value: key,
    expected: known.length > 0 ? `one of ${known.join(", ")}` : "no key with this name",
    ...(hint === undefined ? {} : { hint }),
  };
}

/** The keys that the schema knows at `path`. */
function knownKeys(schema: z.ZodType, path: KeyPath): readonly string[] {
  let candidates = [schema as Definition];
  for (const step of path) candidates = candidates.flatMap(expand).flatMap((inner) => child(inner, step));
  const keys = candidates.flatMap(expand).flatMap((inner) => Object.keys(inner.def.shape ?? {}));
  return [...new Set(keys)];
}

interface Definition {
  readonly def: {
    readonly shape?: Record<string, Definition>;
    readonly options?: Definition[];
    readonly innerType?: Definition;
    readonly element?: Definition;
    readonly valueType?: Definition;
  };
}

function expand(schema: Definition): Definition[] {
  if (schema.def.options) return schema.def.options.flatMap(expand);
  return schema.def.innerType ? expand(schema.def.innerType) : [schema];
}

function child(schema: Definition, step: PropertyKey): Definition[] {
  const next = ownValue(schema.def.shape, String(step)) ?? schema.def.element ?? schema.def.valueType;
  return next ? [next] : [];
}

function expectation(issue: Issue): string {
  switch (issue.code) {
    case "invalid_type":
      return `${article(issue.expected)}`;
    case "invalid_value":
      return issue.values.length === 1 ? String(issue.values[0]) : `one of ${issue.values.join(", ")}`;
    case "too_small":
      return issue.origin === "string" || issue.origin === "array"
        ? "at least one"
        : `at least ${issue.minimum}`;
    case "too_big":
      return `at most ${issue.maximum}`;
    case "invalid_union":
      return [
        ...new Set(
          issue.errors.flatMap((branch) => branch.slice(0, 1).map((inner) => expectation(inner as Issue))),
        ),
      ].join(", or ");
    case "invalid_key":
      return issue.issues[0] === undefined ? "another name" : expectation(issue.issues[0] as Issue);
    default:
      return issue.message.replace(/^expected /, "");
  }
}

const KINDS: Readonly<Record<string, string>> = {
  string: "a text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "a mapping of keys to values",
  record: "a mapping of keys to values",
  null: "nothing",
};

function article(kind: string): string {
  return KINDS[kind] ?? kind;
}

function suggestion(issue: Issue, value: unknown, path: KeyPath): { hint?: string } {
  if (issue.code !== "invalid_value" || typeof value !== "string") return {};
  const close = nearest(value, issue.values.map(String));
  if (close !== undefined) return { hint: `Did you mean "${close}"?` };
  if (path.at(-1) !== "uses") return {};
  return {
    hint: `Any other tool is a command: { name: ${value}, type: test, command: ${value}, args: ["{files}"], files: ["test/**/*.js"] }`,
  };
}

function valueAt(value: unknown, path: KeyPath): unknown {
  return path.reduce<unknown>(
    (inner, key) => ownValue(inner as Record<PropertyKey, unknown> | null | undefined, key),
    value,
  );
}

/** `checks[2].timeout`, as people write it. */
export function pathText(path: KeyPath): string {
  if (path.length === 0) return "The configuration";
  return path.reduce<string>((text, key) => {
    return typeof key === "number" ? `${text}[${key}]` : text === "" ? String(key) : `${text}.${String(key)}`;
  }, "");
}

function show(value: unknown): string {
  return shorten(JSON.stringify(value) ?? String(value), 80);
}

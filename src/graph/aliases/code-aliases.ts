import type { Expression, Program } from "oxc-parser";
import { createEvaluate } from "../evaluate/evaluate.ts";
import type { AliasRule, Reference } from "../extraction.ts";
import { givesSettings } from "../javascript/reaching/settings-fields.ts";
import { ALIAS_FIELDS, rulesOf } from "./rules.ts";
import { visit } from "../javascript/search/visit.ts";

/** The import rules in a configuration written in code, from fields at any depth. */
export function findCodeAliases(program: Program): readonly AliasRule[] {
  const evaluate = createEvaluate(program);
  const rules: AliasRule[] = [];
  const add = (field: string, node: Expression | null): void => {
    if (node !== null && ALIAS_FIELDS.has(field)) rules.push(...rulesOf(field, evaluate(node)));
  };
  visit(program, {
    Property({ key, value, computed }) {
      if (computed) return;
      if (key.type === "Identifier") add(key.name, value as Expression);
      else if (key.type === "Literal" && typeof key.value === "string") add(key.value, value as Expression);
    },
    VariableDeclarator({ id, init }) {
      if (id.type === "Identifier") add(id.name, init);
    },
    AssignmentExpression({ left, right }) {
      if (left.type === "MemberExpression" && left.property.type === "Identifier")
        add(left.property.name, right);
    },
  });
  return distinct(rules);
}

export function distinct(rules: readonly AliasRule[]): readonly AliasRule[] {
  return [...new Map(rules.map((rule) => [JSON.stringify(rule), rule])).values()];
}

/** Code that lists directories may also list one that an alias points to. */
const LISTS = /readdir|opendir|\bglob(?!al)|walk|scandir/i;

/**
 * The references without those that only name the target of an alias. Imports through the alias are followed where the
 * import is; the configuration itself loads nothing from there.
 */
export function withoutAliased(
  references: readonly Reference[],
  rules: readonly AliasRule[],
  text: string,
): readonly Reference[] {
  if (rules.length === 0 || LISTS.test(text)) return references;
  const places = new Set(rules.flatMap((rule) => rule.places.map(bare)));
  const isSettings = givesSettings(text);
  return references.filter(
    ({ kind, strength, specifier, within }) =>
      kind !== "path" ||
      strength === "strong" ||
      !places.has(bare(specifier)) ||
      (isSettings && !isAliased(within ?? [])),
  );
}

/** Whether it is in an alias field, and not in a constant that other fields use too. */
function isAliased(within: readonly string[]): boolean {
  return within.length <= 3 && within.some((field) => ALIAS_FIELDS.has(field));
}

function bare(place: string): string {
  return place.replace(/^<\w+>/, "").replace(/^(?:\.?\/)+|\/+$/g, "");
}

import type { Expression, Program } from "oxc-parser";
import { createEvaluate } from "../evaluate/evaluate.ts";
import type { AliasRule, Reference } from "../extraction.ts";
import { givesSettings } from "../javascript/reaching/settings-fields.ts";
import { ALIAS_FIELDS, rulesOf } from "./rules.ts";
import { visit } from "../javascript/search/visit.ts";

/** What the fields of a configuration in code say about imports, wherever in it they are. */
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

/** Anyone who lists directories may mean one that an alias leads to as well. */
const LISTS = /readdir|opendir|\bglob(?!al)|walk|scandir/i;

/**
 * The references without those that only say where an alias leads: what an import takes from there is followed where the
 * import is, and the configuration itself loads none of it.
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

/** In the field of an alias, and by no constant that is used in other fields too. */
function isAliased(within: readonly string[]): boolean {
  return within.length <= 3 && within.some((field) => ALIAS_FIELDS.has(field));
}

function bare(place: string): string {
  return place.replace(/^<\w+>/, "").replace(/^(?:\.?\/)+|\/+$/g, "");
}

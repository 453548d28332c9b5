import { fail, succeed } from "../../values/succeed.ts";
import type { Failure, Result } from "../../vocabulary/failure.ts";
import type { Item } from "../../vocabulary/flow/workflow.ts";
import type { FlowContext } from "../build/context.ts";
import { type ResolvedItem, resolveItem } from "./resolve-item.ts";

/** The one item that the input names; null if there is none. If it could be several, a person chooses. */
export async function chooseItem(context: FlowContext, input: string): Promise<Result<Item | null>> {
  const { itemsDir, backlogPath } = context.config;
  const found = resolveItem(input, itemsDir, backlogPath);
  if (found === null || found.slug !== null) return succeed(found);
  if (context.ask === null) return fail(several(input, found.matches));
  const answer = await context.ask({
    text: `Several items match "${input}".`,
    choices: found.matches.map(({ slug, description }, index) => ({
      key: String(index + 1),
      label: `${slug} (${description})`,
    })),
    suggested: "1",
  });
  const chosen = answer === null ? undefined : found.matches[Number(answer) - 1];
  return chosen === undefined ? fail(several(input, found.matches)) : succeed(chosen);
}

/** Like `chooseItem`, but there must be one. */
export async function requireItem(context: FlowContext, input: string): Promise<Result<Item>> {
  const item = await chooseItem(context, input);
  if (!item.ok) return item;
  return item.value === null ? fail(unknownItem(input)) : succeed(item.value);
}

export function unknownItem(input: string): Failure {
  return {
    kind: "usage",
    message: "No item matches.",
    value: input,
    expected: "a slug, the end of one, a number of the backlog, a reference, or words of a description",
    hint: "`verification flow list` shows all; `verification flow add <description>` adds one.",
  };
}

function several(input: string, matches: readonly ResolvedItem[]): Failure {
  return {
    kind: "usage",
    message: `${matches.length} items match.`,
    value: input,
    expected: `one of ${matches.map(({ slug }) => slug).join(", ")}`,
  };
}

import type { Item } from "../../vocabulary/flow/workflow.ts";
import { readItems } from "./items.ts";
import { textField } from "./meta.ts";

export type MatchedBy = "slug" | "slug-ending" | "number" | "reference" | "words";

export interface ResolvedItem extends Item {
  readonly matchedBy: MatchedBy;
}

/** More than one item fits equally well. */
export interface AmbiguousItem {
  readonly slug: null;
  readonly matches: readonly ResolvedItem[];
}

/**
 * The item that the user names, by the first of these that matches any: its slug, the end of its slug, its number in
 * the backlog, an external reference (`#23`, `PROJ-7`), words of its description. Null if none matches.
 */
export function resolveItem(
  input: string,
  itemsDir: string,
  backlogPath: string,
): ResolvedItem | AmbiguousItem | null {
  const wanted = input.trim();
  if (wanted === "") return null;
  const items = readItems(itemsDir, backlogPath);
  for (const [matchedBy, fits] of MATCHERS) {
    const matches = items.filter((item) => fits(item, wanted)).map((item) => ({ ...item, matchedBy }));
    const [first, second] = matches;
    if (first !== undefined) return second === undefined ? first : { slug: null, matches };
  }
  return null;
}

const MATCHERS: readonly (readonly [MatchedBy, (item: Item, wanted: string) => boolean])[] = [
  ["slug", ({ slug }, wanted) => slug === wanted],
  ["slug-ending", ({ slug }, wanted) => slug.endsWith(`-${wanted}`)],
  ["number", ({ number }, wanted) => number === wanted],
  ["reference", hasReference],
  ["words", hasWords],
];

/** Fields that can contain an external reference. */
const REFERENCE_FIELDS = ["source_id", "external_ref", "external_id", "reference", "ref", "issue"];
const REFERENCE = /^(?:#\d+|[A-Z][A-Z0-9]*-\d+)$/i;

export function isReference(text: string): boolean {
  return REFERENCE.test(text);
}

function hasReference({ slug, meta, description }: Item, wanted: string): boolean {
  if (!isReference(wanted)) return false;
  const recorded = REFERENCE_FIELDS.flatMap((field) => textField(meta, field) ?? meta?.[field] ?? []).map(
    String,
  );
  const mentioned = description.split(/[\s()[\],;:]+/).filter(isReference);
  const name = canonical(wanted);
  return (
    [...recorded, ...mentioned].some((each) => canonical(each) === name) ||
    slug.toLowerCase().startsWith(`${wanted.toLowerCase()}-`)
  );
}

/** `#23` and `GH-23` are the same, and letter case does not count. */
function canonical(reference: string): string {
  return reference.toLowerCase().replace(/^(?:#|gh-)?(?=\d+$)/, "#");
}

function hasWords({ slug, description }: Item, wanted: string): boolean {
  const words = wordsOf(wanted);
  const itemWords = wordsOf(`${slug} ${description}`);
  return words.length > 0 && words.every((word) => itemWords.some((each) => each.startsWith(word)));
}

function wordsOf(text: string): readonly string[] {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
}

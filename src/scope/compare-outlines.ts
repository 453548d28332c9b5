import type { Extraction, Heading, Outline } from "../graph/extraction.ts";
import type { ChangeDetail } from "../vocabulary/tree/impact.ts";

type Named<K extends Outline["kind"]> = Extract<Outline, { kind: K }>;

/** How many names a description lists. */
const LISTED = 5;

/**
 * What differs in the structure of a file; null if nothing does. If both structures are declared, they
 * decide, as in fingerprints; otherwise only the names that others can refer to are compared.
 */
export function compareStructure(before: Extraction, after: Extraction): ChangeDetail | null {
  const isDeclared = before.structure.kind === "declaration" && after.structure.kind === "declaration";
  if (isDeclared && sameDeclaration(before.structure, after.structure)) return null;
  const named = compareOutlines(before.outline, after.outline);
  if (named !== null) return named;
  return isDeclared ? detail("high", UNNAMED[after.outline.kind]) : null;
}

/** What a declared structure covers besides names. */
const UNNAMED: Readonly<Record<Outline["kind"], string>> = {
  none: "its structure changed",
  module: "what its exports are declared as changed",
  document: "its anchors or front matter changed",
  data: "the types of its values changed",
};

type Declaration = Extract<Extraction["structure"], { kind: "declaration" }>;

function sameDeclaration(before: Extraction["structure"], after: Extraction["structure"]): boolean {
  const [one, other] = [before as Declaration, after as Declaration];
  return one.hash === other.hash && one.refersTo.join("\0") === other.refersTo.join("\0");
}

function compareOutlines(before: Outline, after: Outline): ChangeDetail | null {
  if (before.kind === "document" && after.kind === "document") return compareDocuments(before, after);
  if (before.kind === "module" && after.kind === "module")
    return compareNames("export", exportsOf(before), exportsOf(after));
  if (before.kind === "data" && after.kind === "data") return compareNames("key", before.keys, after.keys);
  return before.kind === after.kind
    ? null
    : detail("high", `it was ${KIND[before.kind]} and is ${KIND[after.kind]}`);
}

const KIND: Readonly<Record<Outline["kind"], string>> = {
  none: "opaque",
  module: "a module",
  document: "a document",
  data: "data",
};

function exportsOf({ exports, exportsFrom }: Named<"module">): readonly string[] {
  return [...exports, ...exportsFrom.map((specifier) => `* from ${specifier}`)];
}

function compareDocuments(before: Named<"document">, after: Named<"document">): ChangeDetail | null {
  const gone = without(before.headings, after.headings);
  const come = without(after.headings, before.headings);
  const renamed = pairRenamed(before.headings, after.headings, { gone, come });
  const removed = gone.filter((heading) => !renamed.has(heading));
  const successors = new Set(renamed.values());
  const added = come.filter((heading) => !successors.has(heading));
  const moved = sameLevels(before.headings, after.headings) ? [] : ["headings are on another level"];
  const parts = [
    ...[...renamed].map(([one, other]) => `heading "${one.text}" is now "${other.text}"`),
    ...count(
      "heading",
      added.map(({ text }) => text),
      "added",
    ),
    ...count(
      "heading",
      removed.map(({ text }) => text),
      "removed",
    ),
    ...(gone.length + come.length === 0 ? moved : []),
  ];
  if (parts.length === 0) return null;
  return detail(gone.length > 0 ? "high" : "medium", parts.join("; "), [
    ...new Set([...gone, ...come].map(({ text }) => text)),
  ]);
}

/**
 * A removed heading and an added one are the same heading if both follow the same heading on the same level.
 */
function pairRenamed(
  before: readonly Heading[],
  after: readonly Heading[],
  { gone, come }: { readonly gone: readonly Heading[]; readonly come: readonly Heading[] },
): ReadonlyMap<Heading, Heading> {
  const free = new Map<string, Heading[]>();
  for (const [heading, place] of placesOf(after, new Set(come)))
    free.set(place, [...(free.get(place) ?? []), heading]);
  const pairs = new Map<Heading, Heading>();
  for (const [heading, place] of placesOf(before, new Set(gone))) {
    const other = free.get(place)?.shift();
    if (other !== undefined) pairs.set(heading, other);
  }
  return pairs;
}

/** For each changed heading: its level, and the unchanged heading before it. */
function placesOf(headings: readonly Heading[], changed: ReadonlySet<Heading>): ReadonlyMap<Heading, string> {
  const places = new Map<Heading, string>();
  let kept = "";
  for (const heading of headings) {
    if (changed.has(heading)) places.set(heading, `${heading.level} ${kept}`);
    else kept = heading.slug;
  }
  return places;
}

function without(headings: readonly Heading[], others: readonly Heading[]): readonly Heading[] {
  const slugs = new Set(others.map(({ slug }) => slug));
  return headings.filter(({ slug }) => !slugs.has(slug));
}

function sameLevels(before: readonly Heading[], after: readonly Heading[]): boolean {
  const levels = new Map(before.map(({ slug, level }) => [slug, level]));
  return after.every(({ slug, level }) => (levels.get(slug) ?? level) === level);
}

function compareNames(
  noun: string,
  before: readonly string[],
  after: readonly string[],
): ChangeDetail | null {
  const [old, now] = [new Set(before), new Set(after)];
  const removed = [...old].filter((name) => !now.has(name));
  const added = [...now].filter((name) => !old.has(name));
  if (removed.length + added.length === 0) return null;
  const description = [...count(noun, added, "added"), ...count(noun, removed, "removed")].join("; ");
  return detail(removed.length > 0 ? "high" : "medium", description, [...added, ...removed]);
}

function count(noun: string, names: readonly string[], verb: string): readonly string[] {
  if (names.length === 0) return [];
  const more = names.length > LISTED ? ` and ${names.length - LISTED} more` : "";
  return [`${noun}${names.length > 1 ? "s" : ""} ${verb}: ${names.slice(0, LISTED).join(", ")}${more}`];
}

function detail(
  impact: ChangeDetail["impact"],
  description: string,
  affectedSections?: readonly string[],
): ChangeDetail {
  const sections = affectedSections === undefined ? {} : { affectedSections };
  return { category: "structural", description, impact, ...sections };
}

import type { Extraction, Reference } from "../graph/extraction.ts";
import type { ModifiedFile } from "../vocabulary/tree/change-set.ts";
import type { ChangeCategory, ChangeDetail } from "../vocabulary/tree/impact.ts";
import type { RepoPath } from "../vocabulary/tree/path.ts";
import type { FileKind } from "../vocabulary/tree/snapshot.ts";
import { compareStructure } from "./compare-outlines.ts";

/** A changed file, with the categories of the change. */
export interface CategorizedChange {
  readonly path: RepoPath;
  readonly categories: readonly ChangeCategory[];
  readonly details: readonly ChangeDetail[];
  /**
   * Which dependents the change can affect: those that depend on the structure of the file, or only those
   * that depend on its content. If structure cannot be told apart from content, every change affects both.
   */
  readonly noticedBy: "structure" | "content";
}

/** The extractions of a modified file; `before` is null if its earlier content is no longer available. */
export interface ExtractionPair {
  readonly before: Extraction | null;
  readonly after: Extraction;
}

/**
 * Categorizes the change of a modified file. `metadata` comes alone: same bytes, another kind of file.
 * Otherwise `content` is always included, `structural` if the structure that fingerprints follow changed
 * (headings, exported names and their declarations, keys), and `dependency` if the file refers to other
 * things.
 */
export function categorizeChange(change: ModifiedFile, { before, after }: ExtractionPair): CategorizedChange {
  const { path, previousId, currentId, previousKind, currentKind } = change;
  const kind = previousKind === currentKind ? [] : [describeKind(previousKind, currentKind)];
  if (previousId === currentId) return categorized(path, kind, "content");
  if (before === null) {
    const description =
      "its content changed; what it was before is not known, so its structure could not be compared";
    return categorized(path, [{ category: "content", description, impact: "medium" }, ...kind], "structure");
  }
  const structural = compareStructure(before, after);
  const isTold = before.structure.kind === "declaration" && after.structure.kind === "declaration";
  const content: ChangeDetail = {
    category: "content",
    description: "its content changed",
    impact: isTold ? "low" : "medium",
  };
  const dependency = compareReferences(before.references, after.references);
  const details = [content, structural, dependency].filter((each) => each !== null);
  return categorized(path, [...details, ...kind], structural === null && isTold ? "content" : "structure");
}

/** Categorizes a file that was added or deleted. */
export function categorizeWhole(path: RepoPath, what: "added" | "deleted"): CategorizedChange {
  const description = what === "added" ? "it is new" : "it is gone";
  const impact = what === "added" ? "medium" : "high";
  const details = (["content", "structural"] as const).map(
    (category) => ({ category, description, impact }) as const,
  );
  return categorized(path, details, "structure");
}

function categorized(
  path: RepoPath,
  details: readonly ChangeDetail[],
  noticedBy: CategorizedChange["noticedBy"],
): CategorizedChange {
  const isContent = details.some(({ category }) => category === "content");
  // `metadata` is a category only if nothing else changed.
  const categories = details
    .map(({ category }) => category)
    .filter((category) => !isContent || category !== "metadata");
  return { path, categories, details, noticedBy };
}

function describeKind(before: FileKind, after: FileKind | null): ChangeDetail {
  const description =
    after === "executable"
      ? "it became executable"
      : before === "executable" && after === "file"
        ? "it is no longer executable"
        : after === null
          ? "it can no longer be read"
          : `it was a ${before} and is a ${after}`;
  return { category: "metadata", description, impact: "low" };
}

/** Only strong references count: a string that may name a file is often just a string. */
function compareReferences(before: readonly Reference[], after: readonly Reference[]): ChangeDetail | null {
  const [old, now] = [strongOf(before), strongOf(after)];
  const added = [...now].filter((name) => !old.has(name));
  const removed = [...old].filter((name) => !now.has(name));
  if (added.length + removed.length === 0) return null;
  const list = (verb: string, names: readonly string[]): readonly string[] =>
    names.length === 0
      ? []
      : [
          `${verb} ${names.slice(0, LISTED).join(", ")}${names.length > LISTED ? ` and ${names.length - LISTED} more` : ""}`,
        ];
  const description = [...list("now refers to", added), ...list("no longer refers to", removed)].join("; ");
  return { category: "dependency", description, impact: "high" };
}

const LISTED = 5;

function strongOf(references: readonly Reference[]): ReadonlySet<string> {
  return new Set(
    references
      .filter(({ strength }) => strength === "strong")
      .map(({ specifier, anchor }) => (anchor === undefined ? specifier : `${specifier}#${anchor}`)),
  );
}

import {
  type Extraction,
  type ReachOut,
  type Reference,
  type Structure,
  unreadReference,
} from "../extraction.ts";
import { findStringPaths } from "../javascript/reaching/string-paths.ts";
import { readModule } from "../javascript/read-module.ts";
import { extractCss } from "../languages/css.ts";
import { indexLines, type Lines } from "../lines.ts";
import { RETURNED } from "./astro-structure.ts";
import { blankText, type Block, type Blocks, findBlocks } from "./blocks.ts";
import { findExpressions } from "./expressions.ts";
import { findLinks, linkReferences } from "./links.ts";

/** A piece of code in a document. */
export interface Code {
  readonly start: number;
  readonly end: number;
  /** The file extension of its language; null if we do not parse that language, undefined if it is not code. */
  readonly extension: string | null | undefined;
  /** It may return before its last line, like a function. */
  readonly mayReturn?: boolean;
}

export interface MarkupLanguage {
  /** The language of a script; undefined if it is not code. */
  readonly scriptExtension: (attributes: Block["attributes"]) => string | null | undefined;
  /** Code outside of scripts, and where the text after it starts. */
  readonly findCode?: (text: string) => Code | undefined;
  /** What others see of the code outside of scripts. If absent, the content. */
  readonly structureOf?: (code: string) => Structure;
  /** Types are read when the component is compiled, and affect what it does. */
  readonly readsTypes?: boolean;
}

const STYLES = new Map([
  ["css", ".css"],
  ["postcss", ".css"],
  ["scss", ".scss"],
  ["sass", ".sass"],
  ["less", ".less"],
]);

/** What a markup document refers to through its scripts, its styles, and its own text. */
export function extractMarkup(text: string, language: MarkupLanguage): Extraction {
  const lines = indexLines(text);
  const first = language.findCode?.(text);
  const found = findBlocks(text, first?.end ?? 0);
  const scripts = found.blocks.flatMap((block) => codeOf(block, language));
  const codes = [...(first === undefined ? [] : [first]), ...scripts].map((code) =>
    readCode(text, code, lines),
  );
  const markup = maskCode(found, first);
  const references: Reference[] = [
    ...codes.flatMap((code) => code.references),
    ...found.blocks.flatMap((block) => namedBy(block, lines)),
    ...readStyles(text, found.blocks, lines),
    ...findExpressions(markup, lines),
    ...findLinks(markup, lines),
  ];
  const known = new Set(references.map((one) => one.specifier));
  references.push(...findStringPaths(markup, { lines, known }));
  if (!found.isComplete) references.push(unreadReference("a part of it has no end"));
  const reachesOut = codes.flatMap((code) => code.reachesOut);
  return {
    references: language.readsTypes === true ? references.map(withTypes) : references,
    outline: { kind: "module", exports: ["default"], exportsFrom: [], complete: false },
    structure:
      found.isComplete && language.structureOf !== undefined
        ? language.structureOf(first === undefined ? "" : text.slice(first.start, first.end))
        : { kind: "content" },
    ...(reachesOut.length > 0 ? { reachesOut } : {}),
  };
}

function maskCode({ markup }: Blocks, code: Code | undefined): string {
  if (code === undefined) return markup;
  return blankText(markup.slice(0, code.end)) + markup.slice(code.end);
}

function codeOf(block: Block, { scriptExtension }: MarkupLanguage): readonly Code[] {
  if (block.name !== "script") return [];
  return [{ start: block.start, end: block.end, extension: scriptExtension(block.attributes) }];
}

function readCode(
  text: string,
  { start, end, extension, mayReturn = false }: Code,
  lines: Lines,
): { readonly references: readonly Reference[]; readonly reachesOut: readonly ReachOut[] } {
  const code = text.slice(start, end);
  if (code.trim() === "") return { references: [], reachesOut: [] };
  const before = lines.lineAt(start) - 1;
  const moved = <T extends { readonly line: number }>(one: T): T => ({ ...one, line: one.line + before });
  if (extension === null || extension === undefined) {
    const strings = findStringPaths(code, { lines: indexLines(code) });
    const unread = extension === null ? [unreadReference("the language of its script is not read")] : [];
    return { references: [...unread, ...strings].map(moved), reachesOut: [] };
  }
  const read = readModule(code, { extension, lines: indexLines(code), isParsed: true });
  const isBroken = read.fault !== undefined && !(mayReturn && RETURNED.test(read.fault.message));
  const broken = isBroken ? [unreadReference("its script cannot be parsed")] : [];
  return {
    references: [...read.references, ...broken].map(moved),
    reachesOut: read.reachesOut.map(moved),
  };
}

/** What the `src` of a block names. */
function namedBy({ name, attributes, offset }: Block, lines: Lines): readonly Reference[] {
  const target = attributes.get("src") ?? "";
  const line = lines.lineAt(offset);
  const isSheet = name === "style" && target !== "" && !/^(?:[a-z][a-z\d+.-]+:|\/)/i.test(target);
  if (!isSheet) return linkReferences(target, line, "strong");
  return [{ kind: "stylesheet", specifier: target, type: "import", strength: "strong", line }];
}

function readStyles(text: string, blocks: readonly Block[], lines: Lines): readonly Reference[] {
  return blocks.flatMap(({ name, attributes, start, end }) => {
    const style = text.slice(start, end);
    if (name !== "style" || style.trim() === "") return [];
    const extension = STYLES.get(attributes.get("lang") ?? "css");
    const before = lines.lineAt(start) - 1;
    const unread = extension === undefined ? [unreadReference("the language of its style is not read")] : [];
    const { references } = extractCss(style, extension ?? ".scss");
    return [...references, ...unread].map((one) => ({ ...one, line: one.line + before }));
  });
}

function withTypes(reference: Reference): Reference {
  if (reference.typeOnly !== true) return reference;
  const { typeOnly: _, ...rest } = reference;
  return rest;
}

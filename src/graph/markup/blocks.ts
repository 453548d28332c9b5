/** A `<script>` or `<style>`, whose text is in another language. Offsets are those of the document. */
export interface Block {
  readonly name: "script" | "style";
  /** By name in lower case; empty if an attribute has no value. */
  readonly attributes: ReadonlyMap<string, string>;
  /** The start of its tag. */
  readonly offset: number;
  /** The start and end of its text. */
  readonly start: number;
  readonly end: number;
}

export interface Blocks {
  readonly blocks: readonly Block[];
  /** The document with the blocks replaced by spaces, so that all other offsets stay the same. */
  readonly markup: string;
  /** False if a tag, a block or a comment has no end, so that blocks may have been missed. */
  readonly isComplete: boolean;
}

const OPEN = /<!--|<(script|style)(?=[\s/>])/gi;
/** Between braces there is code, which may contain braces too. */
const ATTRIBUTE =
  /[\s/]*([^\s=>"'/{}]+|\{[^}]*\})(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|\{((?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*)\}|([^\s>"'{}]+)))?/y;
const TAG_END = /[\s/]*>/y;

/** Finds the blocks of a document in one pass: never searches again for a missing end. */
export function findBlocks(text: string, from = 0): Blocks {
  const blocks: Block[] = [];
  const open = new RegExp(OPEN);
  open.lastIndex = from;
  let isComplete = true;
  for (let match = open.exec(text); match !== null; match = open.exec(text)) {
    const name = match[1]?.toLowerCase() as Block["name"] | undefined;
    const block =
      name === undefined ? undefined : readBlock(text, { name, offset: match.index }, open.lastIndex);
    const end = name === undefined ? endOf(text, "-->", open.lastIndex) : block?.end;
    if (end === undefined) {
      isComplete = false;
      break;
    }
    if (block !== undefined) blocks.push(block);
    open.lastIndex = end;
  }
  return { blocks, markup: blank(text, blocks), isComplete };
}

function readBlock(text: string, tag: Pick<Block, "name" | "offset">, at: number): Block | undefined {
  const attributes = new Map<string, string>();
  let offset = at;
  for (;;) {
    const close = matchAt(TAG_END, text, offset);
    if (close !== null) {
      const start = offset + close[0].length;
      if (close[0].endsWith("/>")) return { ...tag, attributes, start, end: start };
      const closing = new RegExp(`</${tag.name}(?=[\\s/>])`, "gi");
      closing.lastIndex = start;
      const end = closing.exec(text)?.index;
      return end === undefined ? undefined : { ...tag, attributes, start, end };
    }
    const found = matchAt(ATTRIBUTE, text, offset);
    if (found === null) return undefined;
    const [whole, key = "", double, single, braced, bare] = found;
    attributes.set(key.toLowerCase(), double ?? single ?? braced ?? bare ?? "");
    offset += whole.length;
  }
}

function matchAt(pattern: RegExp, text: string, offset: number): RegExpExecArray | null {
  pattern.lastIndex = offset;
  return pattern.exec(text);
}

function endOf(text: string, ending: string, from: number): number | undefined {
  const at = text.indexOf(ending, from);
  return at === -1 ? undefined : at + ending.length;
}

function blank(text: string, blocks: readonly Block[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const { offset, end } of blocks) {
    parts.push(text.slice(at, offset), blankText(text.slice(offset, end)));
    at = end;
  }
  return parts.join("") + text.slice(at);
}

/** Replaces everything but line breaks with spaces. */
export function blankText(text: string): string {
  return text.replace(/[^\n]/g, " ");
}

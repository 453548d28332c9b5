import { beginsWithTag } from "./line-start.ts";

export function toLines(text: string): readonly string[] {
  return (text.includes("\r") ? text.replace(/\r\n?/g, "\n") : text).split("\n");
}

interface Fence {
  readonly indent: string;
  readonly mark: string;
  /** Whether it may be no fence but words of the paragraph before it. */
  readonly isDoubtful: boolean;
}

const FENCE = /^( *)(`{3,}|~{3,})(.*)$/;

/** Empties fenced code; undefined where it is not plain to see where a fence begins or ends. */
export function blankFences(lines: readonly string[]): readonly string[] | undefined {
  let fence: Fence | undefined;
  let isInHtml = false;
  const blanked: string[] = [];
  for (const line of lines) {
    const mayBeFence = line.includes("```") || line.includes("~~~");
    const [, indent = "", mark = "", info = ""] = (mayBeFence ? FENCE.exec(line) : null) ?? [];
    if (fence !== undefined) {
      const isBlank = line.trim() === "";
      // What is indented less ends the list item that the fence is in, and the fence with it.
      if (isBlank ? fence.isDoubtful : !line.startsWith(fence.indent)) return undefined;
      const ends = mark.startsWith(fence.mark) && info.trim() === "" ? isAsDeep(indent, fence) : false;
      if (ends === undefined || (ends && fence.isDoubtful && mark !== fence.mark)) return undefined;
      if (ends) fence = undefined;
    } else if (mark === "" || (mark.startsWith("`") && info.includes("`"))) {
      if (mayBeFence && IN_CONTAINER.test(line)) return undefined;
      isInHtml = line.trim() !== "" && (isInHtml || beginsWithTag(line));
      blanked.push(line);
      continue;
    } else {
      const isDoubtful = indent.length > 3 && (blanked.at(-1) ?? "").trim() !== "";
      if (isInHtml) return undefined;
      // After a mark alone, the blank line that takes the place of the fence would end the list item.
      if (ONLY_MARK.test(blanked.at(-1) ?? "")) return undefined;
      // In a paragraph, backticks hide what is between them as a fence does; tildes do not.
      if (isDoubtful && mark.startsWith("~")) return undefined;
      fence = { indent, mark, isDoubtful };
    }
    blanked.push("");
  }
  return fence === undefined ? blanked : undefined;
}

const ONLY_MARK = /^[ \t>]*(?:[*+-]|\d+[.)])[ \t]*$/;

/** The mark that ends a fence is indented by at most three more than the list item that both are in. */
function isAsDeep(indent: string, fence: Fence): boolean | undefined {
  const more = indent.length - fence.indent.length;
  if (more === 0 || more > 3) return more === 0;
  return fence.indent === "" ? true : undefined;
}

/** A fence that begins in the line of a list item or a quote. */
const IN_CONTAINER = /^[ \t]*(?:>[ \t]*|(?:[*+-]|\d+[.)])[ \t]+)+(?:```|~~~)/;

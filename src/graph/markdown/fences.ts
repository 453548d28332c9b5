import { beginsWithTag } from "./line-start.ts";

export function toLines(text: string): readonly string[] {
  return (text.includes("\r") ? text.replace(/\r\n?/g, "\n") : text).split("\n");
}

interface Fence {
  readonly at: number;
  readonly indent: string;
  readonly mark: string;
  /** Whether it may be text of the paragraph before it instead of a fence. */
  readonly isDoubtful: boolean;
}

const FENCE = /^( *)(`{3,}|~{3,})(.*)$/;

/** The lines with fenced code emptied, up to the point where it is unclear where a fence starts or ends. */
export function blankFences(lines: readonly string[]): readonly string[] {
  let fence: Fence | undefined;
  let isInHtml = false;
  const blanked: string[] = [];
  const untilFence = (): readonly string[] => blanked.slice(0, fence?.at ?? blanked.length);
  for (const [at, line] of lines.entries()) {
    const mayBeFence = line.includes("```") || line.includes("~~~");
    const [, indent = "", mark = "", info = ""] = (mayBeFence ? FENCE.exec(line) : null) ?? [];
    if (fence !== undefined) {
      const isBlank = line.trim() === "";
      // A line with less indentation ends the list item that contains the fence, and the fence with it.
      if (isBlank ? fence.isDoubtful : !line.startsWith(fence.indent)) return untilFence();
      const ends = mark.startsWith(fence.mark) && info.trim() === "" ? isAsDeep(indent, fence) : false;
      if (ends === undefined || (ends && fence.isDoubtful && mark !== fence.mark)) return untilFence();
      if (ends) fence = undefined;
    } else if (mark === "" || (mark.startsWith("`") && info.includes("`"))) {
      if (mayBeFence && IN_CONTAINER.test(line)) return untilFence();
      isInHtml = line.trim() !== "" && (isInHtml || beginsWithTag(line));
      blanked.push(line);
      continue;
    } else {
      const isDoubtful = indent.length > 3 && (blanked.at(-1) ?? "").trim() !== "";
      if (isInHtml) return untilFence();
      // After a lone list mark, the blank line that replaces the fence would end the list item.
      if (ONLY_MARK.test(blanked.at(-1) ?? "")) return untilFence();
      // In a paragraph, backticks hide what is between them like a fence; tildes do not.
      if (isDoubtful && mark.startsWith("~")) return untilFence();
      fence = { at, indent, mark, isDoubtful };
    }
    blanked.push("");
  }
  return untilFence();
}

const ONLY_MARK = /^[ \t>]*(?:[*+-]|\d+[.)])[ \t]*$/;

/** The mark that ends a fence is indented by at most three more than the list item that contains both. */
function isAsDeep(indent: string, fence: Fence): boolean | undefined {
  const more = indent.length - fence.indent.length;
  if (more === 0 || more > 3) return more === 0;
  return fence.indent === "" ? true : undefined;
}

/** A fence that starts in the line of a list item or a quote. */
const IN_CONTAINER = /^[ \t]*(?:>[ \t]*|(?:[*+-]|\d+[.)])[ \t]+)+(?:```|~~~)/;

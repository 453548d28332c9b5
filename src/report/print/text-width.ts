import { eastAsianWidth } from "get-east-asian-width";

const characters = new Intl.Segmenter();

/** Graphemes without width: marks without a letter, joiners and the like. */
const INVISIBLE = /^[\p{Mark}\p{Cf}]*$/u;
/** Flags and pictograms. */
const PICTURE = /\p{Emoji_Presentation}|\u{FE0F}/u;

/** How many columns a text takes on a terminal. It must be plain: colours would count. */
export function textWidth(text: string): number {
  let width = 0;
  for (const { segment } of characters.segment(text))
    if (!INVISIBLE.test(segment))
      width += PICTURE.test(segment) ? 2 : eastAsianWidth(segment.codePointAt(0) ?? 0);
  return width;
}

/** A text that is not longer than that; what was cut off shows as three dots. */
export function shorten(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length - 3)}...` : text;
}

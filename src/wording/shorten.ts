/** A text cut to this length; three dots show that something is missing. */
export function shorten(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length - 3)}...` : text;
}

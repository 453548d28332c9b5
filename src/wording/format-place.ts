/** `file:line:column`, with the parts that are known. */
export function formatPlace(place: {
  readonly file?: string | undefined;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
}): string {
  return [place.file, place.line, place.column].filter((part) => part !== undefined).join(":");
}

/** A slice of a long text keeps all of it in memory; a copy does not. Any text comes back as it was. */
export function flat(text: string): string {
  return Buffer.from(text, "utf16le").toString("utf16le");
}

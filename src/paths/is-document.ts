/** Whether a path is prose that links to others, rather than code that uses them. */
export function isDocument(path: string): boolean {
  return /\.(md|markdown|mdx)$/i.test(path);
}

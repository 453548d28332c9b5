/** Whether a path is code that other code can import. */
export function isCode(path: string): boolean {
  return /\.(?:[cm]?[jt]sx?|vue|svelte)$/.test(path);
}

/** A command line that a shell would read back as the same words. */
export function formatCommand(words: readonly string[]): string {
  return words
    .map((word) => (/^[\w@%+:,./-][\w@%+=:,./-]*$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`))
    .join(" ");
}

/**
 * What this tool itself writes into a repository's root. It is never part of the tree that it verifies. The
 * baseline's name also begins that of the file that is about to replace it.
 */
const OWN = /^\.verification(?:-cache|-baseline\.json.*)?$/s;

/** Of a path from the root. */
export function isOwnFile(path: string): boolean {
  const slash = path.indexOf("/");
  return OWN.test(slash === -1 ? path : path.slice(0, slash));
}

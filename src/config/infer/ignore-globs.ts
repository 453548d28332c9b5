/**
 * The lines of an ignore file as exclusion globs. Null if a line re-includes something (`!kept.js`), which our globs
 * cannot express.
 */
export function ignoreGlobs(text: string): readonly string[] | null {
  const lines = text.split("\n").map((line) => line.trim());
  const patterns = lines.filter((line) => line !== "" && !line.startsWith("#"));
  if (patterns.some((line) => line.startsWith("!"))) return null;
  return patterns.flatMap((line) => {
    const path = line.replace(/^\//, "").replace(/\/+$/, "");
    const isAnchored = line.replace(/\/+$/, "").includes("/");
    const from = isAnchored ? path : `**/${path}`;
    return [`!${from}`, `!${from}/**`];
  });
}

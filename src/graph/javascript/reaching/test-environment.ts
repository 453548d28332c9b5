import type { Reference } from "../../extraction.ts";
import type { Lines } from "../../lines.ts";

const PRAGMA = /@(?:jest|vitest)-environment[ \t]+([^\s*]+)/g;
const ENDINGS = [".js", ".ts", ".cjs", ".mjs", ".cts", ".mts"];

/**
 * A comment in a test names the environment that it runs in: a file, relative to where the runner starts, or a package.
 */
export function findTestEnvironments(text: string, lines: Lines): readonly Reference[] {
  if (!text.includes("-environment")) return [];
  return [...text.matchAll(PRAGMA)].flatMap(({ 1: name = "", index }): Reference[] => {
    const shared = { type: "import", strength: "weak", line: lines.lineAt(index) } as const;
    const path = name.replace(/^<rootDir>\//, "./");
    if (path.startsWith("."))
      return [{ kind: "path", specifier: path, base: "any", endings: ENDINGS, ...shared }];
    return [name, `jest-environment-${name}`, `vitest-environment-${name}`].map((specifier) => ({
      kind: "module",
      specifier,
      ...shared,
    }));
  });
}

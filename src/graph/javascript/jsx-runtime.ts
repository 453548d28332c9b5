import type { Reference } from "../extraction.ts";

const MAY_HOLD = /^\.(?:[jt]sx|[mc]?js)$/;
const ELEMENT = /<(?:[A-Za-z][\w.:-]*[\s/>]|>)/;
const PRAGMA = /@jsxImportSource\s+([@\w./-]+)/;

/**
 * JSX elements call a module that no statement imports. If it is not React's, the file or the configuration names it.
 */
export function findJsxRuntime(
  text: string,
  extension: string,
  known: ReadonlySet<string>,
): readonly Reference[] {
  if (!MAY_HOLD.test(extension) || !ELEMENT.test(text)) return [];
  const source = PRAGMA.exec(text)?.[1] ?? "react";
  if (known.has(source)) return [];
  return [
    {
      kind: "module",
      specifier: `${source}/jsx-runtime`,
      type: "import",
      strength: "weak",
      line: 1,
      names: [],
    },
  ];
}

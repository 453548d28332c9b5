import { blockClaims } from "../block-claims.ts";
import type { TextParser } from "../parser.ts";

/** Vitest's output for people: ` FAIL  file > suite > test`, the error, and its place. */
export const parseVitestText: TextParser = (lines, locate) =>
  blockClaims(lines, {
    locate,
    start: (line) => {
      const match = /^ FAIL  (.+)$/.exec(line);
      if (match === null) return null;
      const [file = "", ...titles] = (match[1] as string).replace(/ \[ .* \]$/, "").split(" > ");
      const place = locate(file.replace(/^\|[^|]*\| /, ""));
      return place?.exists === true ? { file: place.path, title: titles.join(" > ") } : null;
    },
    isEnd: (line) => line.startsWith("⎯⎯⎯") || line.startsWith(" FAIL  "),
  });

import { blockClaims } from "./block-claims.ts";
import type { Locate } from "./locate.ts";
import type { TextParser } from "./parser.ts";

/** What Jest prints for people: `FAIL file`, and below it a block for each test. */
export const parseJestText: TextParser = (lines, locate) => {
  let file: ReturnType<Locate> = null;
  return blockClaims(lines, {
    locate,
    start: (line) => {
      const head = /^FAIL (?:\S+ )?(\S.*?)(?: \([\d.]{1,20} m?s\))?$/.exec(line);
      if (head !== null) file = locate(head[1] as string);
      const title = /^ {2}● (.+)$/.exec(line)?.[1];
      return title === undefined || file?.exists !== true ? null : { file: file.path, title };
    },
    isEnd: (line) => /^( {2}● |FAIL |PASS |Test Suites: |Summary of all failing tests)/.test(line),
  });
};

import { blockClaims } from "../block-claims.ts";
import type { Locate } from "../locate.ts";
import type { TextParser } from "../parser.ts";

/** Jest's output for people: `FAIL file`, and below it a block for each test. */
export const parseJestText: TextParser = (lines, locate) => {
  let file: ReturnType<Locate> = null;
  return blockClaims(lines, {
    locate,
    start: (line) => {
      const head = /^FAIL (\S.*?)(?: \([\d.]{1,20} m?s\))?$/.exec(line)?.[1];
      // The name of a project may come before the file's.
      const named = head === undefined ? [] : [head, head.replace(/^\S+ /, "")].map(locate);
      if (head !== undefined) file = named.find((each) => each?.exists === true) ?? null;
      const title = /^ {2}● (.+)$/.exec(line)?.[1];
      return title === undefined || file?.exists !== true ? null : { file: file.path, title };
    },
    isEnd: (line) => /^( {2}● |FAIL |PASS |Test Suites: |Summary of all failing tests)/.test(line),
  });
};

import fc from "fast-check";

/** What no terminal may be given: the rule, written down a second time and code point by code point. */
export const FORBIDDEN =
  /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u00AD\u061C\u115F\u1160\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\u3164\uFEFF\uFFA0\uFFF0-\uFFFB\uFFFE\uFFFF\p{Surrogate}]|[\u{1D173}-\u{1D17A}]|[\u{E0000}-\u{E0FFF}]|\u034F|\u17B4|\u17B5|[\u180B-\u180F]|[\uFE00-\uFE0D]/u;

/** A line that a CI system would take for a command: GitHub Actions, Azure Pipelines, TeamCity. */
export const COMMAND = /^\s*::|##(?:\[|vso\[|teamcity\[)/m;

/** Pieces of which bad things are made, between any text. */
const pieces = fc.constantFrom(
  ..."\u001B \u001B[ \u009B \u009D 31m \u0007 \u202E \u2066 \u200B \u200D \uFE0F \u00AD \uD800 \uDC80 \r \n \t \u2028 \u0085 : :: # ## [ vso[ teamcity[".split(
    " ",
  ),
  " ",
  "::stop-commands::token",
  "##[error]",
  "##vso[task.complete]",
);

export const anyText: fc.Arbitrary<string> = fc
  .array(fc.oneof({ weight: 3, arbitrary: pieces }, fc.string({ unit: "binary", maxLength: 5 })), {
    maxLength: 12,
  })
  .map((parts) => parts.join(""));

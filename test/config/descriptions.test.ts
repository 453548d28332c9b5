import { expect, it } from "vitest";
import { inferBuiltins } from "../../src/config/infer/infer-builtins.ts";
import { ROLES } from "../../src/config/infer/scripts/usual-scripts.ts";
import { PRESETS } from "../../src/config/presets/presets.ts";
import type { RepoPath } from "../../src/vocabulary/tree/path.ts";

const DESCRIPTIONS = [
  ...Object.values(PRESETS).map(({ description }) => description),
  ...Object.values(ROLES).map(({ description }) => description),
  ...inferBuiltins(["a.ts" as RepoPath, "a.md" as RepoPath]).map(({ fields }) => fields.description ?? ""),
];

it.each(DESCRIPTIONS)(
  "%j says what a check is about, for it is shown where that check failed",
  (description) => {
    expect(description).toMatch(
      /^(Lint|Formatting|Types|Tests|Browser tests|Unused code|Build|Syntax|Imports|Relative links)\b/,
    );
    expect(description).not.toMatch(/\b(pass|passes|finds nothing|are|is|can be|resolve|builds|fit)\b/);
  },
);

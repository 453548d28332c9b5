import { describe, expect, it } from "vitest";
import { findPlaceholder } from "../../../src/flow/build/constitution.ts";

describe("a placeholder", () => {
  it.each([
    "{{ project }}",
    "[PROJECT_NAME]",
    "[TODO: why]",
    "[your name here]",
    "<OWNER NAME>",
    "[fill in later]",
  ])("a placeholder is %s", (text) => {
    expect(findPlaceholder(`# Title\n\nWe are ${text} here.\n`)).toEqual({ line: 3, column: 8, text });
  });

  it.each([
    "Be kind [X] and [ ] and [x].",
    "[API](docs/api.md) and [RFC][1]",
    "`{{ template }}` is code",
    "```\n[PLACEHOLDER_ONE]\n```",
    "No TODO may be committed.",
    "Use <b>bold</b> words.",
  ])("there is no placeholder in %j", (text) => {
    expect(findPlaceholder(text)).toBeNull();
  });
});

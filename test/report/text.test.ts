import { describe, expect, it } from "vitest";
import { renderGithub } from "../../src/report/github.ts";
import { renderHtml } from "../../src/report/html/html.ts";
import { renderJunit } from "../../src/report/junit.ts";
import { renderMarkdown } from "../../src/report/markdown.ts";
import { renderSarif } from "../../src/report/sarif.ts";
import { renderText } from "../../src/report/text.ts";
import type { VerificationResult } from "../../src/vocabulary/verification-result.ts";
import { failedCheck, sampleFinding, sampleResult } from "./sample-result.ts";

const text = (result: VerificationResult, { verbose = false } = {}): string =>
  renderText(result, { paint: (_, shown) => shown, verbose, quiet: false, again: [] });

describe("a suggestion", () => {
  const result = sampleResult([failedCheck([sampleFinding({ suggestion: "Did you mean docs/guide.md?" })])]);
  const reports = { text, renderMarkdown, renderGithub, renderSarif, renderJunit, renderHtml };

  it.each(Object.entries(reports))("is shown by every report: %s", async (_, render) => {
    expect(await render(result)).toContain("Did you mean docs/guide.md?");
  });

  it("stands on the line of its finding", () => {
    expect(text(result)).toContain("never used. no-unused-vars Did you mean docs/guide.md?\n");
  });
});

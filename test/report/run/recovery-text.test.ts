import { describe, expect, it } from "vitest";
import { renderHtml } from "../../../src/report/html/html.ts";
import { renderMarkdown } from "../../../src/report/machine/markdown.ts";
import { withoutColour } from "../../../src/report/print/paint.ts";
import { renderOffer, renderProposal } from "../../../src/report/run/recovery-text.ts";
import { TYPED } from "../../../src/report/run/replayed.ts";
import { renderText } from "../../../src/report/run/text.ts";
import { HOSTILE, sampleAction, sampleCheck, sampleResult } from "../sample-result.ts";

const OPTIONS = { paint: withoutColour, verbose: false, quiet: false, ...TYPED };

describe("what was done to recover", () => {
  const recovery = [
    sampleAction(),
    sampleAction({
      strategy: "migrate",
      outcome: "failed",
      ended: "exit code 3",
      filesTouched: [],
      output: "one\n\u001B[31mtwo\u001B[0m\n",
    }),
    sampleAction({ outcome: "gave-up", ended: null, filesTouched: [], attempt: 3 }),
  ];

  it("is a short part of the text, with commands and the files that were touched", () => {
    const text = String(renderText(sampleResult([sampleCheck()], { recovery }), OPTIONS));
    expect(text).toContain(
      [
        "Recovery",
        "✓ eslint-fix for lint: recovered: it passes now 840 ms",
        "    $ eslint --fix src/cart.ts",
        "    1 file touched: src/cart.ts",
        "✗ migrate for lint: failed: exit code 3 840 ms",
        "    $ eslint --fix src/cart.ts",
        "    one",
        "    two",
        "✗ eslint-fix for lint: given up: the attempts are used up",
        "    $ eslint --fix src/cart.ts",
        "",
      ].join("\n"),
    );
    expect(String(renderText(sampleResult([sampleCheck()]), OPTIONS))).not.toContain("Recovery");
  });

  it("names a few of many files", () => {
    const filesTouched = Array.from({ length: 12 }, (_, at) => `f${at}`);
    const result = sampleResult([sampleCheck()], { recovery: [sampleAction({ filesTouched })] });
    const text = String(renderText(result, OPTIONS));
    expect(text).toContain("12 files touched: f0, f1, f2, f3, f4, f5, f6, f7, f8, f9 and 2 more");
  });

  it("is a part of Markdown and of HTML", () => {
    const result = sampleResult([sampleCheck()], { recovery });
    expect(renderMarkdown(result)).toContain(
      "- ` eslint-fix ` for ` lint `: ` recovered: it passes now ` · ` 1 file touched: src/cart.ts `",
    );
    const html = renderHtml(result);
    for (const text of ['id="recovery"', "Recovery", "src/cart.ts", "exit code 3"])
      expect(html).toContain(text);
    expect(renderHtml(sampleResult([sampleCheck()]))).not.toContain('id="recovery"');
  });

  it("cannot be faked by what a tool says", () => {
    const hostile = sampleAction({
      why: HOSTILE,
      command: [HOSTILE],
      output: HOSTILE,
      filesTouched: [HOSTILE],
    });
    const shown = String(renderProposal(hostile, withoutColour));
    expect(shown.split("\n")).toHaveLength(3);
    const failed = sampleResult([sampleCheck()], { recovery: [{ ...hostile, outcome: "failed" }] });
    const text = String(renderText(failed, OPTIONS));
    for (const each of [shown, text]) expect(each).not.toMatch(/[\u0000\u001B\u202E]/);
    expect(renderMarkdown(sampleResult([sampleCheck()], { recovery: [hostile] }))).not.toContain("\n::error");
  });

  it("is offered before it is done", () => {
    const text = String(renderOffer([sampleAction()], { paint: withoutColour, canAsk: false }));
    expect(text).toBe(
      [
        "This can be fixed with --recover:",
        "↻ recovery, attempt 1: eslint-fix for lint, which may edit files",
        "    because of 1 finding of lint (src/cart.ts:12 no-unused-vars)",
        "    $ eslint --fix src/cart.ts",
        "",
      ].join("\n"),
    );
  });
});

import { describe, expect, it } from "vitest";
import { rawFindingId } from "../../../src/checks/finding-id.ts";
import { renderHtml } from "../../../src/report/html/html.ts";
import { renderGithub } from "../../../src/report/machine/github.ts";
import { renderJunit } from "../../../src/report/machine/junit.ts";
import { renderMarkdown } from "../../../src/report/machine/markdown.ts";
import { renderSarif } from "../../../src/report/machine/sarif.ts";
import { withoutColour } from "../../../src/report/print/paint.ts";
import type { SafeText } from "../../../src/report/print/safe-text.ts";
import { createProgress } from "../../../src/report/run/progress.ts";
import { TYPED } from "../../../src/report/run/replayed.ts";
import { renderText } from "../../../src/report/run/text.ts";
import { contradictResult } from "../../../src/run/doubt/contradict-result.ts";
import type { VerificationResult } from "../../../src/vocabulary/run/verification-result.ts";
import type { CheckResult } from "../../../src/vocabulary/verdict/result.ts";
import type { Fingerprint } from "../../../src/vocabulary/tree/path.ts";
import type { Contradiction } from "../../../src/vocabulary/verdict/cache-check.ts";
import { failedCheck, sampleCheck, sampleFinding, sampleResult } from "../sample-result.ts";

const text = (result: VerificationResult, { verbose = false } = {}): string =>
  String(renderText(result, { paint: withoutColour, verbose, quiet: false, ...TYPED }));

describe("a suggestion", () => {
  const result = sampleResult([failedCheck([sampleFinding({ suggestion: "Did you mean docs/guide.md?" })])]);
  const reports = { text, renderMarkdown, renderGithub, renderSarif, renderJunit, renderHtml };

  it.each(Object.entries(reports))("is shown by every report: %s", async (_, render) => {
    expect(String(await render(result))).toContain("Did you mean docs/guide.md?");
  });

  it("stands on the line of its finding", () => {
    expect(text(result)).toContain("never used. no-unused-vars Did you mean docs/guide.md?\n");
  });
});

describe("a check that passed", () => {
  const warned = sampleCheck({
    errors: [
      sampleFinding({ severity: "warning" }),
      sampleFinding({ severity: "warning" }),
      sampleFinding({ severity: "info" }),
    ],
  });
  const result = sampleResult([warned, sampleCheck({ check: "types" })]);

  it("says how much it found all the same", () => {
    expect(text(result)).toContain("✓ passed   lint (2 warnings, 1 note), types\n");
    expect(text(sampleResult([{ ...warned, cached: true }]))).toContain(
      "cached   lint (2 warnings, 1 note)\n",
    );
  });

  it("lists that where all is asked for", () => {
    expect(text(result)).not.toContain("src/cart.ts:12:7");
    expect(text(result, { verbose: true }).match(/^ {4}src\/cart\.ts:12:7 warning 'total'/gm)).toHaveLength(
      2,
    );
  });
});

function progressOf(result: CheckResult): string {
  const written: string[] = [];
  const stream = { write: (line: SafeText) => void written.push(String(line)) };
  const progress = createProgress({ stream, paint: withoutColour, live: false });
  progress.onEvent({ type: "check-finished", result });
  progress.close();
  return written.join("").trimEnd();
}

describe("a cached check", () => {
  it("has the same mark while a run goes on and at its end, and a check that ran has another", () => {
    const cached = sampleCheck({ cached: true, cacheHits: 3 });
    expect(progressOf(cached)).toBe("= lint cached, 3 files");
    expect(text(sampleResult([cached]))).toContain("= cached   lint\n");
    expect(progressOf(sampleCheck({ duration: 5 }))).toMatch(/^✓ lint 5 ms/);
  });
});

describe("a failed check", () => {
  const shown = (fields: Parameters<typeof failedCheck>[1]): readonly string[] => {
    const check = failedCheck([], { duration: 355, ...fields });
    return [text(sampleResult([check])).split("\n")[0] as string, progressOf(check)];
  };

  it("says how it ended and when", () => {
    expect(shown({})).toEqual(["✗ lint failed: exit code 1 after 355 ms", "✗ lint 355 ms: exit code 1"]);
  });

  it("says once how long it took until it was out of time", () => {
    expect(shown({ exitCode: null, why: "timed out after 300 ms" })).toEqual([
      "✗ lint failed: timed out after 300 ms",
      "✗ lint: timed out after 300 ms",
    ]);
  });

  it("shows what it printed where its findings do not explain it", () => {
    const { file: _, ...raw } = sampleFinding({ id: rawFindingId("lint"), message: "lint: exit code 1" });
    const printed = { stdout: "the cause\n" };
    expect(text(sampleResult([failedCheck([sampleFinding()], printed)]))).not.toContain("the cause");
    expect(text(sampleResult([failedCheck([sampleFinding(), raw], printed)]))).toContain("    the cause\n");
  });

  it("a failed check that is built in keeps its counts apart from its problems", () => {
    const fields = { exitCode: null, why: "1 problem", command: ["builtin:links"], cacheHits: 1 };
    expect(shown(fields)[1]).toBe("✗ lint 355 ms, 1 file verified, 1 cached: 1 problem");
  });
});

describe("the reason that was given for a run", () => {
  it("stands before the verdict, on a line", () => {
    const result = sampleResult([sampleCheck()], { reason: "after\nthe merge" });
    expect(text(result)).toContain("\nreason: after the merge\n1 passed in 2.4 s\n");
  });
});

describe("a finding", () => {
  it("is one line, whatever its file is called", () => {
    const result = sampleResult([failedCheck([sampleFinding({ file: "src/a\n✓ passed.ts" })])]);
    expect(text(result)).toContain("    src/a ✓ passed.ts:12:7 error ");
  });

  it("about a stored verdict of the whole project that did not hold is shown with all that it says", () => {
    const said = { exitCode: 0, findings: [], runId: "earlier" } as const;
    const contradiction: Contradiction = {
      check: "lint",
      file: "",
      fingerprint: "f00d" as Fingerprint,
      stored: { ...said, status: "passed" },
      fresh: { ...said, status: "failed", exitCode: 1 },
    };
    const check = contradictResult(failedCheck([]), { category: "lint" }, [contradiction]);
    const findings = check.errors.map((finding) => ({ ...finding, state: "new" as const }));
    const shown = text(sampleResult([check], { findings }));
    expect(shown).toContain(
      "    error The stored verdict does not hold and was discarded. Stored in run earlier",
    );
    expect(shown).toContain("Fingerprint f00d. stale-verdict It depends on something");
    expect(shown).toContain("`verification flaky` whether it is flaky.\n");
  });
});

it("what a run draws is erased from the first column, where a terminal may have written ^C", () => {
  const written: string[] = [];
  const stream = { write: (part: SafeText) => void written.push(String(part)) };
  const progress = createProgress({ stream, paint: withoutColour, live: true });
  progress.onEvent({ type: "asking", check: "lint", tool: "eslint" });
  progress.close();
  expect(written.at(-1)).toBe("\r\u001B[1A\u001B[0J");
});

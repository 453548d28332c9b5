import { describe, expect, it } from "vitest";
import { renderAgent } from "../../../src/report/agent/agent.ts";
import { renderHtml } from "../../../src/report/html/html.ts";
import { renderGithub } from "../../../src/report/machine/github.ts";
import { renderMarkdown } from "../../../src/report/machine/markdown.ts";
import { withoutColour } from "../../../src/report/print/paint.ts";
import { rerunCommand, TYPED } from "../../../src/report/run/replayed.ts";
import { renderText } from "../../../src/report/run/text.ts";
import type { VerificationResult } from "../../../src/vocabulary/run/verification-result.ts";
import type { Replayed } from "../../../src/vocabulary/verdict/result.ts";
import { failedCheck, sampleCheck, sampleFinding, sampleResult } from "../sample-result.ts";

const replayed: Replayed = {
  runId: "run-7",
  timestamp: "2024-01-01T10:00:00.000Z",
  units: 1,
  files: [],
};
const cached = failedCheck([sampleFinding()], {
  check: "lint",
  cached: true,
  why: "exit code 1 (cached failure)",
  replayed,
});
const result = sampleResult([cached], { startedAt: "2024-01-01T13:00:00.000Z" });

const reports: Readonly<Record<string, (result: VerificationResult) => string>> = {
  text: (given) =>
    String(renderText(given, { paint: withoutColour, verbose: false, quiet: false, ...TYPED })),
  agent: (given) => renderAgent(given, { ...TYPED, maxTokens: 2000 }),
  markdown: renderMarkdown,
  github: (given) => String(renderGithub(given)),
  html: renderHtml,
};

describe.each(Object.entries(reports))("a cached failure in the report %s", (_, render) => {
  it("says that it is cached, since when, and what runs it again", () => {
    const text = render(result);
    expect(text).toMatch(/cached failure from run run-7, 3 h ago: not run again/);
    expect(text).toContain("verification --force --check lint");
  });

  it("says nothing of the kind of a failure of this run", () => {
    const fresh = sampleResult([failedCheck([sampleFinding()], { check: "lint" })]);
    expect(render(fresh)).not.toMatch(/cached failure|--force/);
  });
});

describe("the command that runs a check again", () => {
  const files = (...paths: readonly string[]): string =>
    rerunCommand(
      sampleCheck({
        check: "lint",
        cached: true,
        replayed: { ...replayed, units: paths.length, files: paths },
      }),
      { again: ["--profile", "ci"], program: ["npx", "verification"], isAtRoot: true },
    );

  it("names the files that failed, in a form that is not taken for a command", () => {
    expect(files("src/a.ts", "status")).toBe(
      "npx verification --profile ci --force --check lint src/a.ts ./status",
    );
  });

  it("names none where a name could mean something else", () => {
    expect(files("src/a.ts", "-b.ts")).toBe("npx verification --profile ci --force --check lint");
    expect(files("src/a.ts", "$(x)")).toBe("npx verification --profile ci --force --check lint");
  });

  it("names none where something failed that is not cached", () => {
    const check = sampleCheck({
      check: "lint",
      cached: false,
      replayed: { ...replayed, files: ["src/a.ts"] },
    });
    expect(rerunCommand(check, { ...TYPED, isAtRoot: true })).toBe("verification --force --check lint");
  });

  it("is read by a shell as the words that were meant", () => {
    const check = sampleCheck({ check: "a;b $(c)'d", replayed });
    expect(rerunCommand(check, TYPED)).toBe(`verification --force --check 'a;b $(c)'\\''d'`);
  });
});

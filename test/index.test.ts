import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const TYPES = readFileSync(join(import.meta.dirname, "../dist/index.d.ts"), "utf8");

describe("the types of the library", () => {
  it("offer the options that its users need", () => {
    const declared = /interface PlanOptions .*?^\}/ms.exec(TYPES)?.[0] ?? "";
    for (const option of ["paths", "checks", "mode", "baseline", "signal", "onEvent"])
      expect(declared).toContain(`readonly ${option}?:`);
  });

  it.each([
    "commandEnv",
    "continues",
    "inBackground",
    "isRun",
    "isWanted",
    "onCompared",
    "onReached",
    "onSeenBeside",
    "parts?",
    "pull?",
    "refuse",
    "request",
    "rerunFailed",
    "setAside",
  ])("do not offer `%s`, which only the program asks for", (option) => {
    expect(TYPES).not.toMatch(new RegExp(`readonly ${option.replace("?", "\\?")}[?:]`));
  });

  it("name nothing of the engine: no assessment, no store, no graph", () => {
    expect(TYPES).not.toMatch(
      /\b(?:interface|class) (?:Assessment|Store|FileGraph|SharedCache|ResolvedConfig)\b/,
    );
  });
});

import { expect, it } from "vitest";
import { resolveTrace, type TraceSources } from "../../../src/config/resolve/resolve-trace.ts";
import { TRACE_MODES, type TraceMode } from "../../../src/vocabulary/check/trace-mode.ts";

const said = (sources: Partial<TraceSources>): TraceMode =>
  resolveTrace({
    commandLine: undefined,
    check: undefined,
    execution: undefined,
    preset: undefined,
    ...sources,
  });

it("tracing is auto by default", () => {
  expect(said({})).toBe("auto");
});

it.each(TRACE_MODES)("tracing is %s if only one place sets it", (mode) => {
  for (const source of ["commandLine", "check", "execution", "preset"] as const)
    expect(said({ [source]: mode })).toBe(mode);
});

it("tracing is set by the command line, then the check, then execution, then the preset", () => {
  expect(said({ commandLine: "on", check: "off", execution: "full", preset: "off" })).toBe("on");
  expect(said({ commandLine: "auto", check: "off", execution: "full" })).toBe("auto");
  expect(said({ check: "full", execution: "on", preset: "off" })).toBe("full");
  expect(said({ execution: "on", preset: "off" })).toBe("on");
  expect(said({ execution: "off", preset: "on" })).toBe("off");
});

it("a preset that turns tracing off is not overridden by execution with auto", () => {
  expect(said({ execution: "auto", preset: "off" })).toBe("off");
  expect(said({ commandLine: "auto", preset: "off" })).toBe("off");
  expect(said({ check: "auto", preset: "off" })).toBe("auto");
});

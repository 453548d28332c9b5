import { expect, it } from "vitest";
import { renderMissingTracer } from "../../../src/report/run/tracer-text.ts";

it("the hint about the tracer says in two lines what is missing and how to get it", () => {
  const why = "strace is not installed.";
  const advice = "Install it: apt-get install strace.";
  expect(renderMissingTracer({ why, advice }).map(String)).toEqual([
    "Commands are not traced, so what they read is predicted. strace is not installed.",
    "  Install it: apt-get install strace.",
  ]);
});

it("the hint about the tracer stays plain and within its lines, whatever the system says", () => {
  const why = "strace cannot trace here: \u001B[31mno\nway.";
  expect(renderMissingTracer({ why, advice: "" }).map(String)).toEqual([
    "Commands are not traced, so what they read is predicted. strace cannot trace here: no way.",
  ]);
});

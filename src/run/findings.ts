import { createHash } from "node:crypto";
import type { Check } from "../vocabulary/check.ts";
import type { Emit } from "../vocabulary/event.ts";
import { explainEnding } from "../vocabulary/explain.ts";
import type { Finding } from "../vocabulary/finding.ts";
import { boundText } from "./bounded-output.ts";
import type { CommandOutcome } from "./executor.ts";

/** What a command said, as findings. Where that cannot be read, its raw output is one finding: nothing is lost. */
export function readFindings(check: Check, outcome: CommandOutcome, emit: Emit): readonly Finding[] {
  const { stdout, stderr, ending } = outcome;
  if (typeof check.parse === "function") {
    try {
      return check.parse(stdout, stderr);
    } catch (error) {
      const message = `The parser of "${check.name}" failed, its raw output is used: ${String(error)}`;
      emit({ type: "warning", message });
    }
  }
  const passed = ending.type === "exited" && ending.code === 0;
  if (passed || ending.type === "stopped" || check.parse === "none") return [];
  const why = explainEnding(ending);
  return [rawFinding(check, why, stderr.trim() || stdout.trim() || why)];
}

/** One finding that stands for everything a command said. */
export function rawFinding(check: Check, why: string, raw: string): Finding {
  const message = `${check.name}: ${why}`;
  return {
    id: createHash("sha256").update(`${check.name}\0${message}`).digest("hex").slice(0, 16),
    check: check.name,
    category: check.category,
    severity: "error",
    message,
    raw: boundText(raw, 4096),
  };
}

/** Findings as lines that editors and people know: place, severity, message, code. */
export function formatFindings(findings: readonly Finding[]): string {
  return findings
    .map(({ file, line, column, severity, message, code, suggestion }) => {
      const place = [file, line, column].filter((part) => part !== undefined).join(":");
      const tail = [suggestion === undefined ? "" : ` ${suggestion}`, code === undefined ? "" : ` [${code}]`];
      return `${place}: ${severity}: ${message}${tail.join("")}\n`;
    })
    .join("");
}

import type { Ending, SkipReason } from "./result.ts";

/** One line about how a command ended. */
export function explainEnding(ending: Ending): string {
  switch (ending.type) {
    case "exited":
      return `exit code ${ending.code}`;
    case "signalled":
      return `ended by ${ending.signal}`;
    case "timed-out":
      return `timed out after ${formatLimit(ending.limit)}`;
    case "stopped":
      return `stopped: ${explainSkip(ending.why)}`;
    case "not-started":
      return `${ending.reason} ${ending.advice}`;
  }
}

/** One line about why a check has no verdict. */
export function explainSkip(reason: SkipReason): string {
  switch (reason.type) {
    case "dependency-failed":
      return `${reason.dependency} did not pass`;
    case "fail-fast":
      return `${reason.failed} failed`;
    case "overall-timeout":
      return `the run took longer than ${formatLimit(reason.limit)}`;
    case "interrupted":
      return "interrupted";
    case "disabled":
      return "disabled";
    case "filtered":
      return "not asked for";
    case "no-files":
      return "no file to verify";
  }
}

function formatLimit(milliseconds: number): string {
  return milliseconds < 1000 ? `${milliseconds} ms` : `${Number((milliseconds / 1000).toFixed(1))} s`;
}

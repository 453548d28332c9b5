import { plural } from "../report/format.ts";
import type { RunView } from "../ui/api.ts";

export { formatDuration, formatPercent, plural } from "../report/format.ts";

/** `just now`, `5 min ago`, `3 h ago`, `12 days ago`. */
export function ago(at: number, now: number): string {
  const minutes = Math.floor((now - at) / 60_000);
  if (minutes < 1) return "just now";
  if (minutes < 60) return `${minutes} min ago`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return `${hours} h ago`;
  return `${Math.floor(hours / 24)} days ago`;
}

/** `2026-11-18 01:02`, in the reader's time zone. */
export function moment(at: number): string {
  const date = new Date(at);
  const two = (value: number): string => String(value).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ${two(date.getHours())}:${two(date.getMinutes())}`;
}

export function bytes(count: number): string {
  if (count < 1024 * 1024) return `${Math.round(count / 1024)} kB`;
  return `${(count / 1024 / 1024).toFixed(1)} MB`;
}

/** Which other machines ran something; empty if everything ran here. */
export function onWorkers(workers: readonly string[]): string {
  if (workers.length === 0) return "";
  const more = workers.length - MOST_WORKERS;
  const named = workers.slice(0, MOST_WORKERS).join(", ");
  return `on ${named}${more > 0 ? ` and ${plural(more, "other")}` : ""}`;
}

const MOST_WORKERS = 4;

/** The state of a run, as a title. */
export function titleOf({ state, checks, stopping }: RunView): string {
  const count = (name: string): number => checks.filter((check) => check.state === name).length;
  const failed = checks.filter((check) => check.state === "failed" && !check.isTolerated).length;
  if (state === "running") {
    if (stopping !== null) return "Stopping";
    const planned = checks.filter((check) => check.state !== "skipped");
    const done = planned.length - count("waiting") - count("running");
    return `Running: ${done} of ${plural(planned.length, "check")} done`;
  }
  if (state === "stopped") return "Stopped before its end";
  if (state === "lost") return "Ended without a result";
  if (state === "passed")
    return checks.every((check) => check.isCached || check.state === "skipped")
      ? "Everything is up to date"
      : "Everything passed";
  return failed === 0 ? "Not verified" : `${plural(failed, "check")} failed`;
}

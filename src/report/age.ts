import { plural } from "./format.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How long ago something was: `just now`, `5 min ago`, `3 h ago`, `12 days ago`. */
export function formatAge(time: string | number, now: number): string {
  const age = now - new Date(time).getTime();
  if (!(age >= MINUTE)) return "just now";
  if (age < HOUR) return `${Math.floor(age / MINUTE)} min ago`;
  if (age < 2 * DAY) return `${Math.floor(age / HOUR)} h ago`;
  return `${plural(Math.floor(age / DAY), "day")} ago`;
}

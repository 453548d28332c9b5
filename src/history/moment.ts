const UNITS: Readonly<Record<string, number>> = {
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 7 * 86_400_000,
};

/** What `parseMoment` understands, for people. */
export const MOMENTS =
  "a time ago such as 30m, 12h, 7d or 2w, or a date such as 2026-11-15 or 2026-11-15T09:30Z";

/** A moment in milliseconds since 1970: a time ago, or a date, in UTC unless it says otherwise. */
export function parseMoment(text: string, now: number): number | null {
  const [, count, unit] = /^(\d{1,6})([mhdw])$/.exec(text) ?? [];
  if (count !== undefined && unit !== undefined) return now - Number(count) * (UNITS[unit] ?? 0);
  if (!/^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})?)?$/.test(text)) return null;
  const isLocal = text.includes("T") && !/(Z|[+-]\d{2}:\d{2})$/.test(text);
  const time = Date.parse(isLocal ? `${text}Z` : text);
  return Number.isNaN(time) ? null : time;
}

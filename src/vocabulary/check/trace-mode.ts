/**
 * How closely a command is watched for what it reads. `auto`: where a tracer works. `on`: always, and where none works
 * that is an error. `full`: also names that it only asks about. `off`: not at all.
 */
export const TRACE_MODES = ["auto", "on", "full", "off"] as const;
export type TraceMode = (typeof TRACE_MODES)[number];

/**
 * How closely a command is watched for what it reads. `auto`: if a tracer works. `on`: always; it is an error if none
 * works. `full`: including names that it only asks about. `off`: not at all.
 */
export const TRACE_MODES = ["auto", "on", "full", "off"] as const;
export type TraceMode = (typeof TRACE_MODES)[number];

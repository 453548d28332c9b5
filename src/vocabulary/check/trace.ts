/**
 * How closely a command is watched: what it opens, lists, starts and asks `access` for; or also every name that it asks
 * `stat` for.
 */
export type TraceDepth = "calls" | "full";

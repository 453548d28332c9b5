import type { RepoPath } from "../../vocabulary/tree/path.ts";

/** What a reference leads to. A pattern, or a specifier that tools read differently, leads to more than one target. */
export interface Resolution {
  readonly state: "resolved" | "unresolved" | "opaque";
  /** Files of the snapshot. */
  readonly files: readonly RepoPath[];
  /**
   * Files that exist but are not in the snapshot: generated code in the repository's directory, and files beyond the
   * repository that are not installed, whose path starts with `../`.
   */
  readonly outside: readonly RepoPath[];
  /** Packages, Node's own modules, and what lies beyond the repository. */
  readonly external: readonly string[];
}

const NONE: readonly never[] = [];

export const UNRESOLVED: Resolution = { state: "unresolved", files: NONE, outside: NONE, external: NONE };
export const OPAQUE: Resolution = { state: "opaque", files: NONE, outside: NONE, external: NONE };

// Object literals on purpose: objects spread from others take twice the memory, and there are thousands of these.
export function toFiles(files: readonly RepoPath[]): Resolution {
  return { state: "resolved", files, outside: NONE, external: NONE };
}

export function toExternal(name: string): Resolution {
  return { state: "resolved", files: NONE, outside: NONE, external: [name] };
}

export function toOutside(path: RepoPath): Resolution {
  return { state: "resolved", files: NONE, outside: [path], external: NONE };
}

/** A file beyond the repository that belongs to no installed package. */
export function toBeyond(path: RepoPath): Resolution {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return { state: "resolved", files: NONE, outside: [path], external: [name] };
}

/** Leads to everything that any of them leads to. */
export function merge(resolutions: readonly Resolution[]): Resolution {
  const resolved = resolutions.filter((one) => one.state === "resolved");
  if (resolved.length === 0) return UNRESOLVED;
  if (resolved.length === 1) return resolved[0] as Resolution;
  return {
    state: "resolved",
    files: [...new Set(resolved.flatMap((one) => one.files))],
    outside: [...new Set(resolved.flatMap((one) => one.outside))],
    external: [...new Set(resolved.flatMap((one) => one.external))],
  };
}

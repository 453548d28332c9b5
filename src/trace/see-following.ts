import { posix } from "node:path";
import type { Closures } from "../graph/closure.ts";
import { leastOf } from "../vocabulary/least.ts";
import type { RepoPath } from "../vocabulary/path.ts";
import type { Place } from "../vocabulary/path-set.ts";
import type { Opened, Seen } from "./sort-trace.ts";

const TYPED = /\.[cm]?tsx?$/;

/** Whether only a tool that looks at types reads it, unless it is given the file. */
export function isTyped(place: Place): boolean {
  return TYPED.test(place);
}

/** How a linter went about the files that it was given. */
export interface Linted {
  /** Those that it loads itself, as its configuration or as plugins, with what they import. */
  readonly loaded: ReadonlySet<RepoPath>;
  /** Whether it reads what they import: that was read and is no target, or a target was read for more than itself. */
  readonly isFollowing: boolean;
  /** When it began with them. */
  readonly begin: number;
}

/**
 * Linters read each target once for itself, all of them after what they load. So what was read before any target that was
 * read only once, and then again, was loaded.
 */
export function seeLinting(
  seen: Seen,
  { tool, closures }: { readonly tool: string; readonly closures: Closures },
): Linted {
  const { opened, tries } = seen;
  const isOnce = ({ times }: Opened): boolean => times <= tries;
  const once = leastOf([...opened.values()].filter(isOnce).map(({ first }) => first));
  const loaded = new Set<RepoPath>();
  for (const [target, about] of opened) {
    const isNamed = posix.basename(target).includes(tool);
    if (!isNamed && (isOnce(about) || isTyped(target) || about.first >= once)) continue;
    for (const path of closures.of(target)) loaded.add(path);
  }
  const others = [...opened].filter(([target]) => !loaded.has(target));
  const isImportRead = others.some(([target]) =>
    [...closures.of(target)].some((path) => !opened.has(path) && seen.accesses.has(path)),
  );
  return {
    loaded,
    isFollowing: isImportRead || others.some(([, about]) => !isOnce(about)),
    begin: leastOf(others.map(([, { first }]) => first)),
  };
}

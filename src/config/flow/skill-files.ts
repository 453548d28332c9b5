import { join } from "node:path";
import { matchGlobs, plainStart } from "../../paths/glob.ts";
import { listBelow, lstatSync, statIfSeen } from "../../system/observed/observed-files.ts";
import { fail, succeed } from "../../values/succeed.ts";
import type { Result } from "../../vocabulary/failure.ts";
import type { ConfigDocument } from "../document.ts";

/** Where to look for skill files by default. */
export const SKILL_DIRECTORIES = [".claude/skills", ".agents/skills"] as const;

export interface SkillFile {
  /** Relative to the root. */
  readonly file: string;
  /** Whether the configuration names it; otherwise it is only in a directory for skills. */
  readonly isDeclared: boolean;
}

/** The Markdown files that may be skills. */
export function findSkillFiles(
  root: string,
  declared: readonly string[],
  document: ConfigDocument | null,
): Result<readonly SkillFile[]> {
  const found = new Set<string>(SKILL_DIRECTORIES.flatMap((directory) => markdownBelow(root, directory)));
  const named = new Set<string>();
  for (const [index, entry] of declared.entries()) {
    const files = expand(root, entry);
    if (files.length === 0) {
      return fail({
        kind: "config-invalid",
        message: `skills[${index}] names no Markdown file.`,
        ...(document === null ? {} : { at: document.locate(["skills", index]) }),
        value: entry,
        expected: "a Markdown file, a directory of them, or a glob, relative to the repository root",
      });
    }
    for (const file of files) named.add(file);
  }
  const all = [...new Set([...found, ...named])].sort();
  return succeed(all.map((file) => ({ file, isDeclared: named.has(file) })));
}

function expand(root: string, entry: string): readonly string[] {
  const stats = statIfSeen(join(root, entry));
  if (stats?.isFile()) return [entry];
  if (stats?.isDirectory()) return markdownBelow(root, entry);
  return markdownBelow(root, plainStart(entry)).filter(matchGlobs([entry]));
}

function markdownBelow(root: string, directory: string): readonly string[] {
  try {
    return listBelow(join(root, directory))
      .filter((path) => path.endsWith(".md") && lstatSync(join(root, directory, path)).isFile())
      .map((path) => join(directory, path).replaceAll("\\", "/"));
  } catch {
    return [];
  }
}

import { parse } from "yaml";
import type { InferenceSource } from "../repository.ts";

/** Whether turbo only runs these tasks in each package: its configuration runs nothing before them. */
export function runsSafelyAnywhere(tasks: readonly string[], repository: InferenceSource): boolean {
  const text = repository.text("turbo.json") || repository.text("turbo.jsonc");
  const settings = readSettings(text);
  const configured = settings?.["tasks"] ?? settings?.["pipeline"];
  if (typeof configured !== "object" || configured === null) return false;
  const entries = Object.entries(configured as Record<string, unknown>);
  return tasks.every((task) =>
    entries
      .filter(([name]) => name === task || name.endsWith(`#${task}`))
      .every(([, value]) => {
        const before = (value as { dependsOn?: unknown } | null)?.dependsOn;
        return before === undefined || (Array.isArray(before) && before.length === 0);
      }),
  );
}

/** JSON with comments is YAML once the comments are removed. */
function readSettings(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = parse(text.replaceAll(/^\s*\/\/.*$/gm, ""), { maxAliasCount: 100 });
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

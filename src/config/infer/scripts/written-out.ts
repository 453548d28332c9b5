import type { ScriptPackage } from "../packages.ts";
import { readScript, type ScriptCommand } from "./read-script.ts";
import { USUAL_SCRIPTS } from "./usual-scripts.ts";

export interface WrittenOut {
  /** The script with these commands. */
  readonly name: string;
  readonly length: number;
}

/**
 * The build that a script repeats instead of calling it: the same commands in the same order. If several match, the
 * longest; null if none does, or if a package manager would run more for it.
 */
export function findWrittenOut(
  commands: readonly ScriptCommand[],
  { scripts }: ScriptPackage,
  asked: string,
): WrittenOut | null {
  const builds = USUAL_SCRIPTS.flatMap(({ role, names }) => (role === "build" ? names : []));
  const found = builds.flatMap((name) => {
    const text = Object.hasOwn(scripts, name) && name !== asked ? scripts[name] : undefined;
    if (text === undefined || hasHooks(name, scripts)) return [];
    const script = readScript(text);
    return script !== null && isSame(script, commands.slice(0, script.length))
      ? [{ name, length: script.length }]
      : [];
  });
  return found.sort((one, other) => other.length - one.length)[0] ?? null;
}

/** Whether a package manager runs other scripts with this one. */
export function hasHooks(name: string, scripts: ScriptPackage["scripts"]): boolean {
  return ["pre", "post"].some((when) => Object.hasOwn(scripts, `${when}${name}`));
}

function isSame(one: readonly ScriptCommand[], other: readonly ScriptCommand[]): boolean {
  const asRead = (commands: readonly ScriptCommand[]): string =>
    JSON.stringify(commands.map(({ env, words }) => [env, words]));
  return asRead(one) === asRead(other);
}

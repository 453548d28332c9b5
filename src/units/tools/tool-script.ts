import { dirname, resolve } from "node:path";
import { stepsOf } from "./script-words.ts";
import type { CommandPlace } from "./tool-draft.ts";
import { candidates, statOf } from "./tool-files.ts";
import { knownEnd } from "./tool-words.ts";

/** A command of a script, with each place where it may run. */
export interface PlacedCommand {
  readonly words: readonly string[];
  readonly assignments: readonly string[];
  readonly places: readonly CommandPlace[];
}

/** Scripts in which commands may not run in the order of the text. */
const BRANCHES = /\b(?:if|case|for|while|until|function)\b|\|\||\(\)/;
const MAX_PLACES = 32;

/**
 * The commands of a shell script with the directories in which they run, after the `cd`s before them. If the script
 * branches, or if only running it can tell, all possible directories count.
 */
export function walkScript(text: string, start: CommandPlace, root: string): readonly PlacedCommand[] {
  const commands: PlacedCommand[] = [];
  const variables = new Map<string, string>();
  const outer: (readonly string[])[] = [];
  const hasBranches = BRANCHES.test(text);
  const met = new Set([start.cwd]);
  let directories: readonly string[] = [start.cwd];

  const enter = (targets: readonly string[], isSure: boolean): void => {
    for (const target of targets) met.add(target);
    directories = [...new Set(isSure ? targets : [...directories, ...targets])].slice(0, MAX_PLACES);
  };
  const change = (target: string | undefined): void => {
    if (target === undefined || target === "-") return enter([...met], false);
    const path = knownEnd(target);
    const isPartial = path !== target;
    const places = directories.map((cwd) => ({ cwd, script: start.script }));
    const targets = places.flatMap((place) =>
      isPartial ? unsureTargets(path, place, root) : [resolve(place.cwd, target)],
    );
    const existing = targets.filter((each) => statOf(each)?.isDirectory());
    enter(existing.length === 0 ? targets : existing, !isPartial && !hasBranches && existing.length > 0);
  };

  for (const step of stepsOf(text)) {
    if (step.type === "open") outer.push(directories);
    else if (step.type === "close") {
      const before = outer.pop();
      if (before !== undefined) enter(before, !hasBranches);
    } else {
      const words = step.words.map((word) => expand(word, variables));
      const assignments = step.assignments.map((word) => expand(word, variables));
      for (const each of assignments) variables.set(each.slice(0, each.indexOf("=")), valueOf(each));
      const places = directories.map((cwd) => ({ cwd, script: start.script }));
      commands.push({ words, assignments, places });
      const [name, ...args] = words;
      if (name === "cd" || name === "pushd" || name === "chdir") change(args.find((arg) => !/^-./.test(arg)));
      else if (name === "popd") change("-");
    }
  }
  return commands;
}

/** Where a script goes if it changes to a directory relative to itself, or to the root. */
function unsureTargets(path: string, place: CommandPlace, root: string): readonly string[] {
  const { cwd, script } = place;
  if (path !== "") return candidates({ path, isPartial: true }, place, root);
  return [cwd, root, ...(script === null ? [] : [script, dirname(script)])];
}

function valueOf(assignment: string): string {
  return assignment.slice(assignment.indexOf("=") + 1);
}

/** Replaces variables that the script itself has set before. */
function expand(word: string, variables: ReadonlyMap<string, string>): string {
  return word.replaceAll(/\$(?:\{(\w+)\}|(\w+))/g, (whole, braced: string, bare: string) => {
    return variables.get(braced ?? bare) ?? whole;
  });
}

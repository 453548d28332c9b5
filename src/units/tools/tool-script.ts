import { dirname, resolve } from "node:path";
import { isAssignment, splitCommands } from "../../shell/shell-commands.ts";
import type { CommandPlace } from "./tool-draft.ts";
import { candidates, statOf } from "./tool-files.ts";
import { knownEnd } from "./tool-words.ts";

/** A command of a script, with each place where it may run. */
export interface PlacedCommand {
  readonly words: readonly string[];
  readonly assignments: readonly string[];
  readonly places: readonly CommandPlace[];
}

/** Words that precede a command, or appear alone, and start nothing. */
const KEYWORDS = new Set("if then elif else fi while until do done ! esac coproc".split(" "));
/** Scripts in which commands may not run in the order of the text, or not all in the same shell. */
const BRANCHES = /\b(?:if|case|for|while|until|function)\b|\|\||\(/;
const MAX_PLACES = 32;

/**
 * The commands of a shell script with the directories in which they run, after the `cd`s before them. If the script
 * branches, or if only running it can tell, all possible directories count.
 */
export function walkScript(text: string, start: CommandPlace, root: string): readonly PlacedCommand[] {
  const found: PlacedCommand[] = [];
  const variables = new Map<string, string>();
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

  for (const command of commandsOf(text)) {
    const words = command.words.map((word) => expand(word, variables));
    const assignments = command.assignments.map((word) => expand(word, variables));
    for (const each of assignments) variables.set(each.slice(0, each.indexOf("=")), valueOf(each));
    const places = directories.map((cwd) => ({ cwd, script: start.script }));
    found.push({ words, assignments, places });
    const [name, ...args] = words;
    if (name === "cd" || name === "pushd" || name === "chdir") change(args.find((arg) => !/^-./.test(arg)));
    else if (name === "popd") change("-");
  }
  return found;
}

type Words = Pick<PlacedCommand, "words" | "assignments">;

function commandsOf(text: string): readonly Words[] {
  const { commands, isComplete } = splitCommands(text);
  const found = commands.map(({ written, assignments }): Words => {
    const at = written.findIndex((word) => !KEYWORDS.has(word) && !isAssignment(word));
    const before = written.slice(0, at === -1 ? undefined : at);
    return {
      words: at === -1 ? [] : written.slice(at),
      assignments: [...assignments, ...before.filter(isAssignment)],
    };
  });
  if (isComplete) return found;
  // If it cannot be read to its end, every word may be a command, or a file as in the value of a variable.
  const all = text.split(/[\s"'`;&|()]+/).filter((word) => word !== "");
  const named = { words: [], assignments: [`named=${all.join(" ")}`] };
  return [...found, named, ...all.map((word) => ({ words: [word], assignments: [] }))];
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

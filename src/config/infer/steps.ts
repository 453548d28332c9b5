import { posix } from "node:path";
import { knownTool } from "./known-tools.ts";
import type { ScriptPackage } from "./packages.ts";
import { pathBelow, type InferenceSource } from "./repository.ts";
import { type ManagerCall, readManagerCall } from "./scripts/manager-call.ts";
import { readScript, type ScriptCommand, type ScriptWord } from "./scripts/read-script.ts";
import { translateTool } from "./scripts/tool-use.ts";
import { runsSafelyAnywhere } from "./scripts/turbo.ts";
import { unwrapCommand, type Unwrapped } from "./scripts/unwrap.ts";
import { findWrittenOut, hasHooks } from "./scripts/written-out.ts";

/** One step of a script: a program that it starts, or a script that must run as a whole. */
export interface Step {
  readonly owner: ScriptPackage;
  /** The script that contains the step. */
  readonly script: string;
  /** The arguments of the script, if it runs as a whole. */
  readonly given: readonly string[];
  /** Whether that script does nothing else and gets no arguments, so that running it is the same. */
  readonly isWhole: boolean;
  /** Whether nothing comes after it in that script. */
  readonly isLast: boolean;
  /** The working directory, from the root of the repository. */
  readonly cwd: string;
  /** What it starts; null if only the whole script can be run, with the reason. */
  readonly call: Unwrapped | null;
  /** The same as a text for a shell, if only a shell can start it; null if it needs none. */
  readonly inShell: string | null;
  readonly why: string;
}

export interface Expansion {
  readonly steps: readonly Step[];
  /** What could not be read, one line each. */
  readonly notes: readonly string[];
}

interface Asked {
  readonly name: string;
  readonly owner: ScriptPackage;
  readonly given: readonly ScriptWord[];
  readonly trail: readonly string[];
}

/** The steps of a script, seen through the scripts that it calls, in its own package and in others. */
export function expandScript(
  name: string,
  owner: ScriptPackage,
  context: { readonly repository: InferenceSource; readonly packages: readonly ScriptPackage[] },
): Expansion {
  const notes: string[] = [];
  const expand = ({ name, owner, given, trail }: Asked): readonly Step[] => {
    const text = Object.hasOwn(owner.scripts, name) ? owner.scripts[name] : undefined;
    const id = `${owner.directory} ${name}`;
    if (text === undefined) return [];
    if (trail.includes(id)) {
      notes.push(`The script "${name}" calls itself.`);
      return [];
    }
    const asWholeScript = (why: string): readonly Step[] => [
      {
        owner,
        script: name,
        given: given.map(({ text }) => text),
        isWhole: given.length === 0,
        isLast: true,
        cwd: owner.directory,
        call: null,
        inShell: null,
        why,
      },
    ];
    // A build runs as a whole: the order of its parts and where they write are its own business.
    if (/^(?:pre|post)?(?:build|compile|prepare|prepack|generate|codegen)(?:[:-]|$)/.test(name))
      return asWholeScript("");
    const deeper = [...trail, id];
    const steps = inside(text, { name, owner, given, trail: deeper });
    // The package manager runs its hooks with it.
    if (steps === null) return asWholeScript(whyWhole(text));
    const beside = (when: string): readonly Step[] =>
      expand({ name: `${when}${name}`, owner, given: [], trail: deeper });
    return [...beside("pre"), ...steps, ...beside("post")];
  };
  const inside = (text: string, asked: Asked): readonly Step[] | null => {
    const commands = giveLast(readScript(text), asked.given);
    if (commands === null) return null;
    const steps: Step[] = [];
    let cwd = asked.owner.directory;
    // The package manager would also run its hooks, and these are steps of their own.
    const isWhole =
      commands.length === 1 && asked.given.length === 0 && !hasHooks(asked.name, asked.owner.scripts);
    for (let at = 0; at < commands.length; at++) {
      const command = commands[at] as ScriptCommand;
      const [first, second] = command.words;
      const build = findBuild(commands.slice(at), { ...asked, cwd });
      // A script that does nothing else has its own name.
      if (build !== null && build.length < commands.length) {
        steps.push(...expand({ ...asked, name: build.name, given: [] }));
        at += build.length - 1;
        continue;
      }
      if (first.text === "cd") {
        cwd = posix.normalize(pathBelow(cwd, second?.text ?? ""));
        if (!context.repository.isDirectory(cwd) || command.words.length !== 2) return null;
        continue;
      }
      if (commands.length > 1 && (first.text === "echo" || first.text === "true")) continue;
      const isLast = command === commands.at(-1);
      const found = follow(command, { ...asked, cwd, isWhole, isLast });
      if (found === null) return null;
      steps.push(...found);
    }
    return steps;
  };
  const follow = (
    command: ScriptCommand,
    asked: Asked & { readonly cwd: string; readonly isWhole: boolean; readonly isLast: boolean },
  ): readonly Step[] | null => {
    const call = unwrapCommand(command);
    const { owner, cwd, isWhole, isLast, name: script } = asked;
    const words: readonly ScriptWord[] = [{ text: call.tool, isPattern: false }, ...call.args];
    const managed = readManagerCall(words, owner);
    const isPlain = Object.keys(call.env).length === 0 && call.command.length === 1;
    if (managed === null) {
      // Only a shell expands patterns.
      const isExpanded = !isWhole && call.args.some(({ isPattern }) => isPattern) && !isTranslated(call, cwd);
      const inShell = isExpanded && process.platform !== "win32" ? command.text : null;
      if (isExpanded && inShell === null) return null;
      return [{ owner, script, given: [], isWhole, isLast, cwd, call, inShell, why: "" }];
    }
    if (managed.type === "program") {
      const [first, ...rest] = managed.words;
      return first === undefined
        ? null
        : follow({ env: call.env, words: [first, ...rest], text: null }, asked);
    }
    if (managed.type === "unread") return note(asked, managed.why);
    if (managed.where === "here" && managed.names.some((each) => !Object.hasOwn(owner.scripts, each)))
      return note(asked, "it calls a script that does not exist");
    if (!isPlain && managed.names.length > 0) return note(asked, "it sets variables for another script");
    if (call.tool === "turbo" && !runsSafelyAnywhere(managed.names, context.repository))
      return note(asked, "turbo.json says what has to run before");
    return called(managed, owner).flatMap((next) =>
      expand({ ...next, given: managed.given, trail: asked.trail }),
    );
  };
  /**
   * The build that a script repeats instead of calling it. What can be checked file by file is better than the build.
   */
  const findBuild = (commands: readonly ScriptCommand[], { name, owner, cwd }: Asked & { cwd: string }) => {
    const build = cwd === owner.directory ? findWrittenOut(commands, owner, name) : null;
    const isLooking = (command: ScriptCommand): boolean => isTranslated(unwrapCommand(command), cwd);
    return build === null || commands.slice(0, build.length).every(isLooking) ? null : build;
  };
  const isTranslated = (call: Unwrapped, cwd: string): boolean => {
    const known = knownTool(call);
    const use = { ...call, cwd, repository: context.repository };
    return known !== null && translateTool(known, use).type === "check";
  };
  const note = (
    asked: Asked & { readonly cwd: string; readonly isWhole: boolean },
    why: string,
  ): readonly Step[] | null =>
    asked.isWhole
      ? [
          {
            owner: asked.owner,
            script: asked.name,
            given: [],
            isWhole: true,
            isLast: true,
            cwd: asked.cwd,
            call: null,
            inShell: null,
            why,
          },
        ]
      : null;
  const called = (managed: ManagerCall & { type: "scripts" }, owner: ScriptPackage) => {
    const { where, names } = managed;
    const owners =
      where === "here"
        ? [owner]
        : context.packages.filter(({ directory, name }) =>
            where === "all" ? directory !== "." : where.includes(name) || where.includes(directory),
          );
    return owners.flatMap((each) => names.map((name) => ({ name, owner: each })));
  };
  return { steps: expand({ name, owner, given: [], trail: [] }), notes };
}

/** The arguments of a script go to its last command. */
function giveLast(
  commands: readonly ScriptCommand[] | null,
  given: readonly ScriptWord[],
): readonly ScriptCommand[] | null {
  const last = commands?.at(-1);
  if (!commands || last === undefined || given.length === 0) return commands;
  const [first, ...rest] = last.words;
  return [...commands.slice(0, -1), { env: last.env, words: [first, ...rest, ...given], text: null }];
}

function whyWhole(text: string): string {
  return readScript(text) === null ? "only a shell knows what it does" : "it cannot be taken apart";
}

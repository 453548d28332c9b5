import { FILES, type Check } from "../vocabulary/check/check.ts";

/** The command to start, or why the tool cannot be asked. */
export type ListCommand = { readonly words: readonly string[] } | { readonly why: string };

interface Runner {
  /** Subcommands that run tests. */
  readonly verbs: readonly string[];
  /** What comes right after its name to make it only list. */
  readonly lists: readonly string[];
  /**
   * Options that do not decide which files are tests, or that select among them: without and with a word after them.
   */
  readonly dropped: RegExp;
  readonly droppedWithValue: RegExp;
}

const RUNNERS: Readonly<Record<"vitest" | "jest" | "tsc", Runner>> = {
  vitest: {
    verbs: ["run", "watch", "dev"],
    lists: ["list", "--filesOnly", "--json"],
    dropped:
      /^(?:--(?:passWithNoTests|silent|update|run|watch|ui|coverage|changed|related)(?:[=.].*)?|-[uw]|--(?:reporter|outputFile|bail|shard)[=.].*)$/,
    droppedWithValue: /^--(?:reporter|outputFile|bail|shard)$/,
  },
  jest: {
    verbs: [],
    lists: ["--listTests", "--json"],
    dropped:
      /^(?:--(?:json|runTestsByPath|passWithNoTests|coverage|collectCoverage|watch|watchAll|updateSnapshot|onlyChanged|lastCommit|bail|ci)(?:=.*)?|-[uob]|--(?:reporters|outputFile|shard|changedSince|coverage\w+)=.*)$/,
    droppedWithValue: /^--(?:reporters|outputFile|shard|changedSince)$/,
  },
  tsc: {
    verbs: [],
    lists: ["--listFilesOnly"],
    dropped: /^(?:-w|--watch|--listFiles|--listEmittedFiles|--explainFiles|--noEmit)$/i,
    droppedWithValue: /^--(?:generateTrace|generateCpuProfile)$/i,
  },
};

/** The command of a check, changed so that it only lists its files. */
export function listCommand(
  { command, args }: Pick<Check, "command" | "args">,
  tool: keyof typeof RUNNERS,
): ListCommand {
  const { verbs, lists, dropped, droppedWithValue } = RUNNERS[tool];
  const words = [command, ...args];
  const at = words.findIndex((word) => isCalled(word, tool));
  if (at === -1) return { why: `${command} hides how ${tool} is started` };
  const kept: string[] = [];
  for (let index = at + 1; index < words.length; index++) {
    const word = words[index] ?? "";
    if (droppedWithValue.test(word)) index++;
    else if (!dropped.test(word) && !word.includes(FILES) && !verbs.includes(word)) kept.push(word);
  }
  return { words: [...words.slice(0, at + 1), ...lists, ...kept] };
}

/** `node_modules/.bin/vitest`, `vitest@4`, `node_modules/vitest/vitest.mjs`: all are vitest. */
export function isCalled(word: string, tool: string): boolean {
  const name = word.replace(/^.*[\\/]/, "").replace(/(?:@[^@/]*|\.(?:[cm]?js|cmd|exe))$/, "");
  return name === tool && !word.startsWith("-");
}

/** One command in a line of shell, as far as it can be seen without being a shell. */
export type Words = readonly [command: string, ...args: string[]];

/** A word, in which quotes group, or what stands between two commands. */
const TOKEN = /(?:"[^"]*"|'[^']*'|[^\s"';|&()])+|[;|&()\n]/g;
const SEPARATOR = /^[;|&()\n]$/;
/** Where output goes is no input. */
const OUTPUT = /\d*>>?\s*&?[^\s;&|"']+/g;
const ASSIGNMENT = /^[A-Za-z_]\w*=/;
/** Programs that only start another one, which is the one that matters. */
const STARTERS = new Set([
  "env",
  "cross-env",
  "cross-env-shell",
  "dotenv",
  "exec",
  "command",
  "time",
  "nice",
  "nohup",
]);

/** The commands that a line of shell starts: `A=1 eslint . && tsc` starts eslint and tsc. */
export function commandsOf(script: string): readonly Words[] {
  const commands: string[][] = [[]];
  for (const [token] of script.replaceAll(OUTPUT, " ").matchAll(TOKEN)) {
    if (SEPARATOR.test(token)) commands.push([]);
    else commands.at(-1)?.push(token.replaceAll(/["']/g, ""));
  }
  return commands.flatMap((words) => {
    let start = 0;
    while (start < words.length && (ASSIGNMENT.test(words[start] ?? "") || isStarter(words, start))) start++;
    const [command, ...args] = words.slice(start);
    return command === undefined ? [] : [[command, ...args] as const];
  });
}

/** A starter, or one of its options, with a command still to come. */
function isStarter(words: readonly string[], at: number): boolean {
  if (at + 1 >= words.length) return false;
  const word = words[at] ?? "";
  return STARTERS.has(word) || (at > 0 && word.startsWith("-"));
}

import { ownValue } from "../../values/own-value.ts";
import { isAssignment, splitWords } from "../../shell/shell-commands.ts";

/** What a command starts: the words of a command, or a shell script. */
export interface Inner {
  readonly words?: readonly string[];
  readonly text?: string;
  /** The directory in which it starts, if it is a different one. */
  readonly directory?: string;
}

interface Wrapper {
  /** Options whose value is the next word. */
  readonly valued: readonly string[];
  /** Options whose value is a shell script. */
  readonly text?: readonly string[];
  readonly directory?: readonly string[];
}

const plain: Wrapper = { valued: [] };
const npx: Wrapper = {
  valued: ["-p", "--package", "-w", "--workspace", "--registry", "--cache", "--loglevel", "--node-arg", "-n"],
  text: ["-c", "--call"],
  directory: ["--prefix", "-C", "--cwd"],
};

/** Programs that package scripts use to start others, which are the ones that matter most. */
const WRAPPERS: Readonly<Record<string, Wrapper>> = {
  env: { valued: ["-u", "--unset"], directory: ["-C", "--chdir"] },
  "cross-env": plain,
  "cross-env-shell": plain,
  dotenv: { valued: ["-e", "-v", "-p", "-f", "-q", "--file"] },
  dotenvx: { valued: ["-f", "-e", "-fk", "-fv", "--env-file", "--env"] },
  exec: { valued: ["-a"] },
  command: plain,
  time: { valued: ["-f", "--format", "-o", "--output"] },
  timeout: { valued: ["-k", "--kill-after", "-s", "--signal"] },
  xargs: {
    valued: ["-a", "-d", "-E", "-I", "-L", "-n", "-P", "-s", "--arg-file", "--delimiter", "--max-args"],
  },
  "xvfb-run": { valued: ["-e", "-f", "-n", "-p", "-s", "-w", "--server-args", "--server-num"] },
  c8: { valued: ["-r", "--reporter", "-c", "--config", "-n", "--include", "-x", "--exclude"] },
  nyc: { valued: ["-r", "--reporter", "-n", "--include", "-x", "--exclude"] },
  npx,
  bunx: npx,
  pnpx: npx,
};

/** Whether it starts commands of packages by package name. */
export function isRunner(name: string): boolean {
  return ownValue(WRAPPERS, name) === npx;
}

const DURATION = /^\d+(?:\.\d+)?[smhd]?$/;

/** The command that a wrapper starts; null if `name` is not a wrapper or starts nothing. */
export function unwrap(name: string, args: readonly string[]): Inner | null {
  if (name === "eval" || name === "trap") return { text: args.join(" ") };
  if (name === "concurrently") return { text: args.map(asScript).join("\n") };
  const wrapper = ownValue(WRAPPERS, name);
  if (wrapper === undefined) return null;
  if (name === "env") {
    const split = splitString(args);
    if (split !== null) return { words: split };
  }
  const { at, text, directory } = skipOwn(name, args, wrapper);
  const place = directory === undefined ? {} : { directory };
  if (text !== undefined) return { text, ...place };
  const words = args.slice(at);
  if (words.length === 0) return null;
  return name === "cross-env-shell" ? { text: words.join(" "), ...place } : { words, ...place };
}

/** Where a wrapper's own options, assignments and numbers end. */
function skipOwn(
  name: string,
  args: readonly string[],
  wrapper: Wrapper,
): { at: number; text: string | undefined; directory: string | undefined } {
  let text: string | undefined;
  let directory: string | undefined;
  let areOptions = true;
  let at = 0;
  for (; at < args.length; at++) {
    const arg = args[at] as string;
    const [option = "", value] = arg.startsWith("--") ? splitOnce(arg) : [arg];
    const given = (): string | undefined => value ?? args[++at];
    if (areOptions && arg === "--") areOptions = false;
    else if (areOptions && wrapper.text?.includes(option)) text = given();
    else if (areOptions && wrapper.directory?.includes(option)) directory = given();
    else if (areOptions && wrapper.valued.includes(option)) given();
    else if (areOptions && arg.startsWith("-") && arg !== "") continue;
    else if (isAssignment(arg)) continue;
    else if (DURATION.test(arg) && wrapper !== npx) continue;
    else if (arg === "run" && name.startsWith("dotenv")) continue;
    else break;
  }
  return { at, text, directory };
}

/** `env -S "node --import ./a.mjs" x` starts `env node --import ./a.mjs x`. */
function splitString(args: readonly string[]): readonly string[] | null {
  for (const [at, arg] of args.entries()) {
    if (!arg.startsWith("-")) return null;
    const match = /^(?:-[a-z0]*S|--split-string=?)(.*)$/s.exec(arg);
    if (match === null) continue;
    const rest = args.slice(at + 1);
    return ["env", ...splitWords(match[1] === "" ? (rest.shift() ?? "") : (match[1] ?? "")), ...rest];
  }
  return null;
}

export function splitOnce(arg: string): readonly [string, string?] {
  const at = arg.indexOf("=");
  return at === -1 ? [arg] : [arg.slice(0, at), arg.slice(at + 1)];
}

/** `npm:lint` is short for `npm run lint`. */
function asScript(word: string): string {
  return word.replace(/^(npm|pnpm|yarn|bun):(.*)$/, "$1 run '$2'");
}

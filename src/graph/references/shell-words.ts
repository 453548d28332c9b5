import { type ShellCommand, splitCommands, type ShellWord } from "../../shell/shell-commands.ts";
import type { Reference } from "../extraction.ts";

/** Words before a command that do not change what it reads. */
const PREFIXES = new Set(
  "then do else elif if while until ! exec command builtin time nohup env { (".split(" "),
);
/** Words of the shell's own syntax. */
const SYNTAX = new Set("fi done esac } ) ;; in function".split(" "));
/** Commands that read no file, or only check whether it exists. */
const SILENT = new Set(
  `: true false echo printf exit return set shift export local readonly declare typeset unset test [ [[ mkdir rm rmdir
  touch sleep kill wait break continue umask ulimit pwd date uname whoami hostname id tty type hash getopts read let`.split(
    /\s+/,
  ),
);
/** Commands that read only the files that their words name. */
const READERS = new Set(
  `cat head tail grep egrep fgrep sed sort uniq wc diff cmp cut tr ls find cp mv ln tee basename dirname chmod stat file
  md5sum sha1sum sha256sum tac rev nl comm join paste for case select`.split(/\s+/),
);
const SHELL_ENDINGS = [".sh"];
const NODE_ENDINGS = [".js", ".mjs", ".cjs", ".ts", "/index.js"];
const PYTHON_ENDINGS = [".py", "/__main__.py"];
const RUNNERS: ReadonlyMap<string, readonly string[]> = new Map([
  ...["sh", "bash", "dash", "ksh", "zsh"].map((name) => [name, SHELL_ENDINGS] as const),
  ...["node", "nodejs", "bun", "deno", "tsx", "ts-node"].map((name) => [name, NODE_ENDINGS] as const),
  ...["python", "python3"].map((name) => [name, PYTHON_ENDINGS] as const),
]);
const SHELLS = /^(?:ba|da|k|z)?sh$/;
/** Options of such programs that take the next word. */
const TAKES_WORD = /^(?:-r|--require|--import|--loader|--env-file|-W|-X|-o|-O)$/;
const GLOB = /[*?[]/;
const NAME = /^[^\s<>|"'{}$`;&]+$/;

/** The parts of a command that name files. */
export type NamingCommand = Pick<ShellCommand, "words" | "inputs" | "offset">;

/** What the words of commands name. */
export function wordReferences(
  commands: readonly NamingCommand[],
  lineAt: (offset: number) => number,
): Reference[] {
  const references: Reference[] = [];
  const functions = new Set(
    commands.flatMap(({ words }) => words.flatMap((word) => /^(.+)\(\)$/.exec(word ?? "")?.[1] ?? [])),
  );
  const starts = new Set([""]);

  const visit = ({ words: all, inputs, offset }: NamingCommand): void => {
    const line = lineAt(offset);
    const hide = (specifier: string): void => {
      references.push({ kind: "opaque", specifier, type: "reference", strength: "strong", line });
    };
    const name = (word: ShellWord, endings?: readonly string[]): void => {
      if (word === null) return hide("a name that is made when it runs");
      const value = word.replace(/^--?[\w-]+=/, "");
      if (value.startsWith("-") || !NAME.test(value)) return;
      const shared = { type: "import", strength: "weak", line } as const;
      for (const start of starts) {
        const specifier = start + value;
        if (GLOB.test(value)) references.push(globReference(specifier, shared));
        else if (/[./]|^\w[\w-]*$/.test(value))
          references.push({
            kind: "path",
            specifier,
            ...shared,
            base: "any",
            directory: true,
            ...(endings === undefined ? {} : { endings }),
          });
      }
    };
    const names = (words: readonly ShellWord[]): void => {
      for (const word of words) name(word);
    };
    const run = (words: readonly ShellWord[], endings: readonly string[], isShell: boolean): void => {
      for (let at = 0; at < words.length; at += 1) {
        const word = words[at] as ShellWord;
        if (word === null) return hide("a script by a name that is made when it runs");
        if (TAKES_WORD.test(word)) name(words[++at] ?? null, endings);
        else if (word === "-c" && isShell) return inline(words[at + 1] ?? null);
        else if (word === "-m" || /^-\w*[cep]$/.test(word) || word === "-" || word === "--eval")
          return hide(`${word} of a program`);
        else if (!word.startsWith("-")) {
          name(word, endings);
          // A script can read its arguments.
          return names(words.slice(at + 1));
        }
      }
      if (inputs.length > 0 || words.length === 0) hide("a script that is read from its input");
    };
    const inline = (text: ShellWord): void => {
      if (text === null) return hide("a text that is made when it runs");
      const inner = splitCommands(text);
      if (!inner.isComplete) hide("a text that cannot be read to its end");
      for (const each of inner.commands) visit({ ...each, offset });
    };

    for (const input of inputs) if (input !== null) name(input);
    let words = all;
    while (words[0] !== undefined && words[0] !== null && (PREFIXES.has(words[0]) || /^\w+=/.test(words[0])))
      words = words.slice(1);
    const [command, ...rest] = words;
    if (command === undefined || (command !== null && SYNTAX.has(command))) return;
    if (command === null) return hide("a program by a name that is made when it runs");
    if (command.endsWith("()") || functions.has(command)) return;
    if (command === "source" || command === ".") {
      if (rest[0] === undefined || rest[0] === null)
        return hide("source of a name that is made when it runs");
      return names(rest);
    }
    if (command === "cd" || command === "pushd") {
      const [to = null] = rest;
      if (to === null || GLOB.test(to) || to.startsWith("-"))
        return hide("cd to where only running it can tell");
      if (to !== ".")
        for (const start of [...starts].slice(0, 4)) starts.add(`${start}${to.replace(/\/*$/, "/")}`);
      return;
    }
    if (command === "trap") return rest.length > 1 ? inline(rest[0] ?? null) : undefined;
    const endings = RUNNERS.get(command);
    if (endings !== undefined) return run(rest, endings, SHELLS.test(command));
    if (SILENT.has(command)) return names(rest.filter((word) => word !== null));
    if (READERS.has(command)) return names(rest);
    if (!command.includes("/")) return hide(`the program ${command}`);
    name(command);
    names(rest);
  };
  for (const each of commands) visit(each);
  return references;
}

function globReference(specifier: string, shared: Pick<Reference, "type" | "strength" | "line">): Reference {
  const prefix = /^[^*?[]*/.exec(specifier)?.[0] ?? "";
  const suffix = /[^*?\]]*$/.exec(specifier)?.[0] ?? "";
  const rooted = prefix.startsWith("/") || prefix.startsWith(".") ? prefix : `./${prefix}`;
  return { kind: "pattern", specifier, fixed: { prefix: rooted, suffix }, ...shared, base: "any" };
}

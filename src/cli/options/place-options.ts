import type { Command, Option } from "commander";
import { fail, succeed } from "../../values/succeed.ts";
import type { Result } from "../../vocabulary/failure.ts";
import { nearest } from "../../wording/nearest.ts";
import { unknownName } from "../../wording/unknown-name.ts";

/**
 * Reorders the arguments for commander: an option before a subcommand counts as if written after it, and one
 * that the subcommand does not know is refused. After `--` no word is a subcommand.
 */
export function placeOptions(program: Command, argv: readonly string[]): Result<readonly string[]> {
  let command = program;
  let above = program;
  let rest = argv;
  const names: string[] = [];
  const before: GivenOption[] = [];
  for (;;) {
    const { options, operand } = readOptions(command, rest);
    const name = rest[operand] ?? "";
    const subcommand = findSubcommand(command, name);
    if (subcommand === undefined) break;
    names.push(name);
    before.push(...options);
    rest = rest.slice(operand + 1);
    above = command;
    command = subcommand;
  }
  const [about = ""] = names.at(-1) === "help" ? rest : [];
  if (about !== "" && !about.startsWith("-") && findSubcommand(above, about) === undefined)
    return refuseHelp(above, names, about);
  if (names.length === 0) return succeed(keepPath(program, argv));
  // The version is printed whatever else was requested.
  if (before.some(({ flag }) => VERSION_FLAGS.has(flag))) return succeed(argv);
  const unknown = before.flatMap(({ flag }) => (knows(command, flag) ? [] : [flag]));
  if (unknown.length > 0) return refuseOptions(command, names, unknown);
  return succeed([...names, ...before.flatMap(({ words }) => words), ...rest]);
}

const VERSION_FLAGS: ReadonlySet<string> = new Set(["-V", "--version"]);

interface GivenOption {
  /** As the command declares it, without its value. */
  readonly flag: string;
  /** As typed, with its value. */
  readonly words: readonly string[];
}

/** The options up to the first word that is not an option, and where that is. */
function readOptions(
  command: Command,
  argv: readonly string[],
): { readonly options: readonly GivenOption[]; readonly operand: number } {
  const options: GivenOption[] = [];
  let at = 0;
  for (;;) {
    const word = argv[at];
    if (word === undefined || word === "--" || !/^-./.test(word)) return { options, operand: at };
    const flag = word.startsWith("--") ? word.replace(/=.*/s, "") : word.slice(0, 2);
    const takesNext =
      flag === word && listAllOptions(command).some((each) => is(each, flag) && each.required);
    const words = argv.slice(at, at + (takesNext ? 2 : 1));
    options.push({ flag, words });
    at += words.length;
  }
}

/** Commander takes a word for a subcommand even after `--`, but never one that looks like a path. */
function keepPath(program: Command, argv: readonly string[]): readonly string[] {
  const { operand } = readOptions(program, argv);
  const path = argv[operand + 1] ?? "";
  if (argv[operand] !== "--" || findSubcommand(program, path) === undefined) return argv;
  return argv.with(operand + 1, `./${path}`);
}

/** Commander would show the help of the command above. */
function refuseHelp(above: Command, names: readonly string[], about: string): Result<never> {
  return fail(
    unknownName({
      message: `There is no command \`${["verification", ...names.slice(0, -1), about].join(" ")}\`.`,
      name: about,
      known: above.commands.map((each) => each.name()),
      none: "no command",
    }),
  );
}

function refuseOptions(
  command: Command,
  names: readonly string[],
  unknown: readonly string[],
): Result<never> {
  const known = listOptions(command).filter(({ long }) => long !== "--help");
  const suggestion = nearest(
    unknown[0] ?? "",
    known.flatMap(({ long }) => long ?? []),
  );
  return fail({
    kind: "usage",
    message: `\`verification ${names.join(" ")}\` does not take ${unknown.join(" or ")}. Nothing was done.`,
    expected: known.length === 0 ? describeOthers(command) : known.map(describe).join(", "),
    ...(suggestion === undefined ? {} : { hint: `Did you mean ${suggestion}?` }),
  });
}

function describeOthers({ commands }: Command): string {
  return commands.length === 0 ? "no option" : `one of ${commands.map((each) => each.name()).join(", ")}`;
}

function describe({ flags }: Option): string {
  return flags.replace(/^-\w, /, "");
}

function knows(command: Command, flag: string): boolean {
  return listOptions(command).some((option) => is(option, flag));
}

function is({ long, short }: Option, flag: string): boolean {
  return long === flag || short === flag;
}

function findSubcommand(command: Command, name: string): Command | undefined {
  return command
    .createHelp()
    .visibleCommands(command)
    .find((each) => each.name() === name);
}

function listOptions(command: Command): readonly Option[] {
  return command.createHelp().visibleOptions(command);
}

/** Including those of its subcommands. */
function listAllOptions(command: Command): readonly Option[] {
  return [...listOptions(command), ...command.commands.flatMap(listAllOptions)];
}

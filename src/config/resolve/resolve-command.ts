import { resolve } from "node:path";
import { existsSync } from "../../system/observed/observed-files.ts";
import { fail, succeed } from "../../values/succeed.ts";
import { FILES } from "../../vocabulary/check/check.ts";
import type { Failure, Location, Result } from "../../vocabulary/failure.ts";
import { splitCommand } from "./command-words.ts";

export interface WrittenCommand {
  readonly owner: "check" | "strategy";
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  /** Absolute: where it starts. */
  readonly cwd: string;
  readonly at: Location;
}

/** People write `command: npm run lint`; it is split as they expect, without a shell. */
export function resolveCommand(written: WrittenCommand): Result<CommandLine> {
  const resolved = splitWritten(written);
  if (!resolved.ok) return resolved;
  const text = resolved.value.args.find((arg) => arg.includes(FILES) && /\s/.test(arg));
  if (text === undefined) return resolved;
  const { name, at } = written;
  return fail({
    kind: "config-invalid",
    message: `The arguments of "${name}" have {files} inside a text. Only the first file would be checked, and a name could be read as code.`,
    at,
    value: text,
    expected: "{files} as a separate argument, or inside one word",
    hint: `For a shell, write args: ["-c", "lint \\"$@\\"", "sh", "{files}"].`,
  });
}

interface CommandLine {
  readonly command: string;
  readonly args: readonly string[];
}

function splitWritten(written: WrittenCommand): Result<CommandLine> {
  const { name, owner, command, args, cwd, at } = written;
  if (!/\s/.test(command.trim()) || existsSync(resolve(cwd, command)))
    return succeed({ command: command.trim(), args });
  const words = `command: sh, args: ["-c", ${JSON.stringify(command)}]`;
  const shell = `ask for a shell: ${owner === "check" ? words : `run: { ${words} }`}.`;
  const split = splitCommand(command);
  const failures: Failure[] = [];
  const assignment = /^([A-Za-z_]\w*)=(\S*)\s/.exec(command);
  if (assignment !== null) {
    const message = `The command of "${name}" sets a variable, which needs a shell.`;
    const hint =
      owner === "check"
        ? `Write env: { ${assignment[1]}: "${assignment[2]}" }, and only the rest as the command.`
        : `If it has to, ${shell}`;
    failures.push({ kind: "config-invalid", message, at, value: command, hint });
  }
  if (split.type === "unclosed-quote") {
    const message = `The command of "${name}" has a quote that is not closed.`;
    failures.push({ kind: "config-invalid", message, at, value: command });
  }
  if (split.type === "shell-syntax") {
    const message = `The command of "${name}" uses "${split.found}", which only a shell understands; commands are started without one.`;
    const hint = `Declare a ${owner} for each command, or ${shell}`;
    failures.push({ kind: "config-invalid", message, at, value: command, hint });
  }
  if (failures.length > 0 || split.type !== "words") return fail(...failures);
  return succeed({ command: split.words[0], args: [...split.words.slice(1), ...args] });
}

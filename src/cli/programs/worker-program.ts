import { type Command, InvalidArgumentError } from "commander";
import { LABEL } from "../../vocabulary/run/workers.ts";
import { collect, wholeNumber } from "../options/option-values.ts";

export interface WorkerFlags {
  readonly queue?: string;
  readonly remote: string;
  readonly label: readonly string[];
  readonly name?: string;
  readonly concurrency?: number;
  readonly checkouts: number;
  readonly directory?: string;
  readonly lostAfter: number;
  readonly once?: true;
  readonly quiet?: true;
}

export interface WorkerStatusFlags extends Pick<WorkerFlags, "queue" | "remote" | "label"> {
  readonly json?: true;
}

export interface WorkerCommands {
  work(flags: WorkerFlags): Promise<number>;
  status(flags: WorkerStatusFlags): Promise<number>;
}

/** How many checkouts a worker keeps, and after how many seconds without a sign of life others get its commands. */
const CHECKOUTS = 3;
const LOST_AFTER = 10;

/** Describes `verification worker`. */
export function describeWorker(
  program: Command,
  commands: WorkerCommands,
  done: (status: number) => void,
): void {
  const worker = program
    .command("worker")
    .description("run commands for other machines, from a queue; start it in a clone of the repository")
    .helpCommand("help [verb]", "show the help of a verb")
    .enablePositionalOptions();
  withQueue(worker, "also take commands that need this label")
    .option("--name <name>", "its name in progress and history; default: the host name", workerName)
    .option(
      "--concurrency <n>",
      "how many commands run at once; default: the number of cores",
      wholeNumber(1),
    )
    .option("--checkouts <n>", "checkouts that are kept", wholeNumber(1), CHECKOUTS)
    .option("--directory <dir>", "where checkouts are kept; default: beside the clone")
    .option(
      "--lost-after <seconds>",
      "after this many seconds without a sign of life, its commands go to another worker",
      wholeNumber(1),
      LOST_AFTER,
    )
    .option("--once", "end after one command")
    .option("--quiet", "do not print single commands")
    .action(async (flags: WorkerFlags) => done(await commands.work(flags)));
  withQueue(
    worker.command("status").description("show workers, and waiting and stalled commands"),
    "also show the commands that need this label",
  )
    .option("--json", "print one JSON document")
    .action(async (_: unknown, command: Command) => done(await commands.status(command.optsWithGlobals())));
}

function withQueue(command: Command, aboutLabel: string): Command {
  return command
    .option("--queue <url>", "the address of the queue in Redis: redis://host:port, or rediss:// for TLS")
    .option("--remote <name>", "the git remote that trees come from", "origin")
    .option("--label <label>", `${aboutLabel}; can be repeated`, label, []);
}

function label(value: string, before: readonly string[]): readonly string[] {
  if (!LABEL.test(value)) throw new InvalidArgumentError("A label has letters, digits, _ and -.");
  return collect(value, before);
}

function workerName(value: string): string {
  if (!/^[\w.:@-]{1,60}$/.test(value))
    throw new InvalidArgumentError("A name has letters, digits and . : @ _ -.");
  return value;
}

import { availableParallelism } from "node:os";
import { renderWorkerNews, renderWorkerStatus } from "../../report/features/worker-text.ts";
import type { Failure } from "../../vocabulary/failure.ts";
import { runWorker } from "../../worker/run-worker.ts";
import { workerStatus } from "../../worker/worker-status.ts";
import { answer } from "../answer.ts";
import { EXIT } from "../exit-status.ts";
import { onSignals } from "../on-signals.ts";
import { refuse } from "../refuse.ts";
import type { Terminal } from "../terminal.ts";
import type { WorkerFlags, WorkerStatusFlags } from "../programs/worker-program.ts";

/** `verification worker`: takes commands until it is stopped. */
export async function workerCommand(flags: WorkerFlags, terminal: Terminal): Promise<number> {
  const queue = queueOf(flags, terminal);
  if (queue === null) return refuse([NO_QUEUE], {}, terminal);
  const [drain, stop] = [new AbortController(), new AbortController()];
  // The first signal lets it finish what it has; the second does not.
  const ignoreSignals = onSignals(() => (drain.signal.aborted ? stop.abort() : drain.abort()), terminal.gone);
  try {
    const ended = await runWorker({
      cwd: terminal.cwd,
      env: terminal.env,
      queue,
      remote: flags.remote,
      labels: flags.label,
      concurrency: flags.concurrency ?? availableParallelism(),
      checkouts: flags.checkouts,
      lostAfter: flags.lostAfter * 1000,
      once: flags.once === true,
      ...(flags.name === undefined ? {} : { name: flags.name }),
      ...(flags.directory === undefined ? {} : { directory: flags.directory }),
      drain: drain.signal,
      stop: stop.signal,
      say: (news) => {
        const isSmall = news.type === "taken" || news.type === "answered";
        if (flags.quiet !== true || !isSmall) terminal.err.write(renderWorkerNews(news, terminal.paintErr));
      },
    });
    if (!ended.ok) return refuse(ended.failures, {}, terminal);
  } finally {
    ignoreSignals();
  }
  // If Redis goes away while the queue is closing, its library renews its locks forever.
  process.exit(EXIT.ok);
}

/** `verification worker status`. */
export async function workerStatusCommand(flags: WorkerStatusFlags, terminal: Terminal): Promise<number> {
  const queue = queueOf(flags, terminal);
  if (queue === null) return refuse([NO_QUEUE], flags, terminal);
  const { cwd, env } = terminal;
  const status = await workerStatus({ cwd, env, queue, remote: flags.remote, labels: flags.label });
  return answer(status, renderWorkerStatus, { flags, terminal });
}

/** The address may contain a password, which belongs in a variable rather than on a command line. */
const QUEUE_VARIABLE = "VERIFICATION_QUEUE";

function queueOf({ queue }: Pick<WorkerFlags, "queue">, { env }: Terminal): string | null {
  const given = queue ?? env[QUEUE_VARIABLE] ?? "";
  return given === "" ? null : given;
}

const NO_QUEUE: Failure = {
  kind: "usage",
  message: "No queue was given.",
  expected: "--queue redis://host:port",
  hint: "On Debian, apt-get install redis-server starts one at redis://127.0.0.1:6379.",
};

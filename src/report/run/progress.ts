import type { VerificationEvent } from "../../vocabulary/run/event.ts";
import type { CheckResult } from "../../vocabulary/verdict/result.ts";
import { explainSkip } from "../../wording/explain.ts";
import { describeUnits, describeWorkers, formatDuration, formatTime } from "../format.ts";
import type { Paint } from "../print/paint.ts";
import { joinLines, safe, type SafeText } from "../print/safe-text.ts";
import { renderAction, renderProposal } from "./recovery-text.ts";
import { renderMissingTracer } from "./tracer-text.ts";

export interface ProgressStream {
  readonly columns?: number | undefined;
  write(text: SafeText): void;
}

export interface ProgressOptions {
  readonly stream: ProgressStream;
  readonly paint: Paint;
  /** Redraw in place; otherwise every event is a line. */
  readonly live: boolean;
}

const FRAMES = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];
const FRAME_MS = 80;
/** Characters for the names of workers in a log. */
const MOST = 80;
/** How often a log says that something is still running. */
const REMINDER_MS = 30_000;

/** Shows what a run is doing. `close` leaves the stream clean. */
export interface Progress {
  onEvent(event: VerificationEvent): void;
  close(): void;
}

export function createProgress({ stream, paint, live }: ProgressOptions): Progress {
  const running = new Map<string, number>();
  const workers = new Map<string, Set<string>>();
  let total = 0;
  let done = 0;
  let drawn = 0;
  let frame = 0;
  let timer: NodeJS.Timeout | undefined;

  /** As many as fit on the line. */
  const onWorkers = (check: string, room: number): string => {
    const names = [...(workers.get(check) ?? [])];
    return names.length === 0 ? "" : ` on ${names.join(", ")}`.slice(0, Math.max(0, room));
  };
  /** From the first column: after an interrupt, a terminal has written `^C` there. */
  const erase = (): void => {
    if (drawn > 0) stream.write(safe`\r\u001B[${drawn}A\u001B[0J`);
    drawn = 0;
  };
  const draw = (): void => {
    if (!live || running.size === 0) return;
    const mark = paint("cyan", FRAMES[frame++ % FRAMES.length] ?? "");
    // Some terminals report zero columns.
    const width = Math.max(40, stream.columns ?? 0);
    const lines = [...running].map(
      ([check, since]) =>
        safe`${mark} ${check.slice(0, width - 16)} ${paint("dim", safe`${formatDuration(Date.now() - since)}${onWorkers(check, width - check.length - 16)}`)}`,
    );
    lines.push(paint("dim", safe`  ${done} of ${total} done`));
    stream.write(joinLines([...lines, ""]));
    drawn = lines.length;
  };
  const line = (text: SafeText): void => {
    erase();
    stream.write(safe`${text}\n`);
    draw();
  };
  const tick = (): void => {
    if (live) {
      erase();
      draw();
      return;
    }
    for (const [check, since] of running)
      line(safe`${check} still running (${formatDuration(Date.now() - since)}${onWorkers(check, MOST)})`);
  };

  return {
    onEvent(event) {
      switch (event.type) {
        case "looking":
          erase();
          if (live) stream.write(safe`${paint("dim", safe`looking at ${event.at} ...`)}\n`);
          drawn = live ? 1 : 0;
          return;
        case "asking":
          erase();
          stream.write(
            safe`${paint("dim", safe`asking ${event.tool} which files it takes (${event.check}) ...`)}\n`,
          );
          drawn = live ? 1 : 0;
          return;
        case "run-started":
          erase();
          clearInterval(timer);
          running.clear();
          workers.clear();
          done = 0;
          total = event.checks.length;
          timer = setInterval(tick, live ? FRAME_MS : REMINDER_MS);
          timer.unref();
          return;
        case "check-started":
          running.set(event.check, event.at);
          erase();
          draw();
          return;
        case "check-output":
          return;
        case "command-taken":
          workers.set(event.check, (workers.get(event.check) ?? new Set()).add(event.worker));
          return;
        case "check-retrying":
          return line(
            safe`${paint("yellow", "↻")} ${event.check} ${event.why}; retry ${event.attempt} of ${event.retries}`,
          );
        case "check-finished":
          running.delete(event.result.check);
          done++;
          return line(describe(event.result, paint));
        case "run-stopping":
          return line(safe`${paint("yellow", "■")} stopping: ${explainSkip(event.reason)}`);
        case "unwatched":
          for (const each of renderMissingTracer(event)) line(each);
          return;
        case "recovery-started":
          return line(renderProposal(event.proposal, paint));
        case "recovery-finished":
          return line(renderAction(event.action, { paint, isShort: true }));
        case "warning":
          return line(safe`${paint("yellow", "warning:")} ${event.message}`);
      }
    },
    close() {
      clearInterval(timer);
      erase();
    },
  };
}

function describe(result: CheckResult, paint: Paint): SafeText {
  const { status, check, why, cached } = result;
  const time = paint(
    "dim",
    [
      formatTime(result),
      describeUnits(result),
      result.ranOn === undefined ? "" : describeWorkers(result.ranOn),
    ]
      .filter((part) => part !== "")
      .map((part, at) => `${at === 0 ? " " : ", "}${part}`)
      .join(""),
  );
  if (status === "passed") return safe`${paint("green", cached ? "=" : "✓")} ${check}${time}`;
  if (status === "failed") return safe`${paint("red", "✗")} ${check}${time}: ${why ?? ""}`;
  return safe`${paint("yellow", "○")} ${check} ${paint("dim", safe`skipped: ${why ?? ""}`)}`;
}

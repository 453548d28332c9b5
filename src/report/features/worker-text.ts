import type { WorkerStatus } from "../../worker/worker-status.ts";
import type { WorkerNews } from "../../queue/worker-jobs.ts";
import { formatDuration, plural } from "../format.ts";
import type { Paint } from "../print/paint.ts";
import { joinLines, safe, type SafeText } from "../print/safe-text.ts";
import { type Cell, renderTable } from "../print/table.ts";

/** One line about what a worker does. */
export function renderWorkerNews(news: WorkerNews, paint: Paint): SafeText {
  switch (news.type) {
    case "ready":
      return safe`${paint("green", "●")} ${news.name} is waiting for commands\n`;
    case "taken":
      return safe`${paint("dim", "→")} ${news.check} ${paint("dim", news.targets > 1 ? plural(news.targets, "file") : "")}\n`;
    case "answered": {
      const { check, answer } = news;
      if (answer.type === "refused") return safe`${paint("yellow", "○")} ${check}: ${answer.why}\n`;
      const mark = answer.code === 0 ? paint("green", "✓") : paint("red", "✗");
      return safe`${mark} ${check} ${paint("dim", formatDuration(answer.duration))}\n`;
    }
    case "unreachable":
      return safe`${paint("yellow", "warning:")} the queue cannot be reached (${news.why}); trying again\n`;
    case "reachable":
      return safe`${paint("green", "●")} the queue is back\n`;
  }
}

/** Which workers exist, and what waits for them. */
export function renderWorkerStatus({ workers, queues }: WorkerStatus, paint: Paint): SafeText {
  const rows = workers.map((worker): readonly Cell[] => [
    worker.name,
    worker.platform,
    worker.labels.join(", "),
    `${worker.running} of ${worker.concurrency}`,
    String(worker.done),
    { text: worker.trouble ?? "", format: "yellow" },
  ]);
  const columns = [
    { title: "worker" },
    { title: "platform" },
    { title: "labels" },
    { title: "running", align: "right" },
    { title: "done", align: "right" },
    { title: "" },
  ] as const;
  const waiting = queues.map((queue): readonly Cell[] => [
    queue.label ?? "(no label)",
    String(queue.waiting),
    String(queue.running),
    String(queue.stalled),
  ]);
  const of = [
    { title: "commands" },
    { title: "waiting", align: "right" },
    { title: "running", align: "right" },
    { title: "stalled", align: "right" },
  ] as const;
  return joinLines([
    ...(rows.length === 0
      ? ["There is no worker for this repository. Start one in a clone: verification worker --queue <url>"]
      : renderTable(columns, rows, paint)),
    "",
    ...renderTable(of, waiting, paint),
    "",
  ]);
}

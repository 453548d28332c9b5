import type { JSX } from "preact";
import type { CheckView } from "../../ui/api.ts";
import { formatDuration, onWorkers } from "../words.ts";
import { href } from "../route.ts";

/** When each check ran: a bar for each, on one time scale. The critical path is marked. */
export function Timeline({
  checks,
  criticalPath,
  elapsed,
}: {
  readonly checks: readonly CheckView[];
  readonly criticalPath: readonly string[];
  /** For a running run, the time so far; null if it is over. */
  readonly elapsed: number | null;
}): JSX.Element | null {
  const started = checks.flatMap((check) =>
    check.startedAfter === null ? [] : [{ ...check, from: check.startedAfter, to: endOf(check, elapsed) }],
  );
  if (started.length === 0) return null;
  const begin = Math.min(...started.map(({ from }) => from));
  const end = Math.max(...started.map(({ to }) => to), begin + 1);
  const share = (time: number): number => (100 * time) / (end - begin);
  const rows = [...started].sort((one, other) => one.from - other.from);
  return (
    <div class="card waterfall">
      {rows.map((check) => {
        const isCritical = criticalPath.includes(check.check);
        const width = check.to - check.from;
        const kind = check.isTolerated ? "old" : check.state;
        const where = onWorkers(check.workers);
        return [
          <span class="name" key={`${check.check} name`} title={`${check.check} ${where}`.trim()}>
            <a href={href("why", check.check)}>{check.check}</a>
            {where === "" ? null : <span class="soft"> {where}</span>}
            {isCritical ? (
              <span class="critical" title="on the critical path">
                <span class="hidden-text">on the critical path</span>
              </span>
            ) : null}
          </span>,
          <svg
            key={`${check.check} bar`}
            role="img"
            aria-label={`${check.check}: ${check.state}, started after ${formatDuration(check.from)}, ${formatDuration(width)}`}
          >
            <rect class="track" x="0" y="35%" width="100%" height="30%" rx="2" />
            <rect
              class={`run-${kind}${isCritical ? " on-path" : ""}`}
              x={`${share(check.from - begin)}%`}
              y="12%"
              width={width * 300 < end - begin ? "3" : `${share(width)}%`}
              height="76%"
              rx="3"
            />
          </svg>,
          <span class="time" key={`${check.check} time`}>
            {formatDuration(width)}
          </span>,
        ];
      })}
      <span class="axis">
        <span>0</span>
        <span>{formatDuration((end - begin) / 2)}</span>
        <span>{formatDuration(end - begin)}</span>
      </span>
    </div>
  );
}

function endOf({ state, startedAfter, duration }: CheckView, elapsed: number | null): number {
  const from = startedAfter ?? 0;
  return state === "running" && elapsed !== null ? Math.max(from, elapsed) : from + (duration ?? 0);
}

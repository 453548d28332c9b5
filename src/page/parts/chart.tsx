import type { JSX } from "preact";
import type { Bucket } from "../../ui/api.ts";
import { go } from "../route.ts";
import { formatDuration, formatPercent, moment, plural } from "../words.ts";

const HEIGHT = 120;

/** Runs from left to right: how long each took, and above it how much was cached. */
export function RunsChart({ buckets }: { readonly buckets: readonly Bucket[] }): JSX.Element | null {
  if (buckets.length < 2) return null;
  const longest = Math.max(1, ...buckets.map(({ duration }) => duration));
  const width = 1000 / buckets.length;
  const gap = Math.min(2, width / 4);
  const points = buckets.flatMap(({ reuse }, index) =>
    reuse === null
      ? []
      : [`${((index + 0.5) * width).toFixed(1)},${(4 + (1 - reuse) * (HEIGHT - 8)).toFixed(1)}`],
  );
  const failed = buckets.reduce((sum, each) => sum + each.failed, 0);
  const runs = buckets.reduce((sum, each) => sum + each.runs, 0);
  return (
    <figure class="card chart">
      <svg
        viewBox={`0 0 1000 ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`Durations of ${plural(runs, "run")}, oldest to newest, at most ${formatDuration(longest)}; ${failed} failed`}
      >
        {buckets.map((bucket, index) => {
          const height = Math.max(2, (bucket.duration / longest) * (HEIGHT - 4));
          return (
            <rect
              key={bucket.runId}
              class={`column ${bucket.failed === 0 ? "good" : bucket.failed < bucket.runs ? "mixed" : "bad"}`}
              x={index * width + gap / 2}
              y={HEIGHT - height}
              width={Math.max(0.5, width - gap)}
              height={height}
              onClick={() => go("run", bucket.runId)}
            >
              <title>{describe(bucket)}</title>
            </rect>
          );
        })}
        <polyline class="reuse" points={points.join(" ")} vector-effect="non-scaling-stroke" />
      </svg>
      <figcaption class="soft">
        <span>{moment(buckets[0]?.from ?? 0)}</span>
        <span>
          <span class="key column-key" /> duration, up to {formatDuration(longest)}{" "}
          <span class="key reuse-key" /> share reused
        </span>
        <span>{moment(buckets.at(-1)?.to ?? 0)}</span>
      </figcaption>
    </figure>
  );
}

function describe({ runs, failed, median, duration, reuse, from }: Bucket): string {
  const time =
    runs === 1
      ? formatDuration(duration)
      : `median ${formatDuration(median)}, longest ${formatDuration(duration)}`;
  const reused = reuse === null ? "" : `, ${formatPercent(reuse)} reused`;
  return `${moment(from)}: ${plural(runs, "run")}, ${failed} failed, ${time}${reused}`;
}

/** A few durations as a small chart. */
export function Spark({ values }: { readonly values: readonly number[] }): JSX.Element | null {
  if (values.length < 2) return null;
  const most = Math.max(1, ...values);
  const step = 80 / (values.length - 1);
  const points = values.map(
    (value, index) => `${(index * step).toFixed(1)},${(19 - (value / most) * 17).toFixed(1)}`,
  );
  return (
    <svg
      class="spark"
      viewBox="0 0 80 20"
      role="img"
      aria-label={`Last ${values.length} durations, at most ${formatDuration(most)}`}
    >
      <polyline points={points.join(" ")} />
    </svg>
  );
}

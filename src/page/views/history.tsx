import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { RunsPage, Trends } from "../../ui/api.ts";
import type { PastRun } from "../../vocabulary/run/past-run.ts";
import { RunsChart } from "../parts/chart.tsx";
import { Empty, Problem, Tag, Tiles, Waiting } from "../parts/parts.tsx";
import { VirtualList } from "../parts/virtual-list.tsx";
import { go, href, route, setQuery } from "../route.ts";
import { changes, clock, repository } from "../state.ts";
import { useAsk } from "../use-ask.ts";
import { usePages } from "../use-pages.ts";
import { ago, formatDuration, formatPercent, plural } from "../words.ts";

const ROW = 44;

export function HistoryTabs({ here }: { readonly here: "history" | "trends" }): JSX.Element {
  return (
    <p class="tabs">
      <a href="#/history" aria-current={here === "history" ? "page" : undefined}>
        Runs
      </a>
      <a href="#/trends" aria-current={here === "trends" ? "page" : undefined}>
        Checks over time
      </a>
    </p>
  );
}

/** Past runs. */
export function HistoryView(): JSX.Element {
  const check = route.value.query.get("check") ?? "";
  const trends = useAsk<Trends>("trends", check === "" ? {} : { check }, changes.runs);
  const runs = usePages<RunsPage, PastRun>("runs", check === "" ? {} : { check }, (page) => page.runs);
  const total = runs.first?.total ?? null;
  const [selected, setSelected] = useState(-1);
  const [marked, setMarked] = useState<readonly string[]>([]);
  const error = trends.error ?? runs.error;
  const mark = (runId: string): void =>
    setMarked((before) =>
      before.includes(runId) ? before.filter((each) => each !== runId) : [...before, runId].slice(-2),
    );
  return (
    <>
      <h1 class="view-title">History</h1>
      <HistoryTabs here="history" />
      {error === null ? null : <Problem text={error} />}
      {total === null && error === null ? <Waiting what="Reading past runs" /> : null}
      {total === 0 && check === "" ? (
        <Empty title="No runs yet">
          <p class="soft">Every run is listed here, up to 10,000.</p>
        </Empty>
      ) : null}
      {trends.data === null || trends.data.total === 0 ? null : <Figures trends={trends.data} />}
      {trends.data === null ? null : <RunsChart buckets={trends.data.buckets} />}
      {total === null || (total === 0 && check === "") ? null : (
        <>
          <div class="tools">
            {(repository.value?.checks.length ?? 0) > 0 && !isFile() ? (
              <select
                aria-label="Check"
                value={check}
                onChange={(event) => setQuery({ check: event.currentTarget.value })}
              >
                <option value="">all checks</option>
                {repository.value?.checks.map((name) => (
                  <option key={name} value={name}>
                    {name}
                  </option>
                ))}
              </select>
            ) : null}
            <button
              type="button"
              disabled={marked.length !== 2}
              onClick={() => go("compare", ...marked.toSorted())}
            >
              Compare two runs
            </button>
            <span class="soft" role="status">
              {plural(total, "run")}
              {marked.length === 0 ? "" : `, ${marked.length} marked`}
            </span>
          </div>
          <VirtualList
            label="Runs"
            isPlain
            length={total}
            rowHeight={ROW}
            selected={selected}
            onSelect={setSelected}
            onOpen={(index) => {
              const run = runs.row(index);
              if (run !== null) go("run", run.runId);
            }}
            onSeen={runs.see}
            render={(index) => {
              const run = runs.row(index);
              return run === null ? (
                <span class="soft loading">…</span>
              ) : (
                <Row run={run} isMarked={marked.includes(run.runId)} onMark={() => mark(run.runId)} />
              );
            }}
          />
        </>
      )}
    </>
  );
}

function isFile(): boolean {
  return document.getElementById("data") !== null;
}

function Figures({ trends: { figures, total } }: { readonly trends: Trends }): JSX.Element {
  return (
    <Tiles
      tiles={[
        {
          name: "Runs",
          figure: total,
          note: `${figures.failedVerifications} failed`,
        },
        {
          name: "Passed",
          figure: figures.successRate === null ? "–" : formatPercent(figures.successRate),
          note: `${figures.interruptedVerifications + figures.supersededVerifications} stopped`,
        },
        {
          name: "Median run",
          figure: formatDuration(figures.medianVerificationDuration),
          note: `95 % within ${formatDuration(figures.p95VerificationDuration)}`,
        },
        {
          name: "Reused",
          figure: figures.reuseRate === null ? "–" : formatPercent(figures.reuseRate),
          note: "of all units",
        },
        { name: "Time saved", figure: formatDuration(figures.timeSaved), note: "of commands" },
      ]}
    />
  );
}

function Row(props: {
  readonly run: PastRun;
  readonly isMarked: boolean;
  readonly onMark: () => void;
}): JSX.Element {
  const { run, isMarked, onMark } = props;
  const result =
    run.stoppedBy === "interrupted" || run.stoppedBy === "superseded"
      ? "stopped"
      : run.success
        ? "passed"
        : "failed";
  return (
    <span class="run-row">
      <button
        type="button"
        class="box"
        aria-pressed={isMarked}
        aria-label={`Mark run ${run.runId} to compare`}
        onClick={(event) => {
          event.stopPropagation();
          onMark();
        }}
      >
        {isMarked ? "✓" : ""}
      </button>
      <span class="when" title={run.startedAt}>
        {ago(Date.parse(run.startedAt), clock.value)}
      </span>
      <Tag kind={result === "stopped" ? "skipped" : result}>
        {result === "failed" && run.failed > 0 ? `${run.failed} failed` : result}
      </Tag>
      <span class="soft wide">{run.mode}</span>
      <span class="soft wide">
        {run.filesVerified} ran, {run.cacheHits} cached
      </span>
      <span class="time">{formatDuration(run.duration)}</span>
      <span class="soft wide path">
        {run.branch ?? ""} {run.commit?.slice(0, 8) ?? ""}
      </span>
      <a class="id" href={href("run", run.runId)}>
        {run.runId}
      </a>
    </span>
  );
}

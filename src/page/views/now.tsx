import type { JSX } from "preact";
import type { CheckView, RunView } from "../../ui/api.ts";
import { Actions, useAct } from "../parts/actions.tsx";
import { Empty, Problem, Section, Tag, Tiles, Waiting, type TileProps } from "../parts/parts.tsx";
import { Timeline } from "../parts/timeline.tsx";
import { href } from "../route.ts";
import { clock, live, repository } from "../state.ts";
import { ago, formatDuration, moment, onWorkers, plural, titleOf } from "../words.ts";

/** The running run, or the last one. */
export function NowView(): JSX.Element {
  const state = live.value;
  const known = repository.value;
  if (state === null || known === null) return <Waiting what="Reading the last run" />;
  const problems = known.problems.length === 0 ? null : <Problem text={known.problems.join("\n")} />;
  const { run, cachedRun } = state;
  if (run === null)
    return (
      <>
        <h1 class="hidden-text">Now</h1>
        {problems}
        {cachedRun === null ? <NeverVerified program={known.program} /> : null}
        {cachedRun === null ? null : (
          <p class="card">
            The last run was {ago(Date.parse(cachedRun.startedAt), clock.value)}:{" "}
            <a href={href("run", cachedRun.runId)}>{cachedRun.runId}</a>. What it said is not kept any more;
            the next run is shown here while it goes on.
          </p>
        )}
        <Actions canRecover={false} />
      </>
    );
  return (
    <>
      {problems}
      <Verdict run={run} />
      {cachedRun === null ? null : (
        <p class="card quiet" role="status">
          <Tag kind="stands">cached</Tag> Verified again {ago(Date.parse(cachedRun.startedAt), clock.value)}{" "}
          in {formatDuration(cachedRun.duration)}: nothing had changed, so all of it was cached (
          <a href={href("run", cachedRun.runId)}>{cachedRun.runId}</a>).
        </p>
      )}
      <Actions canRecover={run.state === "failed"} />
      <Tiles tiles={tilesOf(run)} />
      {run.warnings.length === 0 ? null : (
        <ul class="card warnings" aria-label="Warnings">
          {run.warnings.map((warning) => (
            <li key={warning}>{warning}</li>
          ))}
        </ul>
      )}
      <Failures run={run} />
      <RunningOutput run={run} />
      <Bars run={run} />
      <Reused run={run} />
      <Skipped run={run} />
    </>
  );
}

function NeverVerified({ program }: { readonly program: string }): JSX.Element {
  return (
    <Empty title="Nothing has been verified here yet">
      <p>
        Type this in the repository. It finds the checks in package.json, or in <code>.verification.yml</code>
        :
      </p>
      <pre>$ {program}</pre>
      <p class="soft">This page shows the run while it is running.</p>
    </Empty>
  );
}

const MARKS = { running: "…", passed: "✓", failed: "✗", stopped: "■", lost: "?" } as const;

function Verdict({ run }: { readonly run: RunView }): JSX.Element {
  const details = [
    `${run.mode === "full" ? "Full" : "Incremental"} run ${run.runId}`,
    run.state === "running"
      ? `since ${moment(run.startedAt)}`
      : `${moment(run.startedAt)}, ${ago(run.startedAt, clock.value)}`,
    ...(run.branch === null ? [] : [run.branch]),
    ...(run.commit === null ? [] : [run.commit.slice(0, 8)]),
    ...(run.reason === null ? [] : [run.reason]),
  ];
  return (
    <div class={`verdict ${run.state}`} role="status">
      <span class="mark" aria-hidden="true">
        {MARKS[run.state]}
      </span>
      <div>
        <h1>{titleOf(run)}</h1>
        <p>{details.join(" · ")}</p>
        {run.stopping === null ? null : <p>Stopping: {run.stopping}</p>}
        {run.state === "lost" ? (
          <p>Its process is gone. What it verified is cached; verify again for the rest.</p>
        ) : null}
      </div>
    </div>
  );
}

function tilesOf(run: RunView): readonly TileProps[] {
  const count = (state: CheckView["state"]): number =>
    run.checks.filter((check) => check.state === state).length;
  const [passed, failed, skipped] = [count("passed"), count("failed"), count("skipped")];
  const total = run.unitsRun + run.unitsCached;
  const elapsed = run.duration ?? Math.max(0, clock.value - run.startedAt);
  return [
    {
      name: "Checks passed",
      figure: `${passed} of ${run.checks.length - skipped}`,
      note: [
        ...(failed > 0 ? [`${failed} failed`] : []),
        ...(skipped > 0 ? [`${skipped} skipped`] : []),
      ].join(", "),
    },
    {
      name: "Findings",
      figure: <a href="#/findings">{run.findings}</a>,
      note: run.state === "running" ? "so far" : `${run.newFindings} new, ${run.fixedFindings} fixed`,
    },
    {
      name: run.state === "running" ? "To verify" : "Verified",
      figure: run.unitsRun,
      note: run.unitsRun === 1 ? "unit" : "units",
    },
    {
      name: "Cached",
      figure: run.unitsCached,
      note: total === 0 ? "" : `${Math.floor((100 * run.unitsCached) / total)} % reused`,
    },
    {
      name: "Time",
      figure: formatDuration(elapsed),
      note: run.changedFiles === null ? "so far" : plural(run.changedFiles, "changed file"),
    },
  ];
}

function Bars({ run }: { readonly run: RunView }): JSX.Element | null {
  const elapsed = run.state === "running" ? Math.max(0, clock.value - run.startedAt) : null;
  if (run.checks.every(({ startedAfter }) => startedAfter === null)) return null;
  const note =
    run.criticalPath.length > 1 ? (
      <>
        <span class="critical" aria-hidden="true" /> critical path: {run.criticalPath.join(" → ")}
      </>
    ) : undefined;
  return (
    <Section id="timing" title="When it ran" note={note}>
      <Timeline checks={run.checks} criticalPath={run.criticalPath} elapsed={elapsed} />
    </Section>
  );
}

function RunningOutput({ run }: { readonly run: RunView }): JSX.Element | null {
  const running = run.checks.filter(({ state }) => state === "running");
  if (running.length === 0) return null;
  return (
    <Section id="output" title="Running now" note={plural(running.length, "check")}>
      {running.map(({ check, output, retries, workers, startedAfter }) => (
        <article class="card" key={check}>
          <h3>
            <span class="spinner" aria-hidden="true" /> {check}{" "}
            <span class="soft">
              {formatDuration(Math.max(0, clock.value - run.startedAt - (startedAfter ?? 0)))}
              {retries > 0 ? ` · retry ${retries}` : ""}
              {workers.length > 0 ? ` · ${onWorkers(workers)}` : ""}
            </span>
          </h3>
          <pre class="output" tabIndex={0} aria-label={`What ${check} prints`}>
            {output === "" ? "Nothing was printed yet." : output.slice(-4000)}
          </pre>
        </article>
      ))}
    </Section>
  );
}

function Failures({ run }: { readonly run: RunView }): JSX.Element | null {
  const { start, isBusy, problem } = useAct();
  const failed = run.checks.filter(({ state }) => state === "failed");
  if (failed.length === 0) return null;
  return (
    <Section id="failures" title="What failed" note={plural(failed.length, "check")}>
      {problem === null ? null : <Problem text={problem} />}
      {failed.map((check) => (
        <article class={`card failure${check.isTolerated ? " old" : ""}`} key={check.check}>
          <div class="head">
            <h3>{check.check}</h3>
            {check.isTolerated ? <Tag kind="old-failure">nothing new</Tag> : <Tag kind="failed" />}
            {check.isCached ? <Tag kind="old">cached</Tag> : null}
            <span class="soft">
              {[
                check.why ?? "",
                ...(check.duration === null || check.isCached ? [] : [formatDuration(check.duration)]),
                ...(check.workers.length === 0 ? [] : [onWorkers(check.workers)]),
              ].join(" · ")}
            </span>
          </div>
          {check.command === "" ? null : <code class="command">$ {check.command}</code>}
          <p class="links">
            <a href={`#/findings?check=${encodeURIComponent(check.check)}`}>
              {plural(check.findings, "finding")}
            </a>
            <a href={href("why", check.check)}>why it ran</a>
            {repository.value?.canRun === true ? (
              <button
                type="button"
                disabled={isBusy}
                onClick={() => start({ type: "rerun", check: check.check })}
              >
                Run again
              </button>
            ) : null}
          </p>
          {check.output.trim() === "" ? null : (
            <details open={check.findings <= 1}>
              <summary>What it printed</summary>
              <pre class="output" tabIndex={0}>
                {check.output}
              </pre>
            </details>
          )}
        </article>
      ))}
    </Section>
  );
}

/** What was cached, and since when. */
function Reused({ run }: { readonly run: RunView }): JSX.Element | null {
  const cached = run.checks.filter(({ unitsCached, state }) => unitsCached > 0 && state !== "skipped");
  if (cached.length === 0) return null;
  return (
    <Section id="cached" title="Cached" note={plural(run.unitsCached, "unit")}>
      <ul class="card rows">
        {cached.map((check) => (
          <li key={check.check}>
            <a href={href("why", check.check)}>{check.check}</a>
            <span class="soft">
              {check.isCached ? "all of it" : `${check.unitsCached} of ${check.unitsCached + check.unitsRun}`}
              {check.unitsCached > 1 && check.isCached ? `, ${plural(check.unitsCached, "file")}` : ""}
            </span>
            <span class="soft end">
              {check.cachedSince === null ? "" : `verified ${ago(check.cachedSince, clock.value)}`}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Skipped({ run }: { readonly run: RunView }): JSX.Element | null {
  const skipped = run.checks.filter(({ state }) => state === "skipped" || state === "waiting");
  if (skipped.length === 0) return null;
  return (
    <Section id="skipped" title={run.state === "running" ? "Waiting or skipped" : "Skipped"}>
      <ul class="card rows">
        {skipped.map(({ check, why, state, dependsOn }) => (
          <li key={check}>
            <a href={href("why", check)}>{check}</a>
            <span class="soft">
              {state === "waiting"
                ? `waits${dependsOn.length > 0 ? ` for ${dependsOn.join(", ")}` : ""}`
                : (why ?? "skipped")}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

import type { JSX } from "preact";
import type { CheckView, RunComparison, RunDetail } from "../../ui/api.ts";
import type { PastCheck, PastRun } from "../../vocabulary/run/past-run.ts";
import { Problem, Section, Tag, Tiles, Waiting } from "../parts/parts.tsx";
import { Timeline } from "../parts/timeline.tsx";
import { href, route } from "../route.ts";
import { useAsk } from "../use-ask.ts";
import { formatDuration, moment, onWorkers, plural } from "../words.ts";

function titleOf(run: PastRun): string {
  if (run.stoppedBy === "interrupted" || run.stoppedBy === "superseded") return "Stopped before its end";
  return run.success
    ? "Everything passed"
    : run.failed === 0
      ? "Not verified"
      : `${plural(run.failed, "check")} failed`;
}

function asView(check: PastCheck): CheckView {
  return {
    check: check.check,
    state: check.status,
    isCached: check.cached,
    isTolerated: false,
    startedAfter: check.startedAfter,
    duration: check.duration,
    dependsOn: check.dependsOn ?? [],
    unitsRun: check.filesVerified,
    unitsCached: check.cacheHits,
    cachedSince: null,
    retries: check.retryCount,
    workers: (check.ranOn ?? []).map(({ worker }) => worker),
    findings: 0,
    why: check.skippedReason,
    command: "",
    description: "",
    output: "",
  };
}

/** One past run. */
export function RunView(): JSX.Element {
  const id = route.value.words[0] ?? "";
  const { data, error } = useAsk<RunDetail>("run", { id });
  if (error !== null) return <Problem text={error} />;
  if (data === null) return <Waiting what="Reading the run" />;
  const { run, profile } = data;
  const details = [
    `${run.mode === "full" ? "Full" : "Incremental"} run ${run.runId}`,
    moment(Date.parse(run.startedAt)),
    ...(run.branch === null ? [] : [run.branch]),
    ...(run.commit === null ? [] : [run.commit.slice(0, 8)]),
    ...(run.worktree === null ? [] : [`worktree ${run.worktree}`]),
    ...(run.reason === null ? [] : [run.reason]),
  ];
  return (
    <>
      <p class="back">
        <a href="#/history">← all runs</a>
      </p>
      <div class={`verdict ${run.success ? "passed" : "failed"}`}>
        <span class="mark" aria-hidden="true">
          {run.success ? "✓" : "✗"}
        </span>
        <div>
          <h1>{titleOf(run)}</h1>
          <p>{details.join(" · ")}</p>
          {run.trigger?.triggered === true ? (
            <p>{run.trigger.reasons.map(({ description }) => description).join(" · ")}</p>
          ) : null}
        </div>
      </div>
      <Tiles
        tiles={[
          {
            name: "Checks passed",
            figure: `${run.passed} of ${run.passed + run.failed}`,
            note: run.skipped > 0 ? `${run.skipped} skipped` : "",
          },
          { name: "Verified", figure: run.filesVerified, note: "units" },
          {
            name: "Cached",
            figure: run.cacheHits,
            note: run.timeSaved === null ? "" : `${formatDuration(run.timeSaved)} saved`,
          },
          {
            name: "Time",
            figure: formatDuration(run.duration),
            note: profile === null ? "" : `${formatDuration(profile.work)} of commands`,
          },
        ]}
      />
      {profile === null ? null : (
        <Section
          id="timing"
          title="When it ran"
          note={`critical path: ${profile.criticalPath.checks.join(" → ")}, ${formatDuration(profile.criticalPath.duration)}`}
        >
          <Timeline
            checks={run.checks.map(asView)}
            criticalPath={profile.criticalPath.checks}
            elapsed={null}
          />
          <p class="soft">
            {formatDuration(profile.beforeChecks)} before the first check, {formatDuration(profile.checks)}{" "}
            for checks, {formatDuration(profile.afterChecks)} after the last.
          </p>
        </Section>
      )}
      <Section id="checks" title="Checks" note={String(run.checks.length)}>
        <div class="card table" tabIndex={0} role="region" aria-label="Results of all checks">
          <table>
            <thead>
              <tr>
                <th>check</th>
                <th>result</th>
                <th class="number">ran</th>
                <th class="number">cached</th>
                <th class="number">time</th>
              </tr>
            </thead>
            <tbody>
              {run.checks.map((check) => (
                <tr key={check.check}>
                  <td>
                    <a href={href("why", check.check)}>{check.check}</a>
                  </td>
                  <td>
                    <Tag kind={check.status} /> {check.cached ? <Tag kind="old">cached</Tag> : null}{" "}
                    <span class="soft">
                      {check.skippedReason ?? onWorkers((check.ranOn ?? []).map(({ worker }) => worker))}
                    </span>
                  </td>
                  <td class="number">{check.filesVerified}</td>
                  <td class="number">{check.cacheHits}</td>
                  <td class="number">
                    {check.cached || check.status === "skipped" ? "–" : formatDuration(check.duration)}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </Section>
    </>
  );
}

/** Two runs side by side, the older one first. */
export function CompareView(): JSX.Element {
  const [one = "", other = ""] = route.value.words;
  const { data, error } = useAsk<RunComparison>("compare", { one, other });
  if (error !== null) return <Problem text={error} />;
  if (data === null) return <Waiting what="Reading both runs" />;
  const cell = (check: PastCheck | null): JSX.Element =>
    check === null ? (
      <span class="soft">not there</span>
    ) : (
      <>
        <Tag kind={check.status} />{" "}
        <span class="soft">
          {check.cached ? "cached" : check.status === "skipped" ? "" : formatDuration(check.duration)}
        </span>
      </>
    );
  return (
    <>
      <p class="back">
        <a href="#/history">← all runs</a>
      </p>
      <h1 class="view-title">Two runs compared</h1>
      <div class="card table" tabIndex={0} role="region" aria-label="Checks of both runs">
        <table>
          <thead>
            <tr>
              <th>check</th>
              <th>
                <a href={href("run", data.one.runId)}>{moment(Date.parse(data.one.startedAt))}</a>
              </th>
              <th>
                <a href={href("run", data.other.runId)}>{moment(Date.parse(data.other.startedAt))}</a>
              </th>
              <th class="number">difference</th>
            </tr>
          </thead>
          <tbody>
            <tr>
              <td>
                <strong>the run</strong>
              </td>
              <td>
                {titleOf(data.one)} <span class="soft">{formatDuration(data.one.duration)}</span>
              </td>
              <td>
                {titleOf(data.other)} <span class="soft">{formatDuration(data.other.duration)}</span>
              </td>
              <td class="number">{difference(data.one.duration, data.other.duration)}</td>
            </tr>
            {data.checks.map((each) => (
              <tr key={each.check} class={each.one?.status === each.other?.status ? undefined : "differs"}>
                <td>
                  <a href={href("why", each.check)}>{each.check}</a>
                </td>
                <td>{cell(each.one)}</td>
                <td>{cell(each.other)}</td>
                <td class="number">
                  {each.one === null || each.other === null || each.one.cached || each.other.cached
                    ? ""
                    : difference(each.one.duration, each.other.duration)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

function difference(before: number, after: number): string {
  const by = after - before;
  return by === 0 ? "the same" : `${by > 0 ? "+" : "−"}${formatDuration(Math.abs(by))}`;
}

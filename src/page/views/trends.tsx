import type { JSX } from "preact";
import type { Trends } from "../../ui/api.ts";
import { Spark } from "../parts/chart.tsx";
import { Empty, Problem, Waiting } from "../parts/parts.tsx";
import { changes, clock } from "../state.ts";
import { href } from "../route.ts";
import { useAsk } from "../use-ask.ts";
import { ago, formatDuration, formatPercent } from "../words.ts";
import { HistoryTabs } from "./history.tsx";

/** What each check costs, and how often it fails. */
export function TrendsView(): JSX.Element {
  const { data, error, isWaiting } = useAsk<Trends>("trends", {}, changes.runs);
  return (
    <>
      <h1 class="view-title">History</h1>
      <HistoryTabs here="trends" />
      {error === null ? null : <Problem text={error} />}
      {isWaiting && data === null ? <Waiting what="Reading past runs" /> : null}
      {data !== null && data.checks.length === 0 ? <Empty title="No runs yet" /> : null}
      {data === null || data.checks.length === 0 ? null : (
        <div class="card table" tabIndex={0} role="region" aria-label="Checks over time">
          <table>
            <thead>
              <tr>
                <th>check</th>
                <th class="number">ran</th>
                <th class="number">cached</th>
                <th class="number">median</th>
                <th class="number">95 %</th>
                <th>lately</th>
                <th class="number">passed</th>
                <th class="number">reused</th>
                <th class="number">saved</th>
                <th class="number">last ran</th>
              </tr>
            </thead>
            <tbody>
              {data.checks.map((each) => (
                <tr key={each.check}>
                  <td>
                    <a href={href("why", each.check)}>{each.check}</a>
                  </td>
                  <td class="number">{each.executedRuns}</td>
                  <td class="number">{each.stoodRuns}</td>
                  <td class="number">
                    {each.executedRuns === 0 ? "–" : formatDuration(each.medianDuration)}
                  </td>
                  <td class="number">{each.executedRuns === 0 ? "–" : formatDuration(each.p95Duration)}</td>
                  <td>
                    <Spark values={each.recentDurations} />
                  </td>
                  <td class="number">{each.passRate === null ? "–" : formatPercent(each.passRate)}</td>
                  <td class="number">{each.reuseRate === null ? "–" : formatPercent(each.reuseRate)}</td>
                  <td class="number">{formatDuration(each.timeSaved)}</td>
                  <td class="number">{each.lastRun === 0 ? "never" : ago(each.lastRun, clock.value)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  );
}

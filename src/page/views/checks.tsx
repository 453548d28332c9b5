import type { JSX } from "preact";
import type { ChecksAnswer } from "../../ui/api.ts";
import { useAct } from "../parts/actions.tsx";
import { Spark } from "../parts/chart.tsx";
import { Problem, Tag, Tiles, Waiting } from "../parts/parts.tsx";
import { href } from "../route.ts";
import { changes, repository } from "../state.ts";
import { useAsk } from "../use-ask.ts";
import { bytes, formatDuration, formatPercent, moment, plural } from "../words.ts";

type Check = ChecksAnswer["status"]["checks"][number];

/** Every check: what is cached, and what would run now. */
export function ChecksView(): JSX.Element {
  const { data, error, isWaiting, again } = useAsk<ChecksAnswer>("checks", {}, changes.runs);
  const { start, isBusy, problem } = useAct();
  const canRun = repository.value?.canRun === true;
  if (error !== null) return <Problem text={error} />;
  if (data === null) return <Waiting what="Reading the repository" />;
  const { status, cache, metrics, at } = data;
  const lookups = cache.hits + cache.misses;
  const cached = status.checks.reduce((sum, each) => sum + each.unitsStanding, 0);
  const toRun = status.checks.reduce((sum, each) => sum + each.unitsToRun, 0);
  return (
    <>
      <h1 class="view-title">Checks</h1>
      <Tiles
        tiles={[
          { name: "Would run", figure: toRun, note: plural(status.changedFiles, "changed file") },
          {
            name: "Cached now",
            figure: cached,
            note: `${plural(status.uncommittedFiles, "file")} not committed`,
          },
          {
            name: "Verdicts stored",
            figure: cache.verdicts,
            note: cache.fromElsewhere > 0 ? `${cache.fromElsewhere} from other machines` : bytes(cache.bytes),
          },
          {
            name: "Found in the cache",
            figure: lookups === 0 ? "–" : formatPercent(cache.hits / lookups),
            note: "since the cache was created",
          },
        ]}
      />
      {problem === null ? null : <Problem text={problem} />}
      <p class="soft">
        Looked at {moment(at)} ·{" "}
        <button type="button" class="plain" onClick={again} disabled={isWaiting}>
          look again
        </button>
      </p>
      <div class="card table" tabIndex={0} role="region" aria-label="Checks">
        <table>
          <thead>
            <tr>
              <th>check</th>
              <th>now</th>
              <th class="number">would run</th>
              <th class="number">cached</th>
              <th class="number">median</th>
              <th>lately</th>
              <th>why</th>
              {canRun ? (
                <th>
                  <span class="hidden-text">actions</span>
                </th>
              ) : null}
            </tr>
          </thead>
          <tbody>
            {status.checks.map((check) => {
              const past = metrics.find((each) => each.check === check.check);
              return (
                <tr key={check.check}>
                  <td>
                    <a href={href("why", check.check)}>{check.check}</a>
                  </td>
                  <td>
                    <Decision check={check} />
                  </td>
                  <td class="number">{check.unitsToRun}</td>
                  <td class="number">{check.unitsStanding}</td>
                  <td class="number">
                    {past === undefined || past.executedRuns === 0
                      ? "–"
                      : formatDuration(past.medianDuration)}
                  </td>
                  <td>{past === undefined ? null : <Spark values={past.recentDurations} />}</td>
                  <td class="why soft">
                    {[check.detail, ...check.unsettled].filter((text) => text !== "").join(" · ")}
                  </td>
                  {canRun ? (
                    <td>
                      <button
                        type="button"
                        disabled={isBusy}
                        onClick={() => start({ type: "rerun", check: check.check })}
                      >
                        Run again<span class="hidden-text"> {check.check}</span>
                      </button>
                    </td>
                  ) : null}
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </>
  );
}

function Decision({ check }: { readonly check: Check }): JSX.Element {
  if (check.decision === "run") return <Tag kind="warning">would run</Tag>;
  if (check.decision === "blocked") return <Tag kind="failed">cannot start</Tag>;
  if (check.decision === "skip") return <Tag kind="skipped" />;
  return check.unitsStandingFailed > 0 ? (
    <Tag kind="failed">cached, failed</Tag>
  ) : (
    <Tag kind="stands">cached</Tag>
  );
}

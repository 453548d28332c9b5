import type { JSX } from "preact";
import type { FlakyAnswer } from "../../ui/api.ts";
import { Empty, Problem, Section, Tag, Waiting } from "../parts/parts.tsx";
import { href } from "../route.ts";
import { changes, clock } from "../state.ts";
import { useAsk } from "../use-ask.ts";
import { ago, formatPercent, moment, plural } from "../words.ts";

const SHOWN = 20;

/** Checks that passed and failed with the same fingerprint, with the proof. */
export function FlakyView(): JSX.Element {
  const { data, error } = useAsk<FlakyAnswer>("flaky", {}, changes.runs);
  if (error !== null) return <Problem text={error} />;
  if (data === null) return <Waiting what="Comparing executions" />;
  return (
    <>
      <h1 class="view-title">Flaky checks</h1>
      {data.checks.length === 0 ? (
        <Empty title="No check is proved flaky">
          <p class="soft">
            {plural(data.executions, "execution")} compared. A check is flaky if it passed and failed with the
            same fingerprint.
          </p>
        </Empty>
      ) : null}
      {data.checks.map(({ check, units, since, lastSeen, passed, failed }) => (
        <Section
          key={check}
          id={`flaky-${check.replaceAll(/\W+/g, "-")}`}
          title={check}
          note={`${formatPercent(failed / (passed + failed))} of ${plural(passed + failed, "execution")} failed, since ${moment(Date.parse(since))}, last seen ${ago(Date.parse(lastSeen), clock.value)}`}
        >
          {units.slice(0, SHOWN).map((unit) => (
            <article class="card" key={`${unit.fingerprint} ${unit.target}`}>
              <div class="head">
                <h3 class="path">
                  {unit.batch === null
                    ? unit.target === ""
                      ? "the whole project"
                      : unit.target
                    : `${unit.batch.first} and ${unit.batch.files - 1} more`}
                </h3>
                <span class="soft">
                  {unit.failed} of {unit.passed + unit.failed} failed · fingerprint{" "}
                  <code>{unit.fingerprint.slice(0, 12)}</code>
                </span>
              </div>
              <ol class="proofs">
                {unit.executions.slice(0, SHOWN).map((execution) => (
                  <li key={`${execution.runId} ${execution.tried ?? 0} ${execution.at}`}>
                    <Tag kind={execution.status} />
                    <a href={href("run", execution.runId)}>{execution.runId}</a>
                    <span class="soft">
                      {ago(Date.parse(execution.at), clock.value)}
                      {execution.tried === null ? "" : ` · try ${execution.tried}`}
                      {execution.commit === null ? "" : ` · ${execution.commit.slice(0, 8)}`}
                    </span>
                  </li>
                ))}
              </ol>
            </article>
          ))}
        </Section>
      ))}
    </>
  );
}

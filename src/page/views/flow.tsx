import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { FlowAnswer } from "../../ui/api.ts";
import { Actions, useAct } from "../parts/actions.tsx";
import { Empty, Problem, Tag, Waiting } from "../parts/parts.tsx";
import { changes, repository } from "../state.ts";
import { useAsk } from "../use-ask.ts";
import { plural } from "../words.ts";

type Item = FlowAnswer["items"][number];

const COLUMNS = [
  { key: "raw", title: "Not analysed" },
  { key: "partial", title: "In analysis" },
  { key: "analyzed", title: "Analysed" },
  { key: "active", title: "In work" },
  { key: "done", title: "Done" },
] as const;

function columnOf({ active, status }: Item): (typeof COLUMNS)[number]["key"] {
  return active === null ? status : "active";
}

/** A board of items by their progress. */
export function FlowView(): JSX.Element {
  const { data, error } = useAsk<FlowAnswer>("flow", {}, changes.flow);
  if (error !== null) return <Problem text={error} />;
  if (data === null) return <Waiting what="Reading the items" />;
  const active = data.items.find((item) => item.active !== null) ?? null;
  if (data.items.length === 0)
    return (
      <>
        <h1 class="view-title">Flow</h1>
        <Empty title="There are no items">
          <p class="soft">An item is a piece of work with phases. Create the first one:</p>
          <pre>$ {repository.value?.program ?? "verification"} flow add Export orders as CSV</pre>
        </Empty>
      </>
    );
  return (
    <>
      <h1 class="view-title">Flow</h1>
      {active === null ? null : <ActiveCard item={active} />}
      <div class="board" tabIndex={0} role="region" aria-label="Board">
        {COLUMNS.map(({ key, title }) => {
          const items = data.items.filter((item) => columnOf(item) === key);
          return (
            <section class="lane" key={key} aria-labelledby={`lane-${key}`}>
              <h2 id={`lane-${key}`}>
                {title} <span class="soft">{items.length}</span>
              </h2>
              {items.map((item) => (
                <ItemCard key={item.slug} item={item} isActive={active !== null} />
              ))}
            </section>
          );
        })}
      </div>
    </>
  );
}

/** The running workflow, and what it waits for. */
function ActiveCard({ item }: { readonly item: Item }): JSX.Element | null {
  const { start, isBusy, problem } = useAct();
  const { active } = item;
  if (active === null) return null;
  const { workflow, phase, status, branch } = active;
  return (
    <div class="card active">
      <div class="head">
        <h2>{item.description}</h2>
        <Tag kind={status === "failed" ? "failed" : "new"}>{status}</Tag>
      </div>
      <p class="soft">
        {workflow} · {phase === null ? "before its first phase" : `phase ${phase}`}
        {branch === null ? "" : ` · branch ${branch}`}
      </p>
      <Steps item={item} current={phase} />
      {problem === null ? null : <Problem text={problem} />}
      {repository.value?.canRun === true ? (
        <div class="buttons">
          <button
            type="button"
            class="main"
            disabled={isBusy}
            onClick={() => start({ type: "flow-build", item: item.slug })}
          >
            Continue
          </button>
          {phase === null ? null : (
            <button type="button" disabled={isBusy} onClick={() => start({ type: "flow-done", phase })}>
              {phase} is done
            </button>
          )}
        </div>
      ) : null}
      <Actions canRecover={false} />
    </div>
  );
}

function Steps({ item, current }: { readonly item: Item; readonly current: string | null }): JSX.Element {
  return (
    <ol class="steps" aria-label="Phases">
      {item.completedPhases.map((phase) => (
        <li key={phase} class="done">
          {phase}
        </li>
      ))}
      {item.remainingPhases.map((phase) => (
        <li
          key={phase}
          class={phase === current ? "current" : undefined}
          aria-current={phase === current ? "step" : undefined}
        >
          {phase}
        </li>
      ))}
    </ol>
  );
}

function ItemCard({ item, isActive }: { readonly item: Item; readonly isActive: boolean }): JSX.Element {
  const { start, isBusy, problem } = useAct();
  const [onStale, setOnStale] = useState("proceed");
  const { slug, number, description, staleness, completedPhases, remainingPhases, warnings, status } = item;
  const total = completedPhases.length + remainingPhases.length;
  return (
    <article class="card item">
      <h3>
        {number === null ? "" : <span class="soft">#{number} </span>}
        {description}
      </h3>
      <p class="soft path">{slug}</p>
      {status === "done" || total === 0 ? null : (
        <p class="soft">
          {completedPhases.length} of {plural(total, "phase")}
          {item.startPhase === null ? "" : `, next ${item.startPhase}`}
        </p>
      )}
      {staleness.stale && status !== "done" ? (
        <p>
          <Tag kind="warning">stale</Tag> <span class="soft">{describeStaleness(staleness)}</span>
        </p>
      ) : null}
      {warnings.length === 0 ? null : <p class="soft">{warnings.join(" ")}</p>}
      {problem === null ? null : <Problem text={problem} />}
      {repository.value?.canRun === true && !isActive && status !== "done" && status !== "raw" ? (
        <div class="buttons">
          {staleness.stale ? (
            <select
              aria-label={`If stale: ${slug}`}
              value={onStale}
              onChange={(event) => setOnStale(event.currentTarget.value)}
            >
              <option value="proceed">proceed</option>
              <option value="quick-scan">quick scan</option>
              <option value="reanalyze">analyse again</option>
            </select>
          ) : null}
          <button
            type="button"
            disabled={isBusy}
            onClick={() => start({ type: "flow-build", item: slug, ...(staleness.stale ? { onStale } : {}) })}
          >
            Build<span class="hidden-text"> {slug}</span>
          </button>
        </div>
      ) : null}
    </article>
  );
}

function describeStaleness({ commitsBehind, citedFilesChanged }: Item["staleness"]): string {
  const behind =
    commitsBehind === null
      ? "analysed at another commit"
      : `${plural(commitsBehind, "commit")} since its analysis`;
  const cited =
    citedFilesChanged.length === 0
      ? ""
      : `; it cites ${citedFilesChanged.slice(0, 3).join(", ")}${citedFilesChanged.length > 3 ? " and others" : ""}, which changed`;
  return `${behind}${cited}`;
}

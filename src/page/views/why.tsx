import type { JSX } from "preact";
import type { GraphPart, WhyAnswer, WhyUnit } from "../../ui/api.ts";
import type { PathChange } from "../../vocabulary/verdict/unit.ts";
import { Finder } from "../parts/finder.tsx";
import { Empty, Problem, Section, Tag, Waiting } from "../parts/parts.tsx";
import { SmallGraph } from "../parts/small-graph.tsx";
import { href, route } from "../route.ts";
import { clock } from "../state.ts";
import { useAsk } from "../use-ask.ts";
import { ago, moment, plural } from "../words.ts";

/** Why one file or check would run, or why its result is cached. */
export function WhyView(): JSX.Element {
  const subject = route.value.words.join("/");
  const { data, error, isWaiting, again } = useAsk<WhyAnswer>(subject === "" ? null : "why", { subject });
  const answer = data !== null && subject !== "" ? data : null;
  return (
    <>
      <h1 class="view-title">Why</h1>
      <Finder subject={subject} />
      {subject === "" ? (
        <Empty title="Name a file or a check">
          <p class="soft">
            You see why it would run or why its result is cached, what changed, what it depends on and what
            depends on it.
          </p>
        </Empty>
      ) : null}
      {isWaiting ? <Waiting what="Reading the repository" /> : null}
      {error === null || isWaiting ? null : <Problem text={error} />}
      {answer === null || error !== null || isWaiting ? null : <Answer answer={answer} again={again} />}
    </>
  );
}

function Answer({ answer, again }: { readonly answer: WhyAnswer; readonly again: () => void }): JSX.Element {
  const { subject, units, moreUnits, description, graph, chains, earlierNames, unsettled, at } = answer;
  const running = units.filter(({ decision }) => decision === "run").length;
  const title =
    units.length === 0
      ? "No check covers it"
      : running === 0
        ? "Cached: nothing has to run"
        : `${plural(running, "unit")} would run`;
  return (
    <>
      <div class={`verdict small ${running > 0 ? "waiting" : "passed"}`}>
        <span class="mark" aria-hidden="true">
          {running > 0 ? "↻" : "✓"}
        </span>
        <div>
          <h2 class="subject path">{subject.name}</h2>
          <p>
            {title}
            {description === "" ? "" : ` · ${description}`}
          </p>
          <p class="soft">
            Looked at {moment(at)} ·{" "}
            <button type="button" class="plain" onClick={again}>
              look again
            </button>
          </p>
        </div>
      </div>
      {earlierNames.length === 0 ? null : <p class="soft">It was called {earlierNames.join(", ")} before.</p>}
      {unsettled.length === 0 ? null : <Problem text={unsettled.join("\n")} />}
      <SmallGraph subject={subject.name} part={graph} chains={chains} />
      {units.length === 0 ? null : (
        <Section
          id="units"
          title={subject.type === "file" ? "Checks of this file" : "Units of this check"}
          note={moreUnits > 0 ? `the first ${units.length} of ${units.length + moreUnits}` : undefined}
        >
          {units.map((unit) => (
            <Unit key={`${unit.check} ${unit.target}`} unit={unit} subject={subject} />
          ))}
        </Section>
      )}
      {graph === null ? null : <Neighbours graph={graph} />}
    </>
  );
}

function Unit({
  unit,
  subject,
}: {
  readonly unit: WhyUnit;
  readonly subject: WhyAnswer["subject"];
}): JSX.Element {
  const { check, target, decision, detail, differences, verdict, pathSet, reason, moreAccesses } = unit;
  const name = subject.type === "check" ? (target === "" ? "the whole project" : target) : check;
  const about = subject.type === "check" ? target : check;
  const chain = "chain" in reason ? reason.chain : [];
  const changed = "changes" in reason ? reason.changes : [];
  const seen = pathSet.accesses;
  return (
    <article class="card unit">
      <div class="head">
        <h3 class="path">{about === "" ? name : <a href={href("why", about)}>{name}</a>}</h3>
        {decision === "run" ? <Tag kind="warning">would run</Tag> : <Tag kind="stands">cached</Tag>}
        {verdict === null ? null : (
          <span class="soft">
            {verdict.status} {ago(Date.parse(verdict.at), clock.value)}
          </span>
        )}
      </div>
      <p>{detail}</p>
      {chain.length > 1 ? (
        <ul class="chain" aria-label="The path to what changed">
          {chain.map((path) => (
            <li key={path}>
              <a href={href("why", path)}>
                <code>{path}</code>
              </a>
            </li>
          ))}
        </ul>
      ) : null}
      {changed.length === 0 ? null : (
        <ul class="changes">
          {changed.slice(0, 10).map((each) => (
            <li key={each.path}>
              <code class="path">{each.path}</code> <span class="soft">{describeChange(each)}</span>
            </li>
          ))}
        </ul>
      )}
      {differences.length === 0 || decision === "stand" ? null : (
        <details>
          <summary>What differs from its last verdict ({differences.length})</summary>
          <table>
            <thead>
              <tr>
                <th>part of the fingerprint</th>
                <th>before</th>
                <th>now</th>
              </tr>
            </thead>
            <tbody>
              {differences.map(({ component, before, after }) => (
                <tr key={component}>
                  <td>{component}</td>
                  <td>
                    <code>{before.slice(0, 24)}</code>
                  </td>
                  <td>
                    <code>{after.slice(0, 24)}</code>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      )}
      <details>
        <summary>
          {seen.length > 0
            ? `Seen to read ${plural(seen.length + moreAccesses, "place")}`
            : "What it depends on"}
        </summary>
        {seen.length > 0 ? (
          <ul class="accesses">
            {seen.map(({ path, access }) => (
              <li key={path}>
                <code class="path">{path}</code> <span class="soft">{access}</span>
              </li>
            ))}
            {moreAccesses > 0 ? <li class="soft">and {moreAccesses} more</li> : null}
          </ul>
        ) : (
          <p class="soft">
            Predicted: {pathSet.parts.length === 0 ? "its own files" : pathSet.parts.join(", ")}.
            {(verdict?.unobserved ?? null) === null ? "" : ` Not watched: ${verdict?.unobserved}.`}
          </p>
        )}
      </details>
    </article>
  );
}

function describeChange({ before, after }: PathChange): string {
  const short = (hash: string | null): string => (hash === null ? "nothing" : hash.slice(0, 10));
  return `from ${short(before)} to ${short(after)}`;
}

function Neighbours({ graph }: { readonly graph: GraphPart }): JSX.Element {
  const list = (
    title: string,
    paths: readonly { readonly path: string; readonly how: string }[],
    more: number,
  ) => (
    <div class="card">
      <h3>
        {title} <span class="soft">{paths.length + more}</span>
      </h3>
      {paths.length === 0 ? <p class="soft">None.</p> : null}
      <ul>
        {paths.map(({ path, how }) => (
          <li key={path}>
            <a class="path" href={href("why", path)}>
              {path}
            </a>{" "}
            <span class="soft">{how}</span>
          </li>
        ))}
        {more > 0 ? <li class="soft">and {more} more</li> : null}
      </ul>
    </div>
  );
  return (
    <Section id="neighbours" title="Around it" note={`a change affects ${plural(graph.affected, "file")}`}>
      <div class="columns">
        {list(
          "Depends on",
          graph.dependencies.map(({ to, type, line }) => ({ path: to, how: `${type}, line ${line}` })),
          graph.moreDependencies,
        )}
        {list(
          "Used by",
          graph.dependents.map(({ from, type }) => ({ path: from, how: type })),
          graph.moreDependents,
        )}
      </div>
      {graph.packages.length === 0 ? null : <p class="soft">Packages: {graph.packages.join(", ")}</p>}
      {graph.cycle.length < 2 ? null : (
        <p class="soft">It is in a cycle with {graph.cycle.length - 1} more.</p>
      )}
    </Section>
  );
}

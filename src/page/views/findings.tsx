import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { FindingGroup, FindingRow, FindingsPage, ShownFinding } from "../../ui/api.ts";
import { chooseEditor, editor, editorLink, EDITORS, type Editor } from "../editor.ts";
import { Choice, Empty, Problem, Tag, Waiting } from "../parts/parts.tsx";
import { VirtualList } from "../parts/virtual-list.tsx";
import { href, route, setQuery } from "../route.ts";
import { repository } from "../state.ts";
import { usePages } from "../use-pages.ts";
import { moment, plural } from "../words.ts";

const ROW = 56;

/** What was found: new, old and fixed. */
export function FindingsView(): JSX.Element {
  const { query } = route.value;
  const get = (name: string): string => query.get(name) ?? "";
  const by = (["file", "check", "code"] as const).find((each) => each === get("by")) ?? "file";
  const names = ["run", "words", "severity", "state", "check", "by"];
  const pages = usePages<FindingsPage, FindingRow>(
    "findings",
    Object.fromEntries(names.flatMap((name) => (get(name) === "" ? [] : [[name, get(name)]]))),
    ({ rows }) => rows,
  );
  const [selected, setSelected] = useState(-1);
  const { first } = pages;
  useEffect(() => setSelected(-1), [query.toString()]);
  if (pages.error !== null) return <Problem text={pages.error} />;
  if (first === null) return <Waiting what="Reading the findings" />;
  if (first.runId === null)
    return (
      <Empty title="No findings yet">
        <p class="soft">Findings are shown here after the next run that is not fully cached.</p>
      </Empty>
    );
  const row = selected < 0 ? null : pages.row(selected);
  const chosen = row !== null && "finding" in row ? row.finding : null;
  return (
    <>
      <h1 class="view-title">Findings</h1>
      <Tools page={first} by={by} />
      {first.isPartial ? <p class="soft">This run included only some of the checks.</p> : null}
      {first.length === 0 ? (
        <p class="card soft" role="status">
          {first.total === 0 && first.counts.fixed === 0 ? "Nothing was found." : "Nothing matches."}
        </p>
      ) : (
        <div class={`split${chosen === null ? "" : " open"}`}>
          <VirtualList
            label="Findings"
            length={first.length}
            rowHeight={ROW}
            selected={selected}
            onSelect={setSelected}
            onSeen={pages.see}
            isPassed={(index) => "group" in (pages.row(index) ?? {})}
            render={(index) => <Row row={pages.row(index)} by={by} />}
          />
          {chosen === null ? null : <Detail finding={chosen} onClose={() => setSelected(-1)} />}
        </div>
      )}
    </>
  );
}

function Tools({ page, by }: { readonly page: FindingsPage; readonly by: FindingGroup }): JSX.Element {
  const { query } = route.value;
  const get = (name: string): string => query.get(name) ?? "";
  const { counts, matching } = page;
  const choose = (name: string) => (value: string) => setQuery({ [name]: value });
  const option = (value: keyof typeof counts) => ({ value, text: `${value} ${counts[value]}` });
  return (
    <div class="tools">
      <input
        id="search"
        type="search"
        placeholder="Search findings"
        aria-label="Search findings"
        autocomplete="off"
        value={get("words")}
        onInput={(event) => setQuery({ words: event.currentTarget.value })}
      />
      <Choice
        label="Filter by severity"
        options={(["error", "warning", "info"] as const).filter((each) => counts[each] > 0).map(option)}
        chosen={get("severity") as "error"}
        onChoose={choose("severity")}
      />
      <Choice
        label="Filter by state"
        options={(["new", "old", "fixed"] as const).filter((each) => counts[each] > 0).map(option)}
        chosen={get("state") as "new"}
        onChoose={choose("state")}
      />
      <Choice
        label="Group"
        isFixed
        options={[
          { value: "file", text: "by file" },
          { value: "check", text: "by check" },
          { value: "code", text: "by code" },
        ]}
        chosen={by}
        onChoose={choose("by")}
      />
      {page.checks.length > 1 ? (
        <select
          aria-label="Check"
          value={get("check")}
          onChange={(event) => setQuery({ check: event.currentTarget.value })}
        >
          <option value="">all checks</option>
          {page.checks.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
      ) : null}
      {page.runs.length > 1 ? (
        <select
          aria-label="Run"
          value={page.runId ?? ""}
          onChange={(event) => setQuery({ run: event.currentTarget.value })}
        >
          {page.runs.map(({ runId, startedAt, findings }) => (
            <option key={runId} value={runId}>
              {moment(startedAt)} ({findings})
            </option>
          ))}
        </select>
      ) : null}
      <span class="soft" id="count" role="status">
        {plural(matching, "finding")}
      </span>
    </div>
  );
}

function Row({ row, by }: { readonly row: FindingRow | null; readonly by: FindingGroup }): JSX.Element {
  if (row === null) return <span class="soft loading">…</span>;
  if ("group" in row)
    return (
      <span class="group-row">
        <code class="path">{row.group}</code> <span class="soft">{row.count}</span>
      </span>
    );
  const { severity, state, message, check, code, file, line } = row.finding;
  const place = file === undefined ? "" : `${file}${line === undefined ? "" : `:${line}`}`;
  return (
    <span class="finding-row">
      <span class="line">
        <Tag kind={state === "fixed" ? "passed" : severity}>{state === "fixed" ? "fixed" : severity}</Tag>
        {state === "new" ? <Tag kind="new" /> : null}
        <span class="message">{message.split("\n")[0]}</span>
      </span>
      <span class="meta">
        {by === "file" ? line === undefined ? "" : `line ${line}` : <code>{place}</code>}
        {by === "check" ? "" : ` ${check}`}
        {code === undefined || by === "code" ? "" : ` · ${code}`}
      </span>
    </span>
  );
}

function Detail({
  finding,
  onClose,
}: {
  readonly finding: ShownFinding;
  readonly onClose: () => void;
}): JSX.Element {
  const { message, file, line, check, code, severity, state } = finding;
  const root = repository.value?.root ?? "";
  const more = state === "fixed" ? null : finding;
  return (
    <aside class="card detail" aria-label="Finding">
      <div class="head">
        <Tag kind={severity} />
        <Tag kind={state === "fixed" ? "passed" : state}>{state}</Tag>
        <button type="button" class="close" onClick={onClose} aria-label="Close">
          ×
        </button>
      </div>
      <p class="message">{message}</p>
      <p class="soft">
        {check}
        {code === undefined ? "" : ` · ${code}`}
      </p>
      {file === undefined ? null : (
        <p>
          <code class="path">
            {file}
            {line === undefined ? "" : `:${line}`}
          </code>
        </p>
      )}
      {more?.context === undefined ? null : <Source context={more.context} />}
      {more?.suggestion === undefined ? null : <p>{more.suggestion}</p>}
      {more?.blame === undefined ? null : (
        <p class="soft">
          {more.blame.author}: {more.blame.summary}
        </p>
      )}
      {file === undefined ? null : (
        <p class="links">
          <a href={editorLink(root, file, finding as { line?: number; column?: number })}>open in editor</a>
          <a href={href("why", file)}>why it is verified</a>
          <select
            aria-label="Editor"
            value={editor.value}
            onChange={(event) => chooseEditor(event.currentTarget.value as Editor)}
          >
            {Object.entries(EDITORS).map(([key, { name }]) => (
              <option key={key} value={key}>
                {name}
              </option>
            ))}
          </select>
        </p>
      )}
    </aside>
  );
}

/** The lines around it, as they were when it was found. */
function Source({ context }: { readonly context: string }): JSX.Element {
  return (
    <pre tabIndex={0}>
      <code>
        {context.split("\n").map((text, index) => {
          const kind = text.startsWith(">") ? "hit" : /^\s*\|\s*\^\s*$/.test(text) ? "caret" : undefined;
          return (
            <span key={index} class={kind}>
              {text}
            </span>
          );
        })}
      </code>
    </pre>
  );
}

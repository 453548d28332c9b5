import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { Action, RecoveryPreview } from "../../ui/api.ts";
import { act, ask } from "../client.ts";
import { job, repository } from "../state.ts";
import { Problem } from "./parts.tsx";

/** A button that makes the server do something, and shows why if it is refused. */
export function useAct(): {
  readonly problem: string | null;
  readonly isBusy: boolean;
  start(action: Action): void;
} {
  const [problem, setProblem] = useState<string | null>(null);
  const isBusy = job.value !== null && !job.value.isOver;
  const start = (action: Action): void => {
    setProblem(null);
    act(action).catch((error: unknown) => setProblem(error instanceof Error ? error.message : String(error)));
  };
  return { problem, isBusy, start };
}

/** Verify, verify all, recover, stop: if the dashboard may start something. */
export function Actions({ canRecover }: { readonly canRecover: boolean }): JSX.Element | null {
  const { problem, isBusy, start } = useAct();
  const [preview, setPreview] = useState<RecoveryPreview | null>(null);
  if (repository.value?.canRun !== true) return null;
  return (
    <div class="actions">
      <div class="buttons">
        <button type="button" class="main" disabled={isBusy} onClick={() => start({ type: "verify" })}>
          Verify
        </button>
        <button type="button" disabled={isBusy} onClick={() => start({ type: "verify-all" })}>
          Verify all
        </button>
        {canRecover ? (
          <button
            type="button"
            disabled={isBusy}
            aria-expanded={preview !== null}
            onClick={() => void ask<RecoveryPreview>("recovery").then(setPreview)}
          >
            Recover…
          </button>
        ) : null}
        <button type="button" disabled={!isBusy} onClick={() => start({ type: "stop" })}>
          Stop
        </button>
      </div>
      {problem === null ? null : <Problem text={problem} />}
      {preview === null ? null : (
        <RecoveryCard
          preview={preview}
          onClose={() => setPreview(null)}
          onStart={() => {
            setPreview(null);
            start({ type: "recover" });
          }}
        />
      )}
      <JobCard />
    </div>
  );
}

function RecoveryCard(props: {
  readonly preview: RecoveryPreview;
  readonly onClose: () => void;
  readonly onStart: () => void;
}): JSX.Element {
  const { proposals } = props.preview;
  return (
    <div class="card" id="recovery-preview">
      <h3>What recovery would do first</h3>
      {proposals.length === 0 ? (
        <p class="soft">No strategy matches what failed.</p>
      ) : (
        <ul class="proposals">
          {proposals.map((each) => (
            <li key={`${each.strategy} ${each.check}`}>
              <strong>{each.strategy}</strong> <span class="soft">for {each.why}</span>
              <code class="command">$ {each.command.join(" ")}</code>
            </li>
          ))}
        </ul>
      )}
      <div class="buttons">
        {proposals.length === 0 ? null : (
          <button type="button" class="main" onClick={props.onStart}>
            Edit files and verify again
          </button>
        )}
        <button type="button" onClick={props.onClose}>
          Cancel
        </button>
      </div>
    </div>
  );
}

/** The job that the page has started, with its output. */
function JobCard(): JSX.Element | null {
  const current = job.value;
  if (current === null) return null;
  const { command, isOver, status, output } = current;
  const end = status === null ? "ended" : `exit status ${status}`;
  return (
    <details class="card job" open={isOver && status !== 0 && status !== 1}>
      <summary>
        <code>$ {command}</code> <span class="soft">{isOver ? end : "running"}</span>
      </summary>
      <pre class="output" tabIndex={0}>
        {output === "" ? "Nothing was printed yet." : output}
      </pre>
    </details>
  );
}

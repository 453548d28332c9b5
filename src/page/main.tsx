import { render, type JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { takeToken } from "./client.ts";
import { embedded } from "./embedded.ts";
import { Empty } from "./parts/parts.tsx";
import { followAddress, parseRoute, route } from "./route.ts";
import { connect, connection, keepTime, live, repository } from "./state.ts";
import { applyTheme, isDark, turnTheme } from "./theme.ts";
import { ChecksView } from "./views/checks.tsx";
import { FindingsView } from "./views/findings.tsx";
import { FlakyView } from "./views/flaky.tsx";
import { FlowView } from "./views/flow.tsx";
import { HistoryView } from "./views/history.tsx";
import { NowView } from "./views/now.tsx";
import { CompareView, RunView } from "./views/run.tsx";
import { TrendsView } from "./views/trends.tsx";
import { WhyView } from "./views/why.tsx";

interface View {
  readonly title: string;
  readonly show: () => JSX.Element;
  /** The navigation entry that it belongs to, if it has none itself. */
  readonly within?: string;
}

const VIEWS: Readonly<Record<string, View>> = {
  now: { title: "Now", show: NowView },
  findings: { title: "Findings", show: FindingsView },
  why: { title: "Why", show: WhyView },
  checks: { title: "Checks", show: ChecksView },
  history: { title: "History", show: HistoryView },
  flaky: { title: "Flaky", show: FlakyView },
  flow: { title: "Flow", show: FlowView },
  trends: { title: "Checks over time", show: TrendsView, within: "history" },
  run: { title: "Run", show: RunView, within: "history" },
  compare: { title: "Two runs compared", show: CompareView, within: "history" },
};

const START = embedded?.start ?? "now";
const IN_FILE = new Set(["history", "flaky"]);
const SHOWN = Object.entries(VIEWS).filter(
  ([name, { within }]) => within === undefined && (embedded === null || IN_FILE.has(name)),
);

function App(): JSX.Element {
  const { view } = route.value;
  const name = Object.hasOwn(VIEWS, view) ? view : START;
  const { title, show: Show, within } = VIEWS[name] as View;
  const known = repository.value;
  const [isHelpOpen, setHelpOpen] = useState(false);
  useEffect(() => {
    document.title = known === null ? "Verification" : `${title} · ${known.name}`;
  }, [title, known?.name]);
  useEffect(() => listenForKeys(() => setHelpOpen((before) => !before)), []);
  return (
    <div class="shell">
      <header class="top">
        <a class="skip" href={location.hash} onClick={(event) => focusView(event)}>
          Skip to the view
        </a>
        <span class="repository">
          <strong>{known?.name ?? "Verification"}</strong>
          {(known?.branch ?? null) === null ? null : <span class="soft branch">{known?.branch}</span>}
          {known?.hasGit === false ? <span class="soft branch">no git</span> : null}
        </span>
        <StatusPill />
        <button type="button" id="theme" onClick={turnTheme} title="Light or dark (t)">
          {isDark.value ? "Light" : "Dark"}
        </button>
        <button type="button" id="help" aria-expanded={isHelpOpen} onClick={() => setHelpOpen(!isHelpOpen)}>
          Keys
        </button>
      </header>
      <nav class="side" aria-label="Views">
        {SHOWN.map(([key, each], index) => (
          <a key={key} href={`#/${key}`} aria-current={(within ?? name) === key ? "page" : undefined}>
            {each.title} <kbd aria-hidden="true">{index + 1}</kbd>
          </a>
        ))}
      </nav>
      <main id="view" tabIndex={-1}>
        {isHelpOpen ? <Keys /> : null}
        {connection.value === "refused" ? <NoToken /> : <Show key={name} />}
      </main>
      <footer>
        <span>incremental-verification {known?.version ?? ""}</span>
        {embedded === null ? null : (
          <span>made {new Date(embedded.madeAt).toISOString().slice(0, 16).replace("T", " ")} UTC</span>
        )}
        {known !== null && embedded === null ? (
          <span>{known.canRun ? "may start runs" : "only shows"}</span>
        ) : null}
      </footer>
    </div>
  );
}

function focusView(event: Event): void {
  event.preventDefault();
  document.getElementById("view")?.focus();
}

const STATES = {
  running: "running",
  passed: "passed",
  failed: "failed",
  stopped: "stopped",
  lost: "no result",
} as const;

function StatusPill(): JSX.Element | null {
  if (connection.value === "file") return null;
  if (connection.value === "lost")
    return (
      <span class="pill lost" role="status">
        connection lost
      </span>
    );
  const state = live.value?.run?.state;
  return state === undefined ? null : (
    <a class={`pill ${state}`} href="#/now">
      {STATES[state]}
    </a>
  );
}

function NoToken(): JSX.Element {
  return (
    <Empty title="This page does not know the token">
      <p>
        Open the address that <code>verification ui</code> printed. It ends with a token that only you know;
        every start of the command has another one.
      </p>
    </Empty>
  );
}

function Keys(): JSX.Element {
  const keys = [
    ...SHOWN.map(([, { title }], index) => [String(index + 1), title] as const),
    ["/", "search"],
    ["j k", "next, previous in a list"],
    ["enter", "open"],
    ["t", "light or dark"],
    ["?", "these keys"],
  ] as const;
  return (
    <dl class="card keys" id="keys">
      {keys.map(([key, meaning]) => (
        <div key={key}>
          <dt>
            <kbd>{key}</kbd>
          </dt>
          <dd>{meaning}</dd>
        </div>
      ))}
    </dl>
  );
}

function listenForKeys(turnHelp: () => void): () => void {
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target as HTMLElement;
    const isTyping = target.matches("input, select, textarea");
    if (event.key === "Escape" && isTyping) target.blur();
    if (isTyping) return;
    const number = Number(event.key);
    const shown = SHOWN[number - 1];
    if (number >= 1 && shown !== undefined) location.hash = `#/${shown[0]}`;
    else if (event.key === "/") document.querySelector<HTMLInputElement>("#search")?.focus();
    else if (event.key === "t") turnTheme();
    else if (event.key === "?") turnHelp();
    else if ((event.key === "j" || event.key === "k") && !target.matches(".virtual")) {
      const list = document.querySelector<HTMLElement>(".virtual");
      list?.focus({ preventScroll: true });
      list?.dispatchEvent(new KeyboardEvent("keydown", { key: event.key, bubbles: false }));
    } else return;
    event.preventDefault();
  };
  document.addEventListener("keydown", onKeyDown);
  return () => document.removeEventListener("keydown", onKeyDown);
}

takeToken();
applyTheme();
followAddress();
route.value = parseRoute(location.hash);
keepTime();
const root = document.getElementById("app");
if (root !== null) render(<App />, root);
void connect();

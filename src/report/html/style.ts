/** The style of the report. Each colour has a light and a dark version. */
export const STYLE = `
:root {
  color-scheme: light dark;
  --paper: light-dark(#f6f7f9, #0f1216);
  --card: light-dark(#ffffff, #171b21);
  --sunk: light-dark(#f1f3f6, #11151a);
  --line: light-dark(#e1e5eb, #2a313a);
  --ink: light-dark(#1b2330, #e4e8ee);
  --soft: light-dark(#5a6675, #97a3b2);
  --accent: light-dark(#2f5fd0, #86aaff);
  --good: light-dark(#18764a, #4cc38a);
  --bad: light-dark(#c3312f, #ff7b72);
  --warn: light-dark(#855a06, #e3b341);
  --good-wash: light-dark(#e6f5ec, #12271c);
  --bad-wash: light-dark(#fdecea, #2d1718);
  --warn-wash: light-dark(#fcf3dc, #2b2312);
  --mono: ui-monospace, "SF Mono", "Cascadia Mono", "JetBrains Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace;
  --radius: 10px;
}
:root[data-theme="light"] { color-scheme: light; }
:root[data-theme="dark"] { color-scheme: dark; }
* { box-sizing: border-box; }
html { scroll-padding-top: 4rem; }
body {
  margin: 0; background: var(--paper); color: var(--ink);
  font: 15px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif;
  -webkit-text-size-adjust: 100%;
}
main, .bar { max-width: 68rem; margin: 0 auto; padding: 0 1.25rem; }
h1, h2, h3, p, ul, dl, dd, pre { margin: 0; padding: 0; }
ul { list-style: none; }
h2 { font-size: 1.05rem; font-weight: 650; letter-spacing: -0.005em; }
h3 { font-size: 1rem; font-weight: 600; }
code, pre, .mono { font-family: var(--mono); font-size: 0.86em; font-variant-ligatures: none; }
a { color: var(--accent); text-decoration: none; }
a:hover { text-decoration: underline; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
.soft { color: var(--soft); }
.path { overflow-wrap: anywhere; }

.nav { position: sticky; top: 0; z-index: 2; background: var(--card); border-bottom: 1px solid var(--line); }
.bar { display: flex; align-items: center; gap: 1.25rem; min-height: 3rem; }
.bar nav { display: flex; gap: 1.1rem; overflow-x: auto; flex: 1; scrollbar-width: none; white-space: nowrap; }
.bar nav a { color: var(--soft); font-size: 0.92rem; padding: 0.2rem 0; }
.bar nav a:hover { color: var(--ink); text-decoration: none; }

button, input { font: inherit; color: inherit; }
button {
  background: var(--card); border: 1px solid var(--line); border-radius: 7px; padding: 0.28rem 0.7rem;
  cursor: pointer; font-size: 0.88rem;
}
button:hover { border-color: var(--soft); }
button[aria-pressed="true"] { background: var(--ink); border-color: var(--ink); color: var(--card); }

.verdict { padding: 2.4rem 0 1.6rem; display: flex; gap: 1.1rem; align-items: flex-start; }
.mark {
  flex: none; width: 3rem; height: 3rem; border-radius: 50%; display: grid; place-items: center;
  font-size: 1.5rem; font-weight: 700; color: var(--card);
}
.passed .mark { background: var(--good); } .failed .mark { background: var(--bad); }
.verdict h1 { font-size: 1.9rem; line-height: 1.2; font-weight: 680; letter-spacing: -0.02em; }
.verdict p { color: var(--soft); margin-top: 0.35rem; overflow-wrap: anywhere; }

.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(9.5rem, 1fr)); gap: 0.75rem; }
.tile { background: var(--card); border: 1px solid var(--line); border-radius: var(--radius); padding: 0.8rem 1rem; }
.tile dt { color: var(--soft); font-size: 0.82rem; }
.tile dd { font-size: 1.5rem; font-weight: 640; letter-spacing: -0.02em; line-height: 1.3; font-variant-numeric: tabular-nums; }
.tile .note { font-size: 0.82rem; color: var(--soft); font-weight: 400; letter-spacing: 0; display: block; }

section { margin-top: 2.2rem; }
section > header { display: flex; align-items: baseline; gap: 0.7rem; margin-bottom: 0.7rem; flex-wrap: wrap; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: var(--radius); padding: 1rem 1.15rem; }
.card + .card { margin-top: 0.75rem; }
.failure { border-left: 3px solid var(--bad); }
.failure.old { border-left-color: var(--warn); }
.failure > .head { display: flex; gap: 0.7rem; align-items: baseline; flex-wrap: wrap; }
.failure > * + * { margin-top: 0.7rem; }
.command { display: block; color: var(--soft); overflow-wrap: anywhere; }
.chain { display: flex; flex-wrap: wrap; gap: 0.3rem 0.45rem; align-items: center; font-size: 0.88rem; }
.chain code { background: var(--sunk); border: 1px solid var(--line); border-radius: 6px; padding: 0.05rem 0.45rem; overflow-wrap: anywhere; }
.chain li + li::before { content: "\\2192"; color: var(--soft); margin-right: 0.45rem; }
.chains { display: grid; gap: 0.35rem; }

.tag { font-size: 0.76rem; font-weight: 600; border-radius: 5px; padding: 0.08rem 0.4rem; white-space: nowrap; }
.tag.error, .tag.failed { background: var(--bad-wash); color: var(--bad); }
.tag.warning, .tag.old-failure { background: var(--warn-wash); color: var(--warn); }
.tag.info, .tag.skipped, .tag.old { background: var(--sunk); color: var(--soft); }
.tag.passed, .tag.stands { background: var(--good-wash); color: var(--good); }
.tag.new { background: var(--accent); color: var(--card); }

.tools { display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: center; margin-bottom: 0.75rem; }
.tools input {
  flex: 1 1 14rem; min-width: 0; padding: 0.38rem 0.75rem; background: var(--card);
  border: 1px solid var(--line); border-radius: 7px;
}
.tools .group { display: flex; gap: 0.3rem; }
.group-title { display: flex; gap: 0.6rem; align-items: baseline; padding: 0.9rem 0 0.4rem; font-weight: 600; }
.finding { background: var(--card); border: 1px solid var(--line); padding: 0.65rem 1rem; }
.finding + .finding { border-top: 0; }
.finding:first-of-type { border-top-left-radius: var(--radius); border-top-right-radius: var(--radius); }
.finding:last-of-type { border-bottom-left-radius: var(--radius); border-bottom-right-radius: var(--radius); }
.finding[aria-current="true"] { box-shadow: inset 3px 0 var(--accent); }
.finding .line { display: flex; flex-wrap: wrap; gap: 0.2rem 0.55rem; align-items: baseline; }
.finding .message { flex: 1 1 60%; overflow-wrap: anywhere; white-space: pre-wrap; }
.finding .meta { font-size: 0.84rem; color: var(--soft); display: flex; flex-wrap: wrap; gap: 0.1rem 0.8rem; margin-top: 0.15rem; align-items: baseline; }
.finding .meta code { font-size: 0.95em; }
.finding > p { font-size: 0.92rem; margin-top: 0.2rem; }
.findings .nothing { padding: 1.2rem; text-align: center; color: var(--soft); }
[hidden] { display: none !important; }

pre { background: var(--sunk); border: 1px solid var(--line); border-radius: 8px; padding: 0.6rem 0.8rem; overflow-x: auto; line-height: 1.5; tab-size: 4; }
pre.output { max-height: 24rem; overflow: auto; white-space: pre-wrap; overflow-wrap: anywhere; }
.finding pre { margin-top: 0.5rem; }
pre > code { font-size: inherit; display: block; width: max-content; min-width: 100%; }
pre > code > span { display: block; min-height: 1.5em; padding: 0 0.8rem; white-space: pre; }
.finding pre { padding: 0.4rem 0; }
pre .hit { background: var(--bad-wash); }
pre .caret { color: var(--bad); font-weight: 700; }
details > summary { cursor: pointer; color: var(--soft); font-size: 0.9rem; }
details > pre, details > ul, details > table { margin-top: 0.5rem; }

.waterfall { display: grid; grid-template-columns: minmax(6rem, 13rem) 1fr auto; gap: 0.45rem 0.9rem; align-items: center; grid-auto-flow: row dense; }
.waterfall .name { grid-column: 1; } .waterfall svg, .waterfall .axis { grid-column: 2; } .waterfall .time { grid-column: 3; }
.waterfall .name { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.waterfall svg { width: 100%; height: 1.15rem; display: block; overflow: visible; }
.waterfall .time { text-align: right; font-variant-numeric: tabular-nums; color: var(--soft); font-size: 0.88rem; white-space: nowrap; }
.track { fill: var(--sunk); } .run-passed { fill: var(--good); } .run-failed { fill: var(--bad); } .run-old { fill: var(--warn); }
.axis { color: var(--soft); font-size: 0.8rem; display: flex; justify-content: space-between; font-variant-numeric: tabular-nums; }

table { border-collapse: collapse; width: 100%; font-size: 0.92rem; }
th { text-align: left; font-weight: 500; color: var(--soft); font-size: 0.82rem; }
th, td { padding: 0.35rem 0.9rem 0.35rem 0; border-bottom: 1px solid var(--line); vertical-align: baseline; overflow-wrap: anywhere; }
tr:last-child td { border-bottom: 0; }
td.fixed, th, td:first-child { white-space: nowrap; overflow-wrap: normal; }
td.why { min-width: 12rem; }
.card { overflow-x: auto; }
footer { margin: 2.6rem 0 2rem; color: var(--soft); font-size: 0.84rem; display: flex; flex-wrap: wrap; gap: 0.4rem 1.4rem; }
kbd { font-family: var(--mono); font-size: 0.85em; border: 1px solid var(--line); border-bottom-width: 2px; border-radius: 4px; padding: 0 0.3rem; background: var(--card); }

@media (max-width: 40rem) {
  .verdict { padding-top: 1.5rem; } .verdict h1 { font-size: 1.45rem; } .mark { width: 2.4rem; height: 2.4rem; font-size: 1.2rem; }
  .waterfall { grid-template-columns: 1fr auto; } .waterfall .time { grid-column: 2; }
  .waterfall svg, .waterfall .axis { grid-column: 1 / -1; }
  footer .keys { display: none; }
  .finding .message { flex-basis: 100%; }
  .card { padding: 0.85rem; }
}
@media print { .nav, .tools, footer .keys { display: none; } body { background: #fff; } }
@media (prefers-reduced-motion: no-preference) { html { scroll-behavior: smooth; } }
`;

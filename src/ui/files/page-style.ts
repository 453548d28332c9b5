/** What the dashboard adds to the style of the report. */
export const PAGE_STYLE = `
.shell { display: grid; grid-template: "top top" auto "side view" 1fr "side foot" auto / 12.5rem minmax(0, 1fr); min-height: 100vh; }
.top {
  grid-area: top; position: sticky; top: 0; z-index: 3; display: flex; align-items: center; gap: 0.75rem; min-height: 3.25rem;
  padding: 0 1.25rem; background: var(--card); border-bottom: 1px solid var(--line);
}
.repository { flex: 1; min-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.repository strong { font-weight: 650; letter-spacing: -0.01em; }
.branch { margin-left: 0.6rem; font-size: 0.88rem; }
.branch::before { content: "\\2387"; margin-right: 0.3rem; }
.side { grid-area: side; padding: 1.4rem 0.75rem; border-right: 1px solid var(--line); position: sticky; top: 3.25rem; align-self: start; height: calc(100vh - 3.25rem); }
.side a { display: flex; justify-content: space-between; align-items: center; padding: 0.42rem 0.75rem; border-radius: 8px; color: var(--soft); margin-bottom: 0.15rem; }
.side a:hover { color: var(--ink); background: var(--sunk); text-decoration: none; }
.side a[aria-current] { color: var(--ink); background: var(--card); box-shadow: inset 0 0 0 1px var(--line); font-weight: 600; }
.side kbd { color: var(--soft); }
main { grid-area: view; width: 100%; max-width: 74rem; margin: 0; padding: 1.4rem 2rem 3rem; }
main:focus { outline: none; }
.shell > footer { grid-area: foot; margin: 0; padding: 1rem 2rem 1.5rem; }
.skip { position: absolute; left: -99rem; }
.skip:focus { left: 1rem; top: 0.6rem; z-index: 9; background: var(--card); padding: 0.3rem 0.7rem; border-radius: 7px; }
.hidden-text { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }

.pill { font-size: 0.82rem; font-weight: 600; border-radius: 99px; padding: 0.12rem 0.7rem; white-space: nowrap; background: var(--sunk); color: var(--soft); }
.pill:hover { text-decoration: none; }
.pill.passed { background: var(--good-wash); color: var(--good); }
.pill.failed { background: var(--bad-wash); color: var(--bad); }
.pill.lost { background: var(--warn-wash); color: var(--warn); }
.pill.running { color: var(--accent); }
.pill.running::before { content: ""; display: inline-block; width: 0.5rem; height: 0.5rem; border-radius: 50%; background: currentColor; margin-right: 0.4rem; animation: breathe 1.6s ease-in-out infinite; }
@keyframes breathe { 50% { opacity: 0.3; } }

.view-title { font-size: 1.45rem; font-weight: 660; letter-spacing: -0.015em; margin-bottom: 0.9rem; }
.verdict { padding: 0.6rem 0 1.4rem; }
.verdict .mark { background: var(--soft); }
.verdict.running .mark, .verdict.waiting .mark { background: var(--accent); }
.verdict.passed .mark { background: var(--good); } .verdict.failed .mark { background: var(--bad); }
.verdict.lost .mark, .verdict.stopped .mark { background: var(--warn); }
.verdict.small { padding: 0.4rem 0 1rem; }
.verdict.small .mark { width: 2.3rem; height: 2.3rem; font-size: 1.1rem; }
.subject { font-size: 1.15rem; }
.card.quiet { margin-bottom: 1rem; }
main > .tiles { margin-bottom: 1rem; }
main > .card { margin-top: 0.75rem; }
main > .tiles + .chart { margin-top: 1rem; }
.warnings li + li { margin-top: 0.3rem; }
.problem { border-left: 3px solid var(--bad); margin-bottom: 1rem; overflow-wrap: anywhere; white-space: pre-wrap; }
.empty { text-align: center; padding: 3rem 1.5rem; }
.empty h2 { font-size: 1.2rem; margin-bottom: 0.6rem; }
.empty pre { display: inline-block; margin: 0.9rem 0; text-align: left; }
.waiting.soft { padding: 1.2rem 0; }
.spinner { display: inline-block; width: 0.8rem; height: 0.8rem; border: 2px solid var(--line); border-top-color: var(--accent); border-radius: 50%; vertical-align: -0.1rem; margin-right: 0.4rem; }
@media (prefers-reduced-motion: no-preference) { .spinner { animation: turn 0.9s linear infinite; } }
@keyframes turn { to { transform: rotate(360deg); } }
@media (prefers-reduced-motion: reduce) { .pill.running::before { animation: none; } }

.actions { margin-bottom: 1.1rem; }
.buttons { display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: center; margin-top: 0.5rem; }
.actions > .buttons { margin-top: 0; }
button { color: var(--ink); }
button.main { background: var(--accent); border-color: var(--accent); color: var(--card); font-weight: 600; }
button:disabled { color: var(--soft); background: var(--sunk); border-color: var(--line); cursor: default; font-weight: 400; }
button.plain { border: 0; background: none; padding: 0; color: var(--accent); font-size: inherit; }
button.plain:hover { text-decoration: underline; }
.actions .card { margin-top: 0.75rem; }
.job summary code { overflow-wrap: anywhere; }
.proposals { margin: 0.6rem 0; display: grid; gap: 0.6rem; }
.links { display: flex; flex-wrap: wrap; gap: 0.4rem 1.1rem; align-items: center; font-size: 0.92rem; }
.rows { padding: 0.3rem 1.15rem; }
.rows li { display: flex; flex-wrap: wrap; gap: 0.1rem 1rem; padding: 0.4rem 0; border-bottom: 1px solid var(--line); align-items: baseline; }
.rows li:last-child { border-bottom: 0; }
.rows li > a { min-width: 11rem; overflow-wrap: anywhere; }
.rows .end { margin-left: auto; }
.run-running { fill: var(--accent); } .run-skipped { fill: var(--soft); } .run-waiting { fill: var(--line); }
.waterfall .name a { color: inherit; }
.critical { display: inline-block; width: 0.5rem; height: 0.5rem; border-radius: 50%; background: var(--accent); margin-left: 0.4rem; }
section > header .critical { margin: 0 0.3rem 0 0; }
article h3 .soft { font-weight: 400; font-size: 0.9rem; margin-left: 0.3rem; }
article.card pre.output { margin-top: 0.6rem; max-height: 20rem; }
.head { display: flex; gap: 0.6rem; align-items: baseline; flex-wrap: wrap; }
.card > .head + * { margin-top: 0.5rem; }

select { font: inherit; font-size: 0.88rem; color: inherit; background: var(--card); border: 1px solid var(--line); border-radius: 7px; padding: 0.28rem 0.5rem; max-width: 16rem; }
.virtual { position: relative; background: var(--card); border: 1px solid var(--line); border-radius: var(--radius); overflow: hidden; contain: layout paint; }
.virtual-row { position: absolute; left: 0; right: 0; top: 0; display: flex; align-items: center; padding: 0 1rem; border-bottom: 1px solid var(--line); cursor: pointer; overflow: hidden; }
.virtual-row:hover { background: var(--sunk); }
.virtual-row[aria-selected="true"], .virtual-row[aria-current="true"] { background: var(--sunk); box-shadow: inset 3px 0 var(--accent); }
.group-row { font-weight: 600; white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
.virtual-row:has(.group-row) { background: var(--sunk); cursor: default; }
.finding-row { min-width: 0; width: 100%; }
.finding-row .line { display: flex; gap: 0.5rem; align-items: baseline; }
.finding-row .message { white-space: nowrap; overflow: hidden; text-overflow: ellipsis; min-width: 0; }
.finding-row .meta { display: block; font-size: 0.84rem; color: var(--soft); white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
.split { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1rem; }
.split.open { grid-template-columns: minmax(0, 1fr) minmax(0, 26rem); }
.detail { position: sticky; top: 4.5rem; align-self: start; max-height: calc(100vh - 6rem); overflow: auto; }
.detail > * + * { margin-top: 0.6rem; }
.detail .message { white-space: pre-wrap; overflow-wrap: anywhere; font-weight: 550; }
.detail .close { margin-left: auto; border: 0; background: none; font-size: 1.2rem; line-height: 1; }
.detail pre { padding: 0.4rem 0; }
.run-row { display: grid; grid-template-columns: 1.4rem 6rem 6rem 6.5rem 10rem 6rem minmax(0, 1fr) auto; gap: 0.8rem; width: 100%; align-items: center; white-space: nowrap; font-size: 0.92rem; }
.run-row > span { overflow: hidden; text-overflow: ellipsis; }
.run-row .tag { justify-self: start; }
.run-row .time { text-align: right; font-variant-numeric: tabular-nums; }
.run-row .id { font-family: var(--mono); font-size: 0.84em; }
.box { width: 1.25rem; height: 1.25rem; padding: 0; line-height: 1; border-radius: 4px; font-size: 0.8rem; }

.finder { position: relative; }
.names { position: absolute; top: 100%; left: 0; right: 0; z-index: 4; background: var(--card); border: 1px solid var(--line); border-radius: var(--radius); max-height: 22rem; overflow: auto; box-shadow: 0 8px 24px rgb(0 0 0 / 0.14); }
.names li { padding: 0.35rem 0.9rem; cursor: pointer; }
.names li:hover, .names li[aria-selected="true"] { background: var(--sunk); }
.graph { padding: 0; overflow: hidden; }
.graph-scroll { overflow: auto; max-height: 30rem; padding: 0.5rem; }
.graph svg { display: block; margin: 0 auto; }
.graph .hint { padding: 0.5rem 1rem; border-top: 1px solid var(--line); font-size: 0.84rem; }
.edge { fill: none; stroke: var(--line); stroke-width: 1.4; } .edge.on-path { stroke: var(--warn); stroke-width: 2; }
.arrow { fill: var(--soft); }
.node { cursor: pointer; } .node rect { fill: var(--sunk); stroke: var(--line); }
.node text { font: 12px var(--mono); fill: var(--ink); }
.node:hover rect { stroke: var(--soft); }
.node.subject rect { fill: var(--accent); stroke: var(--accent); } .node.subject text { fill: var(--card); font-weight: 600; }
.node.on-path rect { stroke: var(--warn); } .node.changed rect { fill: var(--warn-wash); stroke: var(--warn); }
.node:focus { outline: none; } .node:focus rect { stroke: var(--ink); stroke-width: 2; }
.columns { display: grid; grid-template-columns: repeat(auto-fit, minmax(18rem, 1fr)); gap: 0.75rem; }
.columns .card + .card { margin-top: 0; }
.columns li, .accesses li, .changes li { padding: 0.15rem 0; font-size: 0.92rem; }
.columns li a, .card > p a, .quiet a { text-decoration: underline; text-underline-offset: 2px; }
.accesses { max-height: 18rem; overflow: auto; margin-top: 0.4rem; }
.unit > * + * { margin-top: 0.45rem; }

.chart { margin: 0 0 1rem; padding: 1rem 1.15rem 0.7rem; }
.chart svg { width: 100%; height: 120px; display: block; }
.column { cursor: pointer; } .column.good { fill: var(--good); opacity: 0.75; } .column.bad { fill: var(--bad); opacity: 0.85; } .column.mixed { fill: var(--warn); opacity: 0.8; }
.column:hover { opacity: 1; }
.reuse { fill: none; stroke: var(--accent); stroke-width: 1.6; stroke-linejoin: round; }
.chart figcaption { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0.2rem 1rem; font-size: 0.82rem; margin-top: 0.5rem; }
.key { display: inline-block; width: 0.7rem; height: 0.7rem; border-radius: 2px; margin: 0 0.25rem 0 0.6rem; vertical-align: -0.05rem; }
.column-key { background: var(--good); } .reuse-key { height: 2px; background: var(--accent); vertical-align: 0.25rem; }
.spark { width: 80px; height: 20px; display: block; } .spark polyline { fill: none; stroke: var(--accent); stroke-width: 1.4; }
.tabs { display: flex; gap: 1.2rem; margin-bottom: 1.1rem; border-bottom: 1px solid var(--line); }
.tabs a { color: var(--soft); padding: 0.3rem 0; } .tabs a[aria-current] { color: var(--ink); font-weight: 600; box-shadow: inset 0 -2px var(--accent); }
.back { margin-bottom: 0.6rem; }
.table { overflow-x: auto; } .number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
th.number { text-align: right; }
.differs td { background: var(--warn-wash); }
.proofs { list-style: none; padding: 0; margin: 0.5rem 0 0; display: grid; gap: 0.3rem; }
.proofs li { display: flex; flex-wrap: wrap; gap: 0.2rem 0.8rem; align-items: baseline; }
.proofs a { font-family: var(--mono); font-size: 0.86em; }

.board { display: grid; grid-template-columns: repeat(5, minmax(9.5rem, 1fr)); gap: 0.7rem; overflow-x: auto; margin-top: 1rem; padding-bottom: 0.5rem; }
.lane { margin: 0; background: var(--sunk); border-radius: var(--radius); padding: 0.7rem; min-height: 8rem; }
.lane h2 { font-size: 0.88rem; margin-bottom: 0.6rem; }
article.item h3 .soft { margin: 0; }
.item { padding: 0.7rem 0.8rem; } .item h3 { font-size: 0.92rem; } .item p { font-size: 0.84rem; margin-top: 0.3rem; overflow-wrap: anywhere; }
.active { border-left: 3px solid var(--accent); } .active .actions { margin: 0.6rem 0 0; } .active .actions > .buttons { display: none; }
.steps { list-style: none; display: flex; flex-wrap: wrap; gap: 0.3rem 0.4rem; padding: 0; margin: 0.6rem 0 0; font-size: 0.86rem; }
.steps li { border: 1px solid var(--line); border-radius: 99px; padding: 0.05rem 0.7rem; color: var(--soft); }
.steps .done { background: var(--good-wash); color: var(--good); border-color: transparent; }
.steps .current { background: var(--accent); color: var(--card); border-color: transparent; font-weight: 600; }
.keys { display: grid; grid-template-columns: repeat(auto-fill, minmax(11rem, 1fr)); gap: 0.4rem 1rem; margin-bottom: 1.2rem; }
.keys div { display: flex; gap: 0.6rem; } .keys dt { min-width: 3.2rem; }

@media (max-width: 62rem) {
  .shell { grid-template: "top" auto "side" auto "view" 1fr "foot" auto / minmax(0, 1fr); }
  .side { position: static; height: auto; display: flex; gap: 0.2rem; overflow-x: auto; padding: 0.5rem 1rem; border-right: 0; border-bottom: 1px solid var(--line); scrollbar-width: none; }
  .side a { flex: none; margin: 0; padding: 0.3rem 0.65rem; } .side kbd { display: none; }
  main { padding: 1.1rem 1.1rem 2.5rem; } .shell > footer { padding: 1rem 1.1rem; }
  .split.open { grid-template-columns: minmax(0, 1fr); }
  .split.open .detail { position: fixed; inset: auto 0 0 0; max-height: 62vh; border-radius: var(--radius) var(--radius) 0 0; z-index: 5; box-shadow: 0 -8px 30px rgb(0 0 0 / 0.2); }
  .run-row { grid-template-columns: 1.4rem 1fr auto auto; } .run-row .wide, .run-row .id { display: none; }
}
@media (max-width: 40rem) {
  .top { padding: 0 1.1rem; gap: 0.5rem; } #help { display: none; }
  .tiles { grid-template-columns: repeat(2, 1fr); }
  .rows .end { margin-left: 0; }
  .board { grid-template-columns: minmax(0, 1fr); overflow-x: visible; }
  .lane { min-height: 0; }
}
`;

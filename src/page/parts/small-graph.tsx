import type { JSX } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { GraphPart } from "../../ui/api.ts";
import { ask } from "../client.ts";
import { go } from "../route.ts";
import { plural } from "../words.ts";
import { layOutGraph, type Drawing, type PlacedEdge, type SmallEdge } from "./lay-out-graph.ts";

/** More than this is unreadable. */
const MOST = 200;
/** How many neighbours of one file are drawn at once. */
const AT_ONCE = 12;

interface Drawn {
  readonly nodes: ReadonlySet<string>;
  readonly edges: ReadonlyMap<string, SmallEdge>;
  readonly expanded: ReadonlySet<string>;
}

function addPart(drawn: Drawn, part: GraphPart): Drawn {
  const nodes = new Set(drawn.nodes).add(part.file);
  const edges = new Map(drawn.edges);
  const near = [...part.dependencies.slice(0, AT_ONCE), ...part.dependents.slice(0, AT_ONCE)];
  for (const { from, to } of near) {
    if (nodes.size >= MOST && !(nodes.has(from) && nodes.has(to))) continue;
    nodes.add(from).add(to);
    edges.set(`${from}\n${to}`, { from, to });
  }
  return { nodes, edges, expanded: new Set(drawn.expanded).add(part.file) };
}

function addChain(drawn: Drawn, chain: readonly string[]): Drawn {
  const nodes = new Set(drawn.nodes);
  const edges = new Map(drawn.edges);
  for (const [index, from] of chain.entries()) {
    nodes.add(from);
    const to = chain[index + 1];
    if (to !== undefined) edges.set(`${from}\n${to}`, { from, to });
  }
  return { ...drawn, nodes, edges };
}

const NOTHING: Drawn = { nodes: new Set(), edges: new Map(), expanded: new Set() };

/** The part of the graph that answers a question: the files around one, and the path to what changed. */
export function SmallGraph(props: {
  readonly subject: string;
  readonly part: GraphPart | null;
  readonly chains: readonly (readonly string[])[];
}): JSX.Element | null {
  const { subject, part, chains } = props;
  const begin = (): Drawn => {
    const around = part === null ? NOTHING : addPart(NOTHING, part);
    return chains.reduce(
      (drawn, chain) => (drawn.nodes.size + chain.length > MOST ? drawn : addChain(drawn, chain)),
      around,
    );
  };
  const [drawn, setDrawn] = useState(begin);
  const [current, setCurrent] = useState(subject);
  useEffect(() => {
    setDrawn(begin());
    setCurrent(subject);
  }, [part, chains]);
  const drawing = useMemo(
    () =>
      layOutGraph(
        [...drawn.nodes].map((name) => ({ name, label: labelOf(name) })),
        [...drawn.edges.values()],
      ),
    [drawn],
  );
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const node = drawing.nodes.find(({ name }) => name === subject);
    if (node !== undefined && box.current !== null)
      box.current.scrollLeft = node.x - box.current.clientWidth / 2;
  }, [drawing]);
  if (drawn.nodes.size < 2) return null;
  const onPath = new Set(chains.flat());
  const changed = new Set(chains.flatMap((chain) => chain.at(-1) ?? []));
  const expand = (name: string): void => {
    setCurrent(name);
    if (drawn.expanded.has(name)) return;
    void ask<GraphPart>("graph", { file: name }).then(
      (found) => setDrawn((before) => addPart(before, found)),
      () => {},
    );
  };
  const onKeyDown = (event: KeyboardEvent, name: string): void => {
    const next = nearestIn(drawing, name, event.key);
    if (next !== null) {
      event.preventDefault();
      setCurrent(next);
      document.getElementById(nodeId(drawing, next))?.focus();
    }
    if (event.key === " ") {
      event.preventDefault();
      expand(name);
    }
    if (event.key === "Enter") {
      event.preventDefault();
      go("why", name);
    }
  };
  return (
    <div class="card graph">
      <div class="graph-scroll" ref={box} tabIndex={-1}>
        <svg
          width={drawing.width}
          height={drawing.height}
          viewBox={`0 0 ${drawing.width} ${drawing.height}`}
          role="group"
          aria-label={`Files around ${subject}`}
        >
          <defs>
            <marker
              id="arrow"
              viewBox="0 0 8 8"
              refX="7"
              refY="4"
              markerWidth="7"
              markerHeight="7"
              orient="auto"
            >
              <path d="M0,1 L7,4 L0,7 z" class="arrow" />
            </marker>
          </defs>
          {drawing.edges.map((edge) => (
            <path
              key={`${edge.from}\n${edge.to}`}
              d={curve(edge)}
              class={`edge${onPath.has(edge.from) && onPath.has(edge.to) ? " on-path" : ""}`}
              marker-end="url(#arrow)"
            />
          ))}
          {drawing.nodes.map((node) => {
            const kind =
              node.name === subject
                ? " subject"
                : changed.has(node.name)
                  ? " changed"
                  : onPath.has(node.name)
                    ? " on-path"
                    : "";
            return (
              <g
                key={node.name}
                id={nodeId(drawing, node.name)}
                class={`node${kind}`}
                role="button"
                tabindex={node.name === current ? 0 : -1}
                aria-expanded={drawn.expanded.has(node.name)}
                aria-label={node.name}
                transform={`translate(${node.x - node.width / 2} ${node.y - node.height / 2})`}
                onClick={() => expand(node.name)}
                onKeyDown={(event) => onKeyDown(event, node.name)}
                onDblClick={() => go("why", node.name)}
              >
                <title>{node.name}</title>
                <rect width={node.width} height={node.height} rx="6" />
                <text x={node.width / 2} y={node.height / 2} dominant-baseline="central" text-anchor="middle">
                  {node.label}
                </text>
              </g>
            );
          })}
        </svg>
      </div>
      <p class="soft hint">
        {plural(drawn.nodes.size, "file")}
        {drawn.nodes.size >= MOST ? `, no more than ${MOST} are drawn` : ""}. A file points at what it depends
        on. Click or <kbd>space</kbd> shows its neighbours, <kbd>enter</kbd> asks why, arrows move.
      </p>
    </div>
  );
}

function nodeId({ nodes }: Drawing, name: string): string {
  return `node-${nodes.findIndex((node) => node.name === name)}`;
}

/** The end of a path says most. */
function labelOf(path: string): string {
  const parts = path.split("/");
  const label = parts.slice(-2).join("/");
  return label.length > 34 ? `…${label.slice(-33)}` : label;
}

function curve({ points }: PlacedEdge): string {
  const [first, ...rest] = points;
  const last = rest.at(-1);
  if (first === undefined || last === undefined) return "";
  const middle = (first.x + last.x) / 2;
  return `M${first.x},${first.y} C${middle},${first.y} ${middle},${last.y} ${last.x},${last.y}`;
}

/** The node that an arrow key moves to. */
function nearestIn({ nodes }: Drawing, from: string, key: string): string | null {
  const here = nodes.find(({ name }) => name === from);
  const directions: Readonly<Record<string, readonly [number, number]>> = {
    ArrowLeft: [-1, 0],
    ArrowRight: [1, 0],
    ArrowUp: [0, -1],
    ArrowDown: [0, 1],
  };
  const direction = directions[key];
  if (here === undefined || direction === undefined) return null;
  const [dx, dy] = direction;
  let best: { readonly name: string; readonly cost: number } | null = null;
  for (const { name, x, y } of nodes) {
    const ahead = (x - here.x) * dx + (y - here.y) * dy;
    if (name === from || ahead <= 1) continue;
    const aside = Math.abs((x - here.x) * dy) + Math.abs((y - here.y) * dx);
    const cost = ahead + 2 * aside;
    if (best === null || cost < best.cost) best = { name, cost };
  }
  return best?.name ?? null;
}

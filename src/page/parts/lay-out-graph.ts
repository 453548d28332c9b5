import { Graph, layout } from "@dagrejs/dagre";

export interface SmallNode {
  readonly name: string;
  readonly label: string;
}

export interface SmallEdge {
  readonly from: string;
  readonly to: string;
}

export interface PlacedNode extends SmallNode {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface PlacedEdge extends SmallEdge {
  readonly points: readonly { readonly x: number; readonly y: number }[];
}

export interface Drawing {
  readonly nodes: readonly PlacedNode[];
  readonly edges: readonly PlacedEdge[];
  readonly width: number;
  readonly height: number;
}

const HEIGHT = 26;
const LETTER = 6.7;

/** Lays out a small graph: what depends on something is to the left of it. */
export function layOutGraph(nodes: readonly SmallNode[], edges: readonly SmallEdge[]): Drawing {
  const graph = new Graph({ directed: true });
  graph.setGraph({ rankdir: "LR", nodesep: 10, ranksep: 46, marginx: 8, marginy: 8 });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const { name, label } of nodes)
    graph.setNode(name, { width: Math.round(label.length * LETTER) + 20, height: HEIGHT });
  for (const { from, to } of edges) if (from !== to) graph.setEdge(from, to);
  layout(graph);
  const size = graph.graph() as { width?: number; height?: number };
  return {
    nodes: nodes.map((node) => ({
      ...node,
      ...(graph.node(node.name) as Omit<PlacedNode, keyof SmallNode>),
    })),
    edges: edges.flatMap(({ from, to }) => {
      const edge = graph.edge(from, to) as Pick<PlacedEdge, "points"> | undefined;
      return edge === undefined ? [] : [{ from, to, points: edge.points }];
    }),
    width: size.width ?? 0,
    height: size.height ?? 0,
  };
}

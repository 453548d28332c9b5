import { matchGlobs } from "../../paths/glob.ts";
import { listFiles } from "../../system/files/list-files.ts";
import type { Check } from "../../vocabulary/check/check.ts";
import type { DeclaredEdge } from "../../vocabulary/tree/graph.ts";
import { formatPlace } from "../../wording/format-place.ts";
import type { ConfigDocument } from "../document.ts";
import type { ConfigInput } from "../schema/schema.ts";

export function resolveEdges({ edges = [] }: ConfigInput): readonly DeclaredEdge[] {
  return edges.map(({ from, to }) => ({
    from: plain(from),
    to: (typeof to === "string" ? [to] : to).map(plain),
  }));
}

function plain(glob: string): string {
  return glob.replace(/^(\.?\/)+/, "").replace(/\/+$/, "/**");
}

/** Reports edges and globs of configuration files that match nothing: such an edge has no effect. */
export async function findIdle(
  { edges, checks }: { readonly edges: readonly DeclaredEdge[]; readonly checks: readonly Check[] },
  { root, document }: { readonly root: string; readonly document: ConfigDocument | null },
): Promise<readonly string[]> {
  const configured = checks.filter(({ configuration }) => Array.isArray(configuration));
  if (edges.length + configured.length === 0) return [];
  const files = await listFiles(root);
  const isIdle = (globs: readonly string[]): boolean => !files.some(matchGlobs(globs));
  const at = (...path: (string | number)[]): string =>
    document === null ? "" : `${formatPlace(document.locate(path))}: `;
  return [
    ...edges.flatMap(({ from, to }, index) => [
      ...(isIdle([from])
        ? [`${at("edges", index, "from")}no file matches ${from}, so this edge has no effect.`]
        : []),
      // An empty list is deliberate: it loads nothing of the repository.
      ...(to.length > 0 && isIdle(to)
        ? [`${at("edges", index, "to")}no file matches ${to.join(", ")}, so this edge has no effect.`]
        : []),
    ]),
    ...configured.flatMap(({ name, configuration, origin }) =>
      Array.isArray(configuration) && configuration.length > 0 && isIdle(configuration)
        ? [
            `${formatPlace(origin)}: no file matches the configuration of "${name}": ${configuration.join(", ")}.`,
          ]
        : [],
    ),
  ];
}

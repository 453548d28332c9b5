// The graph of a real repository, from nothing, beside the two tools that people draw such graphs with.
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { verification, withDirectory } from "../lib/commands.mjs";
import { cloneCheckout } from "../lib/checkout.mjs";
import { compareEdges } from "../lib/compare-edges.mjs";
import { describe, interleave, median, ratioOf, run } from "../lib/measure.mjs";
import { packageFile } from "../lib/package.mjs";
import { PEERS } from "../lib/peers.mjs";
import { ratioRow } from "../lib/table.mjs";

const CONFIG = ".verification.json";
const CRUISER_OPTIONS = [
  "--no-config",
  "--ts-pre-compilation-deps",
  "--exclude=node_modules",
  "--output-type=json",
];
const SOURCE = /\.(?:[cm]?[jt]s|[jt]sx)$/;

export async function graph({ rounds, checkout }) {
  return withDirectory(async (directory) => {
    const cloned = cloneCheckout(checkout, directory);
    if (cloned === null) return [];
    const { root, commit, tracked } = cloned;
    writeFileSync(join(root, CONFIG), JSON.stringify({ checks: [{ name: "one", command: "true" }] }));
    const tools = toolsFor(root, tracked);
    const times = await interleave(
      { ours: () => tools.ours().ms, cruiser: () => tools.cruiser().ms, madge: () => tools.madge().ms },
      { rounds: rounds ?? 5 },
    );
    const ours = JSON.parse(
      run(
        process.execPath,
        [join(import.meta.dirname, "../lib/print-edges.mjs"), packageFile("dist/index.js"), CONFIG],
        { cwd: root },
      ).stdout,
    );
    const cruised = cruiserEdges(tools.cruiser().stdout);
    // Madge does not say how an edge is written; dependency-cruiser does.
    const written = new Map(cruised.map(({ from, to, specifier }) => [`${from} ${to}`, specifier]));
    const found = madgeEdges(tools.madge().stdout).map(({ from, to }) => ({
      from,
      to,
      specifier: written.get(`${from} ${to}`),
    }));
    const compared = {
      "dependency-cruiser": compareEdges(cruised, { ours, tracked }),
      madge: compareEdges(found, { ours, tracked }),
    };
    const quicker = median(times.cruiser) < median(times.madge) ? "dependency-cruiser" : "madge";
    const row = (name, theirs) =>
      ratioRow({
        what: `cold graph of vuejs/core at ${commit}, ${tracked.length} files`,
        ours: describe(times.ours),
        against: `${name} ${describe(theirs)}`,
        ratio: ratioOf(times.ours, theirs),
        ...(name === quicker ? { aim: 6 } : {}),
        atLeast: true,
      });
    return [
      row("dependency-cruiser", times.cruiser),
      row("madge", times.madge),
      ...Object.entries(compared).map(([name, result]) => edgesRow(name, result)),
    ];
  });
}

function toolsFor(root, tracked) {
  const sources = tracked.filter((path) => SOURCE.test(path));
  const folders = [...new Set(sources.map((path) => path.split("/")[0]))];
  const typescript = existsSync(join(root, "tsconfig.json")) ? ["--ts-config", "tsconfig.json"] : [];
  const peer = (name, args) =>
    run(join(PEERS, ".bin", name), [...args, ...folders], { cwd: root, fails: true });
  return {
    ours: () => {
      for (const directory of [".verification-cache", ".git/verification"])
        rmSync(join(root, directory), { recursive: true, force: true });
      return verification(root, "graph", sources[0], "--json");
    },
    cruiser: () => peer("depcruise", [...CRUISER_OPTIONS, ...typescript]),
    madge: () => peer("madge", ["--extensions", "ts,tsx,js,jsx,mjs,cjs,mts,cts", "--json", ...typescript]),
  };
}

function cruiserEdges(output) {
  return JSON.parse(output).modules.flatMap(({ source, dependencies }) =>
    dependencies.map(({ resolved, module }) => ({ from: source, to: resolved, specifier: module })),
  );
}

function madgeEdges(output) {
  return Object.entries(JSON.parse(output)).flatMap(([from, list]) => list.map((to) => ({ from, to })));
}

function edgesRow(name, { found, missing }) {
  const byReason = new Map();
  for (const edge of missing) byReason.set(edge.why, [...(byReason.get(edge.why) ?? []), edge]);
  for (const { from, to, why } of missing) process.stderr.write(`  ${name}: ${from} -> ${to}: ${why}\n`);
  const unexplained = byReason.get("not explained")?.length ?? 0;
  return {
    what: `edges of ${name} between tracked files`,
    ours: `${found} found`,
    against: [...byReason].map(([why, edges]) => `${edges.length} more: ${why}`).join("; ") || "none more",
    aim: "all, or explained",
    met: unexplained === 0 ? "yes" : "**no**",
  };
}

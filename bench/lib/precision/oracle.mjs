// Says which units a step from one tree to the next has to run. It shares no code with the engine.
import { join, relative } from "node:path";
import { run } from "../measure.mjs";
import { trackedPaths } from "./history.mjs";
import { createImportGraph } from "./imports.mjs";
import { local, traceReads } from "./reads.mjs";

/** Of at most about `traced` targets of a check a trace tells what they read. */
export function createOracle(root, about, { traced }) {
  let known = new Map();
  /** The units to run at the tree that is checked out, each with a path that makes it so; and all that there are. */
  return (changed) => {
    const tracked = trackedPaths(root);
    const leads = findLeads(root, about, tracked);
    const must = new Map();
    for (const [unit, now] of leads) {
      const old = known.get(unit);
      const paths = [unit, ...now, ...(old?.leads ?? []), ...(old?.reads ?? [])];
      const cause = old === undefined ? unit : paths.find((path) => changed.has(path));
      if (cause !== undefined) must.set(unit, cause);
    }
    const all = new Set(tracked);
    const every = Math.ceil(leads.size / traced);
    const readsOf = (unit, at) => {
      const old = known.get(unit);
      const isTraced =
        about.oracle === "imports" && (old === undefined ? at % every === 0 : old.reads !== null);
      if (!isTraced) return null;
      // By its whole path, because some tools take a name as a pattern that others match too.
      return must.has(unit) ? traceReads(root, [...about.alone, join(root, unit)], all) : old.reads;
    };
    known = new Map([...leads].map(([unit, now], at) => [unit, { leads: now, reads: readsOf(unit, at) }]));
    return { must, units: [...leads.keys()] };
  };
}

/** For each unit, the files that its verdict follows from. */
function findLeads(root, { oracle, targets, alone }, tracked) {
  if (oracle === "listed") return new Map([["", listFiles(root, alone)]]);
  const own = tracked.filter((path) => targets.test(path));
  if (oracle === "target") return new Map(own.map((path) => [path, new Set([path])]));
  const graph = createImportGraph(root, tracked);
  return new Map(own.map((path) => [path, graph(path, oracle)]));
}

function listFiles(root, words) {
  const [command, ...args] = local(root, [...words, "--listFilesOnly"]);
  const lines = run(command, args, { cwd: root, fails: true }).stdout.split("\n");
  const own = lines.filter((line) => line.startsWith(`${root}/`) && !line.includes("/node_modules/"));
  return new Set(own.map((line) => relative(root, line)));
}

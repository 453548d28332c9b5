// Which edges another tool finds and we do not, each with why.

/** Languages that we do not look into. */
const NOT_READ = /\.(?:vue|svelte|astro|coffee)$/;

/**
 * `theirs` and `ours` are lists of `{ from, to }`. Only edges between tracked files count: packages that are not
 * installed and Node's own modules are no files.
 */
export function compareEdges(theirs, { ours, tracked }) {
  const known = new Set(ours.map(keyOf));
  const files = new Set(tracked);
  const all = new Map(theirs.map((edge) => [keyOf(edge), edge]));
  const missing = [];
  let found = 0;
  for (const [key, edge] of all) {
    if (edge.from === edge.to || !files.has(edge.from) || !files.has(edge.to)) continue;
    if (known.has(key)) found += 1;
    else missing.push({ ...edge, why: explain(edge, ours) });
  }
  return { found, missing };
}

function explain({ from, to, specifier }, ours) {
  if (NOT_READ.test(from)) return "written in a language that is not read";
  const same = ours.filter(
    (edge) => edge.from === from && specifier !== undefined && edge.specifier === specifier,
  );
  if (same.length > 0) return "we resolve it elsewhere, by the nearest tsconfig.json";
  if (ours.some((edge) => edge.from === from && siblings(edge.to, to))) return "we resolve it to its sibling";
  return "not explained";
}

/** `x.ts` and `x/index.ts`, `x.d.ts` and `x.js`: two files that one specifier may mean. */
function siblings(one, other) {
  const stem = (path) => path.replace(/(?:\/index)?(?:\.d)?\.[cm]?[jt]sx?$/, "");
  return stem(one) === stem(other);
}

function keyOf({ from, to }) {
  return `${from}\0${to}`;
}

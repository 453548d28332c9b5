// Why units ran without need, by what was said about it, the most frequent first.

const MOST = 15;

export function describeCauses(name, lines) {
  const causes = new Map();
  for (const { commit, check, needless, reason, detail = "" } of lines) {
    if (needless === undefined) continue;
    const key = `${check}: ${reason}, ${generalise(detail, needless)}`;
    const example = `${needless} at ${commit.slice(0, 9)}: ${detail}`;
    const cause = causes.get(key) ?? { units: 0, commits: new Set(), example };
    cause.units++;
    cause.commits.add(commit);
    causes.set(key, cause);
  }
  const sorted = [...causes].sort(([, one], [, other]) => other.units - one.units);
  const told = sorted
    .slice(0, MOST)
    .map(
      ([key, { units, commits, example }]) =>
        `  ${name}, ${key}: ${units} units in ${commits.size} commits, as ${example}\n`,
    );
  const rest = sorted.length - told.length;
  return `${told.join("")}${rest > 0 ? `  ${name}: and ${rest} other causes\n` : ""}`;
}

/** Without the chain, whose end is told before it; and where any file would be a cause, without which one it was. */
function generalise(detail, unit) {
  const end = detail.replace(/ \([^()]* -> [^()]*\)/, "").replaceAll(unit, "its file");
  return end.replace(/^.* changed, and (?=an import in \S+ that only)/, "");
}

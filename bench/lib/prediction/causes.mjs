// Why units ran without need, by what was said about it, the most frequent first.

const MOST = 15;

export function describeCauses(name, lines) {
  const causes = new Map();
  for (const { commit, check, needless, reason, detail = "" } of lines) {
    if (needless === undefined) continue;
    // Of a chain its end is the cause, which is told before it.
    const key = `${check}: ${reason}, ${detail.replace(/ \([^()]* -> [^()]*\)/, "").replaceAll(needless, "its file")}`;
    const cause = causes.get(key) ?? { units: 0, commits: new Set(), example: needless };
    cause.units++;
    cause.commits.add(commit.slice(0, 9));
    causes.set(key, cause);
  }
  const sorted = [...causes].sort(([, one], [, other]) => other.units - one.units);
  const told = sorted
    .slice(0, MOST)
    .map(
      ([key, { units, commits, example }]) =>
        `  ${name}, ${key}: ${units} units in ${commits.size} commits, as ${example} at ${[...commits][0]}\n`,
    );
  const rest = sorted.length - told.length;
  return `${told.join("")}${rest > 0 ? `  ${name}: and ${rest} other causes\n` : ""}`;
}

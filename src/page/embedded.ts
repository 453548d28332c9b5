import type { StaticData } from "../ui/api.ts";

/** The data in the page, if it is a file; null if a server answers. */
export const embedded: StaticData | null = read();

function read(): StaticData | null {
  const text = document.getElementById("data")?.textContent ?? "";
  return text === "" ? null : (JSON.parse(text) as StaticData);
}

/** Answers like the server. */
export function answerFrom(
  { state, runs, trends, flaky, details, madeAt }: StaticData,
  name: string,
  query: Readonly<Record<string, string>>,
): unknown {
  const find = (id = ""): StaticData["runs"]["runs"][number] => {
    const run = runs.runs.find(({ runId }) => runId === id);
    if (run === undefined) throw new Error("This run is not in the file.");
    return run;
  };
  switch (name) {
    case "state":
      return state;
    case "live":
      return { run: null, cachedRun: null, now: madeAt };
    case "runs": {
      const offset = Number(query["offset"] ?? 0);
      return { ...runs, offset, runs: runs.runs.slice(offset, offset + Number(query["limit"] ?? 100)) };
    }
    case "run":
      return { run: find(query["id"]), profile: details[query["id"] ?? ""] ?? null };
    case "compare": {
      const [one, other] = [find(query["one"]), find(query["other"])];
      const names = new Set([...one.checks, ...other.checks].map(({ check }) => check));
      const of = (run: typeof one, check: string) => run.checks.find((each) => each.check === check) ?? null;
      const checks = [...names].map((check) => ({ check, one: of(one, check), other: of(other, check) }));
      return { one, other, checks };
    }
    case "trends":
      return trends;
    case "flaky":
      return flaky;
    default:
      throw new Error("A file cannot answer this: start `verification ui`.");
  }
}

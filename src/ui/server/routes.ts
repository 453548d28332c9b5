import { fail, succeed } from "../../values/succeed.ts";
import type { Failure, Result } from "../../vocabulary/failure.ts";
import {
  answerChecks,
  answerFlaky,
  answerFlow,
  answerLive,
  answerRecovery,
  answerState,
} from "../answers/answers.ts";
import { answerWhy, findNames, graphAround, withAssessment, type TreeView } from "../answers/answer-why.ts";
import type { FindingGroup, FindingsQuery } from "../api.ts";
import type { Jobs } from "./jobs.ts";
import type { LiveRuns } from "../answers/live-runs.ts";
import { compareRuns, computeTrends, findRun, listRuns, pastOf, type Past } from "../answers/read-past.ts";
import { cacheAnswer, type Cached, type PageSession } from "../session.ts";

/** What the answers are made from. */
export interface Sources {
  readonly session: PageSession;
  live(): LiveRuns;
  readonly past: Cached<Result<Past>>;
  readonly jobs: Jobs;
}

type Answer = (query: URLSearchParams) => Promise<Result<object>>;

/** How long a reading of the tree is used for names and for the neighbours of a file. */
const LOOK_AGE = 60_000;
const PAGE = 100;
const MOST = 200;

/** All requests by name. The values of a query are compared with what is known; no path in them is opened. */
export function createRoutes({ session, live, past, jobs }: Sources): ReadonlyMap<string, Answer> {
  let latest: TreeView | null = null;
  const keep = <T>(looked: Result<{ readonly look: TreeView; readonly answer: T }>): Result<T> => {
    if (!looked.ok) return looked;
    latest = looked.value.look;
    return succeed(looked.value.answer);
  };
  const looking = cacheAnswer(async () => keep(await withAssessment(session, (look) => look)), LOOK_AGE);
  const someLook = async (): Promise<Result<TreeView>> =>
    latest !== null && Date.now() - latest.at < LOOK_AGE ? succeed(latest) : looking.get();
  const readAll = async (): Promise<Past> => pastOf(await past.get());
  const withPast = async (answer: (all: Past) => object | null): Promise<Result<object>> => {
    const read = await past.get();
    if (!read.ok) return read;
    const found = answer(read.value);
    return found === null ? fail(NO_SUCH_RUN) : succeed(found);
  };
  return new Map<string, Answer>([
    ["state", async () => succeed(await answerState(session, { past: await readAll(), job: jobs.state }))],
    ["live", async () => succeed(answerLive(live(), await readAll()))],
    ["findings", async (query) => succeed(live().findings(readFindingsQuery(query)))],
    [
      "why",
      async (query) => {
        const subject = query.get("subject") ?? "";
        const { options } = session;
        const looked = keep(
          await withAssessment(session, (look, assessment) =>
            answerWhy(look, assessment, { options, subject }),
          ),
        );
        return looked.ok ? looked.value : looked;
      },
    ],
    [
      "graph",
      async (query) => {
        const look = await someLook();
        if (!look.ok) return look;
        const part = graphAround(look.value, query.get("file") ?? "");
        return part === null ? fail(NO_SUCH_FILE) : succeed(part);
      },
    ],
    [
      "names",
      async (query) => {
        const look = await someLook();
        return look.ok ? succeed(findNames(look.value, query.get("words") ?? "")) : look;
      },
    ],
    [
      "runs",
      (query) =>
        withPast((all) =>
          listRuns(all, {
            offset: readNumber(query, "offset", 0),
            limit: Math.min(readNumber(query, "limit", PAGE), MOST),
            check: query.get("check"),
          }),
        ),
    ],
    ["run", (query) => withPast((all) => findRun(all, query.get("id") ?? ""))],
    [
      "compare",
      (query) => withPast((all) => compareRuns(all, query.get("one") ?? "", query.get("other") ?? "")),
    ],
    ["trends", (query) => withPast((all) => computeTrends(all, query.get("check")))],
    ["flaky", () => answerFlaky(session)],
    ["checks", async () => answerChecks(session, await past.get())],
    ["flow", () => answerFlow(session)],
    ["recovery", () => answerRecovery(session, live())],
  ]);
}

const NO_SUCH_RUN: Failure = { kind: "usage", message: "No such run is kept." };
const NO_SUCH_FILE: Failure = { kind: "usage", message: "No file of the repository has this name." };

function readNumber(query: URLSearchParams, name: string, otherwise: number): number {
  const value = Number(query.get(name) ?? otherwise);
  return Number.isSafeInteger(value) && value >= 0 ? value : otherwise;
}

const GROUPS: readonly FindingGroup[] = ["file", "check", "code"];

/** Ignores unknown words. */
export function readFindingsQuery(query: URLSearchParams): FindingsQuery {
  const oneOf = <T extends string>(name: string, known: readonly T[]): T | undefined =>
    known.find((each) => each === query.get(name));
  const severity = oneOf("severity", ["error", "warning", "info"] as const);
  const state = oneOf("state", ["new", "old", "fixed"] as const);
  const by = oneOf("by", GROUPS);
  const [run, words, check] = [query.get("run"), query.get("words"), query.get("check")];
  return {
    ...(run === null ? {} : { run }),
    ...(words === null ? {} : { words: words.slice(0, 200) }),
    ...(check === null || check === "" ? {} : { check }),
    ...(severity === undefined ? {} : { severity }),
    ...(state === undefined ? {} : { state }),
    ...(by === undefined ? {} : { by }),
    offset: readNumber(query, "offset", 0),
    limit: readNumber(query, "limit", PAGE),
  };
}

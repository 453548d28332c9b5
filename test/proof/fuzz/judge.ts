import { isDeepStrictEqual } from "node:util";
import type { Ended } from "../../rig/rig.ts";
import { readEnded } from "../reading.ts";
import { sample } from "../random.ts";
import type { Mutated } from "./fuzz-case.ts";
import type { FuzzGround } from "./fuzz-ground.ts";
import { compareSnapshots, takeSnapshot } from "./snapshot.ts";

type Random = () => number;

const RUN = ["--json"];
const LOOKING: readonly (readonly string[])[] = [
  ["history"],
  ["history", "--json"],
  ["metrics"],
  ["flaky", "--json"],
  ["status"],
  ["explain", "links"],
  ["explain", "docs/a.md"],
  ["graph", "src/a.ts"],
  ["receipt"],
  ["receipt", "--check", "receipt.json"],
  ["cache", "stats"],
  ["cache", "invalidated"],
  ["cache", "prune"],
  ["cache", "clear"],
  ["--dry-run"],
  ["--new-only"],
  ["--format", "agent"],
];
const CONFIGURING: readonly (readonly string[])[] = [
  ["--dry-run", "--json"],
  ["status"],
  ["--json"],
  ["--json", "--profile", "quick"],
  ["--json", "--config", "other.json"],
  ["--json", "--skill", "check-links"],
  ["--trigger", "pre_commit"],
  ["explain", "links"],
  ["graph", "src/a.ts"],
  ["receipt"],
];
const FLOWING: readonly (readonly string[])[] = [
  ["list"],
  ["list", "--json"],
  ["show", "one", "--json"],
  ["show", "2"],
  ["build", "one", "--yes", "--on-partial", "skip"],
  ["build", "one", "--yes", "--on-stale", "reanalyze"],
  ["analyze", "one", "--yes"],
  ["done", "05-test-strategy"],
  ["abort", "--yes"],
  ["add", "Another thing"],
].map((args) => ["flow", ...args]);

/** What is wrong with what the command does there now. */
export async function judge(
  ground: FuzzGround,
  mutated: readonly Mutated[],
  random: Random,
): Promise<readonly string[]> {
  const wrong: string[] = [];
  const isForged = mutated.some((each) => each.isForged);
  const use = async (args: readonly string[]): Promise<Ended | null> => {
    try {
      const ended = await ground.run(args);
      wrong.push(...crashOf(ended).map((each) => `${args.join(" ")}: ${each}`));
      return ended;
    } catch (error) {
      wrong.push(`${args.join(" ")}: ${(error as Error).message}`);
      return null;
    }
  };
  if (ground.name === "flow" || ground.name === "config") {
    const words = ground.name === "flow" ? FLOWING : CONFIGURING;
    for (const args of sample(words, 2, random)) await use(args);
    if (ground.name === "config" && random() < 0.2) wrong.push(...(await compareWithFresh(use)));
  } else {
    const isRed = ground.name.startsWith("red");
    const [look] = random() < 0.4 ? sample(LOOKING, 1, random) : [];
    const looked = look === undefined ? null : await use(look);
    if (isRed && !isForged && look?.[0] === "receipt" && looked?.status === 0)
      wrong.push("a receipt for what is red");
    const ended = await use(RUN);
    if (ended !== null && wrong.length === 0) wrong.push(...compareWithTruth(ended, ground, mutated));
  }
  wrong.push(...strayWrites(ground, mutated));
  return wrong;
}

function crashOf({ status, stdout, stderr }: Ended): readonly string[] {
  const said = `${stderr.trim().split("\n").slice(0, 8).join(" / ")}`;
  if (status === null || status === undefined || ![0, 1, 2].includes(status))
    return [`status ${status}: ${said}`];
  return /^\s+at .*:\d+:\d+/m.test(stderr + stdout) ? [`a stack trace: ${said}`] : [];
}

/** Whoever has the key can make a run believe what it likes; what it cannot is in the fuzz cases without it. */
function compareWithTruth(ended: Ended, ground: FuzzGround, mutated: readonly Mutated[]): readonly string[] {
  if (mutated.some((each) => each.isForged))
    return ended.status === ground.truth.status ? [] : [`status ${ended.status}, not ${ground.truth.status}`];
  const { answer } = readEnded(ended);
  return isDeepStrictEqual(answer, ground.truth)
    ? []
    : [`wrong answer: ${JSON.stringify(answer)}, not ${JSON.stringify(ground.truth)}`];
}

async function compareWithFresh(
  use: (args: readonly string[]) => Promise<Ended | null>,
): Promise<readonly string[]> {
  const [stored, fresh] = [await use(["--json"]), await use(["--json", "--skip-cache"])];
  return stored?.status === fresh?.status ? [] : [`status ${stored?.status}, afresh ${fresh?.status}`];
}

const OWN =
  /^repository\/(\.verification-cache|\.git\/verification)(\/|$)|^repository\/\.verification-baseline\.json$/;
const OF_FLOW = /^repository\/(docs\/requirements|\.verification|BACKLOG\.md)(\/|$)/;
const KEY = /^home(\/\.local(\/state(\/incremental-verification(\/store\.key)?)?)?)?$/;

/** What has changed that is not the tool's own. */
function strayWrites(ground: FuzzGround, mutated: readonly Mutated[]): readonly string[] {
  const touched = new Set(mutated.map(({ path }) => path));
  return (
    compareSnapshots(ground.snapshot, takeSnapshot(ground.directory))
      .filter((path) => !touched.has(path) && !OWN.test(path) && !KEY.test(path))
      .filter((path) => !(ground.name === "flow" && OF_FLOW.test(path)))
      // A configuration may name places in its repository; without one, npm runs scripts, and npm has a place of its own.
      .filter((path) => !(ground.name === "config" && /^(repository|home\/\.npm)(\/|$)/.test(path)))
      .map((path) => `wrote ${path}`)
  );
}

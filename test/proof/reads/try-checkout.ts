import { readFileSync } from "node:fs";
import { join } from "node:path";
import { edited } from "../../scenarios/true-reads.ts";
import { createRandom, sample } from "../random.ts";
import { CACHED, Checkout, type WatchedUnit } from "./checkout.ts";

/** What came out of one repository. Each line of a list names a unit and a file. */
export interface Tried {
  readonly units: number;
  /** Files that a watched command opened, each edited alone. */
  readonly edited: number;
  /** Edits of files that a unit's command did not open, for each unit. */
  readonly others: number;
  readonly missed: readonly string[];
  readonly notCachedAgain: readonly string[];
  /** An edit without meaning re-runs nothing, and one with a meaning does. */
  readonly byMeaning: readonly string[];
  /** Opened, but whatever is in it, the command ends the same way. */
  readonly withoutEffect: readonly string[];
  readonly needless: readonly string[];
}

/** Files that a command did not open, tried for each unit. */
const OTHERS = 20;

/** Edits, one at a time, what commands of a sample of units really open, and others; everything is put back. */
export async function tryCheckout(
  root: string,
  options: { readonly perCheck: number; readonly seed: number; readonly progress: (text: string) => void },
): Promise<Tried> {
  const { perCheck, seed, progress } = options;
  const checkout = new Checkout(root);
  const random = createRandom(seed);
  // The second run waits for products of which the first one learned.
  for (let round = 0; round < 2; round++) await checkout.verify("--quiet");
  const units: WatchedUnit[] = [];
  for (const { check, units: planned = [] } of await checkout.plan()) {
    const cached = planned.filter(({ decision }) => decision === "stand");
    for (const { target } of sample(cached, perCheck, random)) {
      const unit = await checkout.watch(check, target);
      if (unit !== null) units.push(unit);
    }
  }
  progress(`${units.length} units watched`);
  const before = await checkout.decisions();
  const watched = units.filter(({ name }) => before.get(name) === CACHED);
  const lists = { missed: [], notCachedAgain: [], byMeaning: [], withoutEffect: [], needless: [] };
  const found: Record<keyof typeof lists, string[]> = lists;
  const opened = checkout.tracked.filter((path) => watched.some((unit) => unit.opened.has(path)));
  const others = sample(checkout.tracked, checkout.tracked.length, random);
  const tryFor = new Map(
    watched.map((unit) => [unit, new Set(others.filter((path) => !unit.opened.has(path)).slice(0, OTHERS))]),
  );
  let tried = 0;
  for (const path of checkout.tracked) {
    const without = watched.filter((unit) => tryFor.get(unit)?.has(path));
    const readers = watched.filter((unit) => unit.opened.has(path));
    if (without.length + readers.length === 0) continue;
    const after = await checkout.with(path, edit(checkout, path), () => checkout.decisions());
    for (const { name } of without)
      if (after.get(name) !== CACHED) found.needless.push(`${name}: ${path}: ${after.get(name) ?? "gone"}`);
    const again = await checkout.decisions();
    for (const { name } of watched)
      if (again.get(name) !== CACHED) found.notCachedAgain.push(`${name}: ${path}`);
    const quiet = readers.filter(({ name }) => after.get(name) === CACHED);
    // What one unit of a check tells of a file that all of its units open, the others need not tell again.
    for (const unit of quiet.filter(
      ({ check }, at) => quiet.findIndex((each) => each.check === check) === at,
    ))
      found[await judge(checkout, unit, path)].push(`${unit.name}: ${path}`);
    if (++tried % 20 === 0) progress(`${tried} files edited`);
  }
  for (const [list, lines] of Object.entries(found)) for (const line of lines) progress(`${list}: ${line}`);
  const pairs = [...tryFor.values()].reduce((sum, { size }) => sum + size, 0);
  return { units: watched.length, edited: opened.length, others: pairs, ...found };
}

/** What it means that an edit without meaning does not re-run a unit whose command opens the file. */
async function judge(
  checkout: Checkout,
  unit: WatchedUnit,
  path: string,
): Promise<"missed" | "byMeaning" | "withoutEffect"> {
  let noticed = false;
  for (const bytes of brokenVersions(path, readFileSync(join(checkout.root, path), "utf8"))) {
    const verdict = await checkout.with(path, bytes, async () =>
      (await checkout.decisions()).get(unit.name) !== CACHED
        ? "noticed"
        : checkout.endsAsBefore(unit)
          ? "same"
          : "missed",
    );
    if (verdict === "missed") return "missed";
    noticed ||= verdict === "noticed";
  }
  return noticed ? "byMeaning" : "withoutEffect";
}

/** Edits that matter to whoever takes anything from the file; a manifest, which counts by field, without each of them. */
function brokenVersions(path: string, text: string): readonly string[] {
  if (!/(?:^|\/)package\.json$/.test(path)) return ["}{ broken\n", ""];
  const fields = JSON.parse(text) as object;
  return Object.keys(fields).map((name) => `${JSON.stringify({ ...fields, [name]: undefined }, null, 2)}\n`);
}

function edit({ root }: Checkout, path: string): string | Buffer {
  const bytes = readFileSync(join(root, path));
  return bytes.includes(0) ? Buffer.concat([bytes, Buffer.of(0)]) : edited(path, bytes.toString("utf8"));
}

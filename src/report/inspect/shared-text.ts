import type { Exchange } from "../../inspect/exchange-shared.ts";
import type { UnitExplanation } from "../../inspect/explain-unit.ts";
import type { Explanation } from "../../inspect/explain.ts";
import type { Pushed } from "../../shared/push.ts";
import type { TakenOver } from "../../verify/shared/pull-shared.ts";
import { plural } from "../format.ts";
import type { Paint } from "../print/paint.ts";
import { joinLines, type Part, safe, type SafeText } from "../print/safe-text.ts";
import { formatBytes } from "./cache-text.ts";

export function renderPulled({ problem, ...taken }: Exchange<TakenOver>): SafeText {
  const { verdicts = 0, bundles = 0, requests = 0, bytes = 0 } = taken;
  const size = safe`${plural(bundles, "bundle")}, ${formatBytes(bytes)}, ${plural(requests, "request")}`;
  return joinLines([
    safe`Fetched ${plural(verdicts, "verdict")} (${size}).`,
    ...(problem === null ? [] : [problem]),
    "",
  ]);
}

export function renderPushed({ problem, ...pushed }: Exchange<Pushed>): SafeText {
  const { verdicts = 0, bundles = 0, bytes = 0 } = pushed;
  return problem === null
    ? safe`Shared ${plural(verdicts, "verdict")} (${plural(bundles, "bundle")}, ${formatBytes(bytes)}).\n`
    : safe`Nothing was shared: ${problem.replace(/\.$/, "")}.\n`;
}

export interface KeyText {
  readonly trust: string;
  /** Null if it was stored. */
  readonly secretKey: string | null;
  readonly file: string | null;
  readonly isNew: boolean;
}

export function renderKey({ trust, secretKey, file, isNew }: KeyText): SafeText {
  const where =
    secretKey === null
      ? [safe`${isNew ? "Your new key is" : "Your key was already"} in ${file ?? ""}. Never share that file.`]
      : ["Keep this as the secret VERIFICATION_CACHE_KEY; it is not shown again:", "", safe`  ${secretKey}`];
  return joinLines([
    ...where,
    "",
    "Add this line to cache.remote.trust in the configuration of the base branch:",
    "",
    safe`  - ${trust}`,
    "",
  ]);
}

/** How many units are shown; the rest is counted. */
const SHOWN = 50;

/** For each unit, who made its verdict. */
export function renderWho({ subject, units }: Explanation, paint: Paint): SafeText {
  const lines: Part[] = units.slice(0, SHOWN).map((unit) => safe`  ${describeUnit(unit, paint)}`);
  if (units.length > SHOWN) lines.push(safe`  ... and ${units.length - SHOWN} more (--json shows all)`);
  if (units.length === 0) lines.push("  no check covers it");
  return joinLines([paint("bold", subject.name), ...lines, ""]);
}

function describeUnit({ check, target, decision, verdict, detail }: UnitExplanation, paint: Paint): Part {
  const name = target === "" ? check : safe`${check} ${target}`;
  if (decision === "run" || verdict === null) return safe`${name}: not cached (${detail})`;
  const { from, status, runId, at, worktree } = verdict;
  const where =
    from === null
      ? worktree === null
        ? "from this machine"
        : safe`from this machine, in the worktree ${worktree}`
      : safe`${paint("cyan", "from another machine")}: signed by ${from.name} (key ${from.writer}) for ${from.scope}`;
  return safe`${name}: ${status}, ${where}, run ${runId}, ${at}`;
}

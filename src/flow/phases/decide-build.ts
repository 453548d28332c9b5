import { fail, succeed } from "../../values/succeed.ts";
import type { Result } from "../../vocabulary/failure.ts";
import type { Choice, OnBehind, OnPartial, OnStale } from "../../vocabulary/flow/flow.ts";
import type { StalenessReport, Workflow } from "../../vocabulary/flow/workflow.ts";
import type { FlowContext } from "../build/context.ts";
import type { DetectedItem } from "../items/detect-item.ts";
import { enterAt, refuseScan, refuseStart } from "./enter-at.ts";
import { IMPLEMENTATION_PHASES, isAnalysis, QUICK_SCAN } from "./phases.ts";
import { slicePhases } from "./slice-phases.ts";

export interface BuildAnswers {
  /** The phase to start with, instead of the one that the item's record suggests. */
  readonly startPhase: string | null;
  readonly yes: boolean;
  readonly onStale: OnStale | null;
  readonly onPartial: OnPartial | null;
  readonly onBehind: OnBehind | null;
}

/** What will be done with an item. */
export interface BuildDecision {
  readonly startPhase: string | null;
  readonly quickScan: boolean;
  /** The analysis is cleared and the whole workflow runs. */
  readonly reset: boolean;
}

const WHOLE: BuildDecision = { startPhase: null, quickScan: false, reset: true };

/** Decides what a build does, by asking or by the defaults. Changes nothing. */
export async function decideBuild(
  context: FlowContext,
  { detection, workflow }: { readonly detection: DetectedItem; readonly workflow: Workflow },
  answers: BuildAnswers,
): Promise<Result<BuildDecision | null>> {
  const { start, staleness, item } = detection;
  const skipTo = start.status === "partial" ? firstImplementation(workflow) : start.startPhase;
  const isStale = start.status !== "raw" && staleness.stale;
  const entries = [start.startPhase, skipTo];
  const refused =
    (isStale ? refuseScan(workflow, answers.onStale) : null) ??
    refuseStart(workflow, answers.startPhase, entries);
  if (refused !== null) return fail(refused);
  const enter = (decision: BuildDecision): Result<BuildDecision> =>
    enterAt(workflow, answers.startPhase, decision);
  if (start.status === "raw") return enter({ startPhase: null, quickScan: false, reset: false });
  const onStale = staleness.stale ? await answerStale(context, detection, { answers, workflow }) : "proceed";
  if (onStale === "reanalyze") return enter(WHOLE);
  const onPartial =
    start.status === "partial" ? await answerPartial(context, detection, { answers, skipTo }) : "resume";
  if (onPartial === "restart") return enter(WHOLE);
  const quickScan = onStale === "quick-scan";
  const startPhase = onPartial === "skip" ? skipTo : start.startPhase;
  const decision = enter({ startPhase, quickScan, reset: false });
  if (!decision.ok) return decision;
  const { phases } = slicePhases(workflow, decision.value.startPhase);
  const execute = quickScan ? [QUICK_SCAN, ...phases.filter((key) => key !== QUICK_SCAN)] : phases;
  const { status } = start;
  // A phase that will run again does not count as done.
  const completed = start.completedPhases.filter((key) => !execute.includes(key));
  const of = workflow.phases.filter(({ key }) => isAnalysis(key)).length;
  context.emit({ type: "summary", slug: item.slug, status, completed, of, execute });
  const confirmed = await confirm(context, answers);
  if (!confirmed.ok) return confirmed;
  return confirmed.value ? decision : succeed(null);
}

function firstImplementation({ phases }: Workflow): string | null {
  const keys = phases.map(({ key }) => key);
  return (
    keys.find((key) => IMPLEMENTATION_PHASES.includes(key)) ?? keys.find((key) => !isAnalysis(key)) ?? null
  );
}

/** A change matters if it affects a cited file, or if that is unknown. */
export function suggestedOnStale({ citedFilesChanged, commitsBehind }: StalenessReport): OnStale {
  return citedFilesChanged.length > 0 || commitsBehind === null ? "quick-scan" : "proceed";
}

const STALE: readonly (Choice & { readonly means: OnStale })[] = [
  { key: "P", means: "proceed", label: "Proceed anyway: use the analysis as it is" },
  {
    key: "Q",
    means: "quick-scan",
    label: "Re-run quick-scan; the rest is kept unless its result changes",
  },
  {
    key: "A",
    means: "reanalyze",
    label: "Re-analyze from scratch: clear the analysis and run all its phases",
  },
];

async function answerStale(
  context: FlowContext,
  { item, staleness }: DetectedItem,
  { answers, workflow }: { readonly answers: BuildAnswers; readonly workflow: Workflow },
): Promise<OnStale> {
  const canScan = workflow.phases.some(({ key }) => key === QUICK_SCAN);
  const wanted = suggestedOnStale(staleness);
  const suggested = wanted === "quick-scan" && !canScan ? "reanalyze" : wanted;
  context.emit({ type: "stale", slug: item.slug, staleness, suggested });
  const choices = STALE.filter(({ means }) => canScan || means !== "quick-scan");
  const given = answers.onStale;
  return choose(context, { choices, suggested, given, default: "proceed", flag: "--on-stale" });
}

function partialChoices(
  resumeAt: string | null,
  skipTo: string | null,
): readonly (Choice & { readonly means: OnPartial })[] {
  return [
    { key: "R", means: "resume", label: `Resume analysis: continue from ${shortName(resumeAt)}` },
    {
      key: "S",
      means: "skip",
      label: `Skip to implementation: start at ${shortName(skipTo)} (the analysis may have gaps)`,
    },
    { key: "F", means: "restart", label: "Full restart: clear the analysis and run all phases" },
  ];
}

/** `02-impact-analysis` becomes `Phase 02`; a key without a number stays as it is. */
function shortName(key: string | null): string {
  const number = /^(\d+)-/.exec(key ?? "")?.[1];
  return number === undefined ? (key ?? "its end") : `Phase ${number}`;
}

async function answerPartial(
  context: FlowContext,
  { item, start }: DetectedItem,
  { answers: { onPartial }, skipTo }: { readonly answers: BuildAnswers; readonly skipTo: string | null },
): Promise<OnPartial> {
  const { completedPhases: completed } = start;
  const remaining = start.remainingPhases.filter(isAnalysis);
  context.emit({ type: "partial", slug: item.slug, completed, remaining });
  const answer = await choose(context, {
    choices: partialChoices(start.startPhase, skipTo),
    suggested: "resume",
    given: onPartial,
    default: "resume",
    flag: "--on-partial",
  });
  if (answer === "skip") {
    const message = `The analysis phases ${remaining.join(", ")} are skipped, so their findings are missing.`;
    context.emit({ type: "warning", message });
  }
  return answer;
}

interface Menu<T extends string> {
  readonly choices: readonly (Choice & { readonly means: T })[];
  readonly suggested: T;
  readonly given: T | null;
  /** Used if there is no answer. */
  readonly default: T;
  readonly flag: string;
}

async function choose<T extends string>(context: FlowContext, menu: Menu<T>): Promise<T> {
  if (menu.given !== null) {
    context.emit({ type: "note", message: `${menu.flag} ${menu.given}` });
    return menu.given;
  }
  const keyOf = (meaning: T): string => menu.choices.find(({ means }) => means === meaning)?.key ?? "";
  const answer =
    context.ask === null
      ? null
      : await context.ask({ text: "", choices: menu.choices, suggested: keyOf(menu.suggested) });
  const chosen = menu.choices.find(({ key }) => key === answer)?.means;
  if (chosen === undefined) {
    const why = context.ask === null ? "There is no terminal" : "There was no answer";
    const more =
      menu.suggested === menu.default
        ? `answer with ${menu.flag}`
        : `the suggested choice is ${menu.flag} ${menu.suggested}`;
    const message = `${why}, so it takes the default, ${menu.default} (${more}).`;
    context.emit({ type: "note", message });
  }
  return chosen ?? menu.default;
}

async function confirm(context: FlowContext, { yes }: BuildAnswers): Promise<Result<boolean>> {
  if (yes) return succeed(true);
  if (context.ask !== null) {
    const choices = [
      { key: "Y", label: "Yes" },
      { key: "N", label: "No" },
    ];
    return succeed((await context.ask({ text: "Proceed?", choices, suggested: "Y" })) === "Y");
  }
  return fail({
    kind: "usage",
    message: "The build was not confirmed, so nothing was changed.",
    hint: "No terminal here; pass --yes.",
  });
}

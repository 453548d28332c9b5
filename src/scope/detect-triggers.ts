import type { FullTriggers } from "../config/resolved-config.ts";
import { matchGlobsInAnyCase } from "../paths/glob.ts";
import { ownValue } from "../values/own-value.ts";
import type { TransitiveImpact } from "../vocabulary/tree/impact.ts";
import type { Trigger, TriggerReason, TriggerType } from "../vocabulary/verdict/trigger.ts";

/** A file whose content differs from the baseline; `id` is null if it is gone or unreadable. */
export interface ChangedPath {
  readonly path: string;
  readonly id: string | null;
}

export interface TriggerOptions {
  readonly settings: FullTriggers;
  /** Identifies the state that the changes are relative to. */
  readonly baseline: string;
  readonly changed: readonly ChangedPath[];
  /** How many files there are, including deleted ones. */
  readonly fileCount: number;
  readonly transitiveImpact: readonly TransitiveImpact[];
  /** What depends on the changed files, whatever changed in them: how many files, and over how many steps. */
  readonly reach: { readonly files: number; readonly depth: number };
  /** Days since everything was last verified; null if unknown. */
  readonly daysSinceFull: number | null;
  /** Set if the settings that decide which files are looked at have changed; null if not. */
  readonly configuration: ConfigurationChange | null;
}

/** A change of settings. Checks are not part of it: their definitions are in their own fingerprints. */
export interface ConfigurationChange {
  readonly file: string;
  /** A digest of the settings. */
  readonly settings: string;
}

export interface Detection {
  readonly trigger: Trigger;
  /**
   * Identifies what caused the trigger, so that a later run can tell whether it was already answered. For a
   * mandatory reason: the files and their content. For a threshold: that it was passed since the baseline.
   */
  readonly causes: readonly string[];
  /** The causes without which nothing would have been triggered. */
  readonly essential: readonly string[];
}

interface Found extends TriggerReason {
  readonly cause: string;
}

/**
 * Decides whether everything has to be verified: because of any mandatory reason, or a recommended one
 * together with another.
 *
 * The confidence is 1 with a mandatory reason and 0 without any reason. Otherwise each reason leaves a doubt,
 * 0.4 after a recommended and 0.7 after a suggested one, and the confidence is 1 minus the product of the
 * doubts. So it exceeds 0.6 exactly if a full verification is triggered.
 */
export function detectTriggers(options: TriggerOptions): Detection {
  const found: readonly Found[] = [...findMandatory(options), ...findPassed(options)];
  const mandatory = found.filter(({ severity }) => severity === "mandatory");
  const hasRecommended = found.some(({ severity }) => severity === "recommended");
  const reasons = found.map(({ type, description, severity }) => ({ type, description, severity }));
  return {
    trigger: {
      triggered: mandatory.length > 0 || (hasRecommended && found.length >= 2),
      confidence: confidenceIn(reasons),
      reasons,
    },
    causes: found.map(({ cause }) => cause),
    essential: (mandatory.length > 0 ? mandatory : found).map(({ cause }) => cause),
  };
}

export const NO_DETECTION: Detection = {
  trigger: { triggered: false, confidence: 0, reasons: [] },
  causes: [],
  essential: [],
};

const DOUBT = { mandatory: 0, recommended: 0.4, suggested: 0.7 } as const;

function confidenceIn(reasons: readonly TriggerReason[]): number {
  if (reasons.length === 0) return 0;
  const doubt = reasons.reduce((product, { severity }) => product * DOUBT[severity], 1);
  const sure = Math.round((1 - doubt) * 100) / 100;
  return reasons.every(({ severity }) => severity === "suggested") ? Math.min(sure, 0.6) : sure;
}

/** The trigger types of the usual patterns. */
const TYPES: Readonly<Record<string, TriggerType>> = {
  "methods.csv": "method-definition-change",
  "**/workflow*.md": "workflow-structure-change",
  "**/*workflow*.md": "workflow-structure-change",
  "**/schema*.json": "schema-change",
  "**/*schema*.json": "schema-change",
  "**/*verification*config*": "verification-config-change",
  "**/*config*verification*": "verification-config-change",
};

function findMandatory({ settings, changed, configuration }: TriggerOptions): readonly Found[] {
  const excluded = settings.mandatory.filter((glob) => glob.startsWith("!")).map(anywhere);
  const byPattern = settings.mandatory
    .filter((glob) => !glob.startsWith("!"))
    .flatMap((glob): readonly Found[] => {
      const matches = matchGlobsInAnyCase([anywhere(glob), ...excluded]);
      const files = changed.filter(({ path }) => matches(path));
      const [first] = files;
      if (first === undefined) return [];
      const more = files.length > 1 ? ` and ${files.length - 1} more` : "";
      const type = ownValue(TYPES, glob) ?? "mandatory-pattern";
      const description = `${first.path}${more} changed, which matches ${glob}`;
      const cause = [type, ...files.map(({ path, id }) => `${path} ${id ?? "gone"}`)].join("\n");
      return [{ type, description, severity: "mandatory", cause }];
    });
  if (configuration === null) return byPattern;
  const type = "verification-config-change";
  const ofConfiguration: Found = {
    type,
    description: `${configuration.file} changed which files are looked at, or how`,
    severity: "mandatory",
    cause: `${type}\n${configuration.settings}`,
  };
  return [...byPattern, ofConfiguration];
}

function anywhere(glob: string): string {
  if (glob.startsWith("!")) return `!${anywhere(glob.slice(1))}`;
  return glob.includes("/") ? glob.replace(/^\.?\//, "") : `**/${glob}`;
}

/**
 * Thresholds that were passed. Dependents of changed files count, as in the scope. But only a changed
 * structure recommends a full verification: any other change affects only checks that follow content, and
 * they run anyway.
 */
function findPassed(options: TriggerOptions): readonly Found[] {
  const { settings, baseline, changed, fileCount, transitiveImpact, daysSinceFull } = options;
  const found: Found[] = [];
  const add = (type: TriggerType, severity: Found["severity"], description: string): void =>
    void found.push({ type, description, severity, cause: `${type} since ${baseline}` });
  const share = fileCount === 0 ? 0 : changed.length / fileCount;
  if (share > settings.changedShare)
    add("high-change-volume", "recommended", `${(share * 100).toFixed(1)} % of all files changed`);
  const cascade = transitiveImpact.filter(({ propagationType }) => propagationType === "structural");
  const structural = cascade.reduce((deepest, { distance }) => Math.max(deepest, distance), 0);
  const depth = Math.max(structural, options.reach.depth);
  const files = Math.max(cascade.length, options.reach.files);
  if (depth > settings.depth)
    add(
      "deep-dependency-cascade",
      structural > settings.depth ? "recommended" : "suggested",
      `a change reaches ${depth} steps far through dependencies`,
    );
  if (files > settings.cascade)
    add(
      "large-cascade",
      cascade.length > settings.cascade ? "recommended" : "suggested",
      `changes reach ${files} files through dependencies`,
    );
  if (daysSinceFull !== null && daysSinceFull > settings.staleDays) {
    const days = Math.floor(daysSinceFull);
    const since = days === 1 ? "1 day ago" : `${days} days ago`;
    add("stale-cache", "suggested", `everything was last verified ${days === 0 ? "today" : since}`);
  }
  return found;
}

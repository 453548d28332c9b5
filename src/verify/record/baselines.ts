import type { BaselineFile, ResolvedConfig } from "../../config/resolved-config.ts";
import { type Baselines, readBaselines, writeBaseline } from "../../detect/past/baseline-file.ts";
import type { Baseline } from "../../detect/past/baseline.ts";
import type { Store } from "../../store/store.ts";
import type { OwnPlace } from "../../system/own/own-place.ts";

type Config = Pick<ResolvedConfig, "root"> & { readonly baseline: BaselineFile };

/** Where the last verified state can be: first the checkout's own file, then the shared one. */
export function baselinePlaces(config: Config, { baseline }: Pick<Store, "baseline">): readonly OwnPlace[] {
  return [...(baseline === null ? [] : [baseline]), sharedBaseline(config)];
}

export function sharedBaseline({ root, baseline }: Config): OwnPlace {
  return { base: root, path: baseline.path };
}

export function listBaselines(config: Config, store: Pick<Store, "baseline">): Baselines {
  return readBaselines(baselinePlaces(config, store));
}

/**
 * Warnings about baseline files that exist and are not used. If there is only one, the change set reports it.
 */
export function listUnused(against: Baselines | { readonly commit: string }): readonly string[] {
  if ("commit" in against) return [];
  return against.problems
    .filter(({ problem }) => problem === "refused" || (problem !== "missing" && against.found.length > 0))
    .map(({ reason }) => reason);
}

/**
 * Stores the state that is now verified, and returns whether the next run will find it. Writes the file in
 * the repository only if the configuration asks for it.
 */
export function keepBaseline(baseline: Baseline, config: Config, store: Pick<Store, "baseline">): boolean {
  const own = store.baseline !== null && writeBaseline(store.baseline, baseline) === "written";
  const shared =
    config.baseline.isWrittenByRuns && writeBaseline(sharedBaseline(config), baseline) === "written";
  return own || shared;
}

import type { BaselineFile, ResolvedConfig } from "../../config/resolved-config.ts";
import { type Baselines, readBaselines, writeBaseline } from "../../detect/past/baseline-file.ts";
import type { Baseline } from "../../detect/past/baseline.ts";
import type { Store } from "../../store/store.ts";
import type { OwnPlace } from "../../system/own/own-place.ts";

type Config = Pick<ResolvedConfig, "root"> & { readonly baseline: BaselineFile };

/** Where the last verified state can be: the checkout's own, and then the file that people share. */
export function baselinePlaces(config: Config, { baseline }: Pick<Store, "baseline">): readonly OwnPlace[] {
  return [...(baseline === null ? [] : [baseline]), sharedBaseline(config)];
}

export function sharedBaseline({ root, baseline }: Config): OwnPlace {
  return { base: root, path: baseline.path };
}

export function listBaselines(config: Config, store: Pick<Store, "baseline">): Baselines {
  return readBaselines(baselinePlaces(config, store));
}

/** What there is to say of files that are there and not used; of an only one, the change set says it. */
export function listUnused(against: Baselines | { readonly commit: string }): readonly string[] {
  if ("commit" in against) return [];
  return against.problems
    .filter(({ problem }) => problem === "refused" || (problem !== "missing" && against.found.length > 0))
    .map(({ reason }) => reason);
}

/**
 * Writes down the state that is now verified, and says whether the next run will find it. The file in the repository
 * is written only where the configuration asks for it.
 */
export function keepBaseline(baseline: Baseline, config: Config, store: Pick<Store, "baseline">): boolean {
  const own = store.baseline !== null && writeBaseline(store.baseline, baseline) === "written";
  const shared =
    config.baseline.isWrittenByRuns && writeBaseline(sharedBaseline(config), baseline) === "written";
  return own || shared;
}

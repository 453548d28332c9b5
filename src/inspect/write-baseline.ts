import { NEVER_VERIFIED, readBaseline, writeBaseline } from "../detect/past/baseline-file.ts";
import { shown } from "../system/own/own-place.ts";
import { fail, succeed } from "../values/succeed.ts";
import { sharedBaseline } from "../verify/record/baselines.ts";
import { type CacheOptions, withCache } from "../verify/repository-store.ts";
import type { Result } from "../vocabulary/failure.ts";

export interface WrittenBaseline {
  /** Relative to the root. */
  readonly path: string;
  /** Null without git. */
  readonly commitHash: string | null;
  readonly timestamp: string;
  /** How many files differed from the commit; without one, how many there are. */
  readonly files: number;
}

/** Writes the last state that this checkout verified as a whole to a file of the repository. Runs nothing. */
export async function writeSharedBaseline(options: CacheOptions = {}): Promise<Result<WrittenBaseline>> {
  const read = await withCache(options, (store, config) => ({
    place: sharedBaseline(config),
    baseline: store.baseline === null ? null : readBaseline(store.baseline),
  }));
  if (!read.ok) return read;
  const { place, baseline } = read.value;
  if (baseline === null || "problem" in baseline)
    return fail({
      kind: "usage",
      message: baseline?.reason ?? NEVER_VERIFIED,
      hint: "Run `verification` until everything passes, then write the baseline.",
    });
  const written = writeBaseline(place, baseline);
  const path = shown(place);
  if (written !== "written")
    return fail({ kind: "usage", message: `${path} was not written: ${written.reason}.` });
  const { commitHash, timestamp, files } = baseline;
  return succeed({ path, commitHash, timestamp, files: files.size });
}

import type { StoredVerdict } from "../store/records/records.ts";
import { isCi } from "../system/process/is-ci.ts";

/** Which cached verdicts are re-run and compared. */
export interface Sampling {
  readonly share: number;
  /** Whether the share is the default: then only observed verdicts are sampled. */
  readonly isDefault: boolean;
}

const SHARE_IN_CI = 1 / 64;

/** Without a configured share (null), it is small in CI, where nobody waits, and 0 elsewhere. */
export function resolveSampling(share: number | null, env: NodeJS.ProcessEnv): Sampling {
  if (share !== null) return { share, isDefault: false };
  return { share: isCi(env) ? SHARE_IN_CI : 0, isDefault: true };
}

/** `chance` is a random number from 0 up to 1. */
export function isSampled(
  { kind }: Pick<StoredVerdict, "kind">,
  { share, isDefault }: Sampling,
  chance: number,
): boolean {
  return chance < share && (kind === "observed" || !isDefault);
}

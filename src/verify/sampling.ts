import type { StoredVerdict } from "../store/records/records.ts";
import { isCi } from "../system/process/is-ci.ts";

/** Which of the verdicts that stand are reached again and compared. */
export interface Sampling {
  readonly share: number;
  /** Nobody asked for it: only verdicts whose inputs were observed are put to the test. */
  readonly isDefault: boolean;
}

const SHARE_IN_CI = 1 / 64;

/** Null where nobody says which share: then it is a small one in CI, where nobody waits, and none elsewhere. */
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

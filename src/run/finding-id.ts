import { createHash } from "node:crypto";

export interface FindingIdentity {
  readonly check: string;
  readonly file?: string | undefined;
  readonly code?: string | undefined;
  readonly message: string;
  /** How many findings before it are the same in all of the above. */
  readonly occurrence: number;
}

/** What a finding is known by from run to run. Where it stands in its file is no part of it: lines move. */
export function findingId({ check, file = "", code = "", message, occurrence }: FindingIdentity): string {
  const identity = JSON.stringify([check, file, code, message, occurrence]);
  return createHash("sha256").update(identity).digest("hex").slice(0, 16);
}

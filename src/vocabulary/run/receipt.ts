/** A check whose units have all passed. */
export interface ReceiptCheck {
  readonly check: string;
  readonly units: number;
  /** A digest of the targets and fingerprints of all its units. */
  readonly fingerprints: string;
}

/** A check that does not take part, so that the receipt says nothing about it. */
export interface LeftOutCheck {
  readonly check: string;
  readonly why: "disabled" | "no-files";
}

/** What was verified, bound to content. The same tree always gives the same receipt. */
export interface Receipt {
  readonly schemaVersion: 1;
  readonly engine: string;
  /** The checked-out commit; null if there was none. */
  readonly commit: string | null;
  /** Git's id of that commit's tree, if nothing differed from it; else null. */
  readonly gitTree: string | null;
  readonly uncommittedFiles: number;
  /** A digest of every file: path, kind and bytes, committed or not. */
  readonly tree: string;
  readonly files: number;
  readonly profiles: readonly string[];
  /** When the last of the verdicts was made: ISO 8601. */
  readonly verifiedAt: string;
  readonly checks: readonly ReceiptCheck[];
  readonly leftOut: readonly LeftOutCheck[];
}

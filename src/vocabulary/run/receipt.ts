/** A check of which every unit stands as passed. */
export interface ReceiptCheck {
  readonly check: string;
  readonly units: number;
  /** A digest of the targets and fingerprints of all its units. */
  readonly fingerprints: string;
}

/** A check that takes no part, and that the receipt therefore says nothing of. */
export interface LeftOutCheck {
  readonly check: string;
  readonly why: "disabled" | "no-files";
}

/** What was verified, bound to content. It is made of what is known, so the same tree gives the same one. */
export interface Receipt {
  readonly schemaVersion: 1;
  readonly engine: string;
  /** The commit that was checked out; null where there was none. */
  readonly commit: string | null;
  /** Git's id of that commit's tree, where nothing differed from it; else null. */
  readonly gitTree: string | null;
  readonly uncommittedFiles: number;
  /** A digest of every file as it was: path, kind and bytes, committed or not. */
  readonly tree: string;
  readonly files: number;
  readonly profiles: readonly string[];
  /** When the last of the verdicts was reached: ISO 8601. */
  readonly verifiedAt: string;
  readonly checks: readonly ReceiptCheck[];
  readonly leftOut: readonly LeftOutCheck[];
}

import type { CheckInput } from "../../src/index.ts";

/** Files by their paths. */
export type Files = Readonly<Record<string, string>>;

/** Paths or names, each with why it is so, in a few words. */
export type Reasons = Readonly<Record<string, string>>;

/** How a tool of the table is held against what it really does. */
export interface Proof {
  /** Its name in the table. */
  readonly tool: string;
  /** The package that brings it: that of test/tools, that of test/tools/table, or Python's. */
  readonly from: "tools" | "table" | "python";
  /** What it finds in the maze beside what is there for all. */
  readonly files?: Files;
  /** How it is started; each unit of each is watched by itself. */
  readonly checks: readonly Omit<CheckInput, "name">[];
  /** What it opened or looked for and what no prediction covers: nothing that its verdict depends on. */
  readonly open?: Reasons;
  /** Names of the table that it never looked for. */
  readonly unsought?: Reasons;
  /** Files of the maze that are predicted as its settings, and that it never opened. */
  readonly unopened?: Reasons;
}

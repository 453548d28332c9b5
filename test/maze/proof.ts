import type { CheckInput } from "../../src/index.ts";

/** Files by their paths. */
export type Files = Readonly<Record<string, string>>;

/** Paths, names or globs, each with why it is so, in a few words. */
export type Reasons = Readonly<Record<string, string>>;

/** How a tool of the table is held against what it really does. */
export interface Proof {
  /** Its name in the table. */
  readonly tool: string;
  /** What brings it: test/tools/package.json and the system, or test/tools/table/package.json and pip. */
  readonly from: "tools" | "table";
  /** What it finds in the maze beside what is there for all. */
  readonly files?: Files;
  /** How it is started; each unit of each is watched by itself. */
  readonly checks: readonly Omit<CheckInput, "name">[];
  /** Globs of all that it opened or looked for and that no prediction covers, with why that changes no verdict. */
  readonly open?: Reasons;
  /** The names of the table that it never looked for: a name, a glob with all of its names, or `all of` a row that it reads. */
  readonly unsought?: Reasons;
  /** The files of the maze that count as its settings, and that it neither opened nor looked for. */
  readonly unopened?: Reasons;
  /** Globs of what it comes to only sometimes, because it ends first. */
  readonly hurried?: Reasons;
}

import type { Proof, Reasons } from "../proof.ts";
import { BUNDLERS } from "./bundlers.ts";
import { COMPILERS } from "./compilers.ts";
import { LINTERS } from "./linters.ts";
import { PYTHON } from "./python.ts";
import { RUNNERS } from "./runners.ts";
import { STYLES } from "./styles.ts";

export const PROOFS: readonly Proof[] = [
  ...LINTERS,
  ...STYLES,
  ...RUNNERS,
  ...COMPILERS,
  ...BUNDLERS,
  ...PYTHON,
];

/** Tools of the table that are not run here, and why. */
export const UNPROVED: Reasons = {
  cypress: "its program is no package: 600 MB that its install script loads from elsewhere",
  dprint: "its plugins are loaded from elsewhere when it runs",
  jest: "the row of jest --runTestsByPath is the same, and is proved",
  standard: "it is ESLint with settings of its own: 200 packages for the row of ESLint",
  swc: "its one file of settings is that of others that read it",
  xo: "it is ESLint with settings of its own: 300 packages for the row of ESLint",
};

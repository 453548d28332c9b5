import type { Proof } from "../proof.ts";
import { BUNDLERS } from "./bundlers.ts";
import { COMPILERS } from "./compilers.ts";
import { LINTERS } from "./linters.ts";
import { PYTHON } from "./python.ts";
import { RUNNERS } from "./runners.ts";

export const ALL: readonly Proof[] = [...LINTERS, ...RUNNERS, ...COMPILERS, ...BUNDLERS, ...PYTHON];

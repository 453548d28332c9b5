import type { Proof } from "../proof.ts";
import { LINTERS } from "./linters.ts";

export const ALL: readonly Proof[] = [...LINTERS];

import type { ListOf } from "../../values/packed-list.ts";
import type { TakenUnits } from "./taken-units.ts";

/** One value for each unit of a check. For units reused from the last run, it is created on demand. */
export type UnitList<T> = ListOf<T, TakenUnits>;

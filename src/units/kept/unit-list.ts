import type { ListOf } from "../../values/packed-list.ts";
import type { TakenUnits } from "./taken-units.ts";

/** What there is for each unit of a check. Of those that were taken over from the last run, it is made when asked for. */
export type UnitList<T> = ListOf<T, TakenUnits>;

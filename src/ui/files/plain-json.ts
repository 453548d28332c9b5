import { plain } from "../../report/print/plain.ts";

/** JSON in which all text from tools and names can only be displayed. */
export function plainJson(value: object): string {
  return JSON.stringify(value, (_, each: unknown) => (typeof each === "string" ? plain(each) : each));
}

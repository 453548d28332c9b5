import { plain } from "../../report/print/plain.ts";

/** JSON in which whatever tools and names say is text that only shows. */
export function plainJson(value: object): string {
  return JSON.stringify(value, (_, each: unknown) => (typeof each === "string" ? plain(each) : each));
}

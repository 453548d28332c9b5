import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

let known: string | undefined;

/** The script of the page, as it was built: beside this program, or where it runs from source. */
export function loadPageScript(): string {
  if (known !== undefined) return known;
  const here = dirname(fileURLToPath(import.meta.url));
  const places = [join(here, "page.js"), join(here, "../../../dist/page.js")];
  const file = places.find((place) => existsSync(place)) ?? "page.js";
  // What could end the element that it stands in is written in another way.
  known = readFileSync(file, "utf8").replaceAll("</script", "<\\/script");
  return known;
}

import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

let known: string | undefined;

/** The built script of the page: beside this program, or in `dist` if it runs from source. */
export function loadPageScript(): string {
  if (known !== undefined) return known;
  const here = dirname(fileURLToPath(import.meta.url));
  const places = [join(here, "page.js"), join(here, "../../../dist/page.js")];
  const file = places.find((place) => existsSync(place)) ?? "page.js";
  // Escapes what could end the element around it.
  known = readFileSync(file, "utf8").replaceAll("</script", "<\\/script");
  return known;
}

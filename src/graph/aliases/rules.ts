import type { AliasRule } from "../extraction.ts";
import type { Value } from "../evaluate/value.ts";
import { fieldNames } from "../javascript/search/find-words.ts";
import { createWordPattern } from "../javascript/search/word-pattern.ts";

/** Configuration fields that say where to look for imports. */
export const ALIAS_FIELDS: ReadonlySet<string> = new Set([
  "alias",
  "aliases",
  "entries",
  "moduleNameMapper",
  "modulePaths",
  "moduleDirectories",
  "modules",
  "roots",
  "root",
  "rootDir",
  "srcDir",
  "lib",
  "envDir",
]);

/** Matches a text that has such a field in one of the forms that matter. */
const ALIASES = createWordPattern(
  /\balias(?:es)?\b["']?\s*[:=,}(]|\bmodule(?:NameMapper|Paths|Directories)\b|\bmodules["']?\s*:\s*\[|\b(?:roots?|rootDir|srcDir|lib)["']?\s*:\s*["'`[]|\benvDir["']?\s*:/,
  [
    "alias",
    "moduleNameMapper",
    "modulePaths",
    "moduleDirectories",
    ...fieldNames("modules", "root", "roots", "rootDir", "srcDir", "lib", "envDir"),
  ],
);

export function mayHoldAliases(text: string): boolean {
  return ALIASES.test(text);
}

/** The rules that one field states; empty if its value has a kind that such a field never has. */
export function rulesOf(field: string, value: Value): readonly AliasRule[] {
  switch (field) {
    case "alias":
    case "aliases":
    case "entries":
      return aliasRules(value);
    case "moduleNameMapper":
      return value.kind === "map" ? value.entries.map(([find, to]) => patternRule(find, "", to)) : [];
    case "rootDir":
    case "srcDir":
      return value.kind === "text" ? [{ kind: "rootDir", places: value.texts }] : [];
    case "lib":
      return value.kind === "text" ? [{ kind: "name", find: "$lib", places: value.texts }] : [];
    case "envDir":
      return value.kind === "text" ? [{ kind: "envDir", places: value.texts }] : [];
    case "root":
      // For Vite it is one directory; for a Babel plugin, the directories that names start in.
      return value.kind === "text" ? [{ kind: "rootDir", places: value.texts }] : rootRules(value);
    default:
      return value.kind === "list" ? rootRules(value) : [];
  }
}

function aliasRules(value: Value): readonly AliasRule[] {
  if (value.kind === "map") return value.entries.flatMap(([find, to]) => nameRules(find, to));
  if (value.kind !== "list") return [];
  return value.items.flatMap((item): readonly AliasRule[] => {
    if (item.kind !== "map") return [];
    const find = item.entries.find(([key]) => key === "find")?.[1];
    const to = item.entries.find(([key]) => key === "replacement")?.[1] ?? { kind: "unknown" };
    if (find?.kind === "pattern") return [patternRule(find.source, find.flags, to)];
    return find?.kind === "text" ? find.texts.flatMap((text) => nameRules(text, to)) : [];
  });
}

function nameRules(find: string, to: Value): readonly AliasRule[] {
  // A Babel plugin writes an expression as text, with `\\1` for its groups.
  if (find.startsWith("^")) return [patternRule(find, "", to)];
  const exact = find.endsWith("$") && find.length > 1;
  // In Kit, `$` starts a name and `/*` ends one.
  const name = (exact ? find.slice(0, -1) : find).replace(/\/\*?$/, "");
  const places = placesOf(to).map((place) => place.replace(/\/\*?$/, ""));
  return name === "" ? [] : [{ kind: "name", find: name, ...(exact ? { exact } : {}), places }];
}

function patternRule(find: string, flags: string, to: Value): AliasRule {
  const places = placesOf(to).map((place) => place.replace(/\\(\d)/g, "$$$1"));
  return { kind: "pattern", find, flags, places };
}

function rootRules(value: Value): readonly AliasRule[] {
  const places = placesOf(value).filter((place) => !/(?:^|\/)node_modules$/.test(place));
  return places.length === 0 ? [] : [{ kind: "root", places }];
}

/** A bundler takes the first of several places that exists, so each of them counts. */
function placesOf(value: Value): readonly string[] {
  if (value.kind === "text") return value.texts;
  return value.kind === "list" ? value.items.flatMap(placesOf) : [];
}

import type { Reference } from "../extraction.ts";
import type { Lines } from "../lines.ts";

const LINK =
  /(?<![\w-])(?:src|href|poster|data|data-src|component-url|xlink:href|srcset)\s*=\s*(?:"([^"\n]*)"|'([^'\n]*)'|\{\s*["'`]([^"'`\n]*)["'`]\s*\}|([^\s"'<>{}=]+))/gi;
/** An external address, a part of this page, or a text that a program makes. */
const ELSEWHERE = /^(?:[a-z][a-z\d+.-]+:|\/\/|#|$)|["'`{}<>]|\$\(/i;
const ALIASED = /^[@~#$]/;
/**
 * Where paths that start with `/` are served from: the root, the directory of the page, and the usual directories for
 * static files.
 */
const SERVED = ["/", "./", "./public/", "/public/", "./static/", "/static/"];

/** What the attributes of a markup text name, if it exists. */
export function findLinks(markup: string, lines: Lines): Reference[] {
  const references: Reference[] = [];
  const seen = new Set<string>();
  for (const match of markup.matchAll(LINK)) {
    const written = match[1] ?? match[2] ?? match[3] ?? match[4] ?? "";
    const line = lines.lineAt(match.index);
    for (const one of /^srcset/i.test(match[0]) ? written.split(",") : [written]) {
      const target = decode((one.trim().split(/\s/)[0] ?? "").replace(/(?!^)[?#].*$/s, ""));
      if (seen.has(target)) continue;
      seen.add(target);
      references.push(...linkReferences(target, line));
    }
  }
  return references;
}

/** The references of one address in a document. */
export function linkReferences(
  target: string,
  line: number,
  strength: Reference["strength"] = "weak",
): Reference[] {
  if (ELSEWHERE.test(target)) return [];
  const shared = { type: "import", strength, line } as const;
  if (ALIASED.test(target)) return [{ kind: "module", specifier: target, ...shared }];
  if (!target.startsWith("/")) return [{ kind: "path", specifier: beside(target), ...shared }];
  return SERVED.map((place) => ({
    kind: "path",
    specifier: place + target.slice(1),
    ...shared,
    strength: "weak",
  }));
}

function beside(target: string): string {
  return target.startsWith(".") ? target : `./${target}`;
}

function decode(text: string): string {
  try {
    return decodeURI(text);
  } catch {
    return text;
  }
}

import { signal } from "@preact/signals";

export interface Route {
  readonly view: string;
  readonly words: readonly string[];
  readonly query: URLSearchParams;
}

/** `#/why/src%2Fa.ts?x=y`: the view, its subject, and how it is shown. */
export function parseRoute(hash: string): Route {
  const [path = "", query = ""] = hash.replace(/^#\/?/, "").split("?", 2);
  const [view = "", ...words] = path.split("/").map(decode);
  return { view, words, query: new URLSearchParams(query) };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export const route = signal<Route>(parseRoute(location.hash));

export function followAddress(): void {
  addEventListener("hashchange", () => {
    route.value = parseRoute(location.hash);
  });
}

export function href(view: string, ...words: readonly string[]): string {
  return `#/${[view, ...words].map(encodeURIComponent).join("/")}`;
}

/** Changes how the view is shown, without a new entry in the browser's history. */
export function setQuery(changes: Readonly<Record<string, string | null>>): void {
  const query = new URLSearchParams(route.value.query);
  for (const [name, value] of Object.entries(changes))
    if (value === null || value === "") query.delete(name);
    else query.set(name, value);
  const words = query.toString();
  const base = href(route.value.view, ...route.value.words);
  history.replaceState(null, "", words === "" ? base : `${base}?${words}`);
  route.value = parseRoute(location.hash);
}

export function go(view: string, ...words: readonly string[]): void {
  location.hash = href(view, ...words);
}

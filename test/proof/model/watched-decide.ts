import { posix } from "node:path";
import { content, existing, lookFor, names, presence, type Look } from "./looks.ts";
import type { State } from "./state.ts";
import { LINK } from "./watched-checks.ts";

/** What a command finds, and all that it looks at on the way. */
export interface Found {
  readonly passed: boolean;
  readonly looks: readonly Look[];
}

/** Files that need not be there, none of which may say a word. */
function without(state: State, word: string, paths: readonly string[]): Found {
  return {
    passed: paths.every((path) => !(state.files.get(path) ?? state.ignored[path] ?? "").includes(word)),
    looks: paths.map((path) => lookFor(state, path)),
  };
}

function join(...found: readonly Found[]): Found {
  return { passed: found.every(({ passed }) => passed), looks: found.flatMap(({ looks }) => looks) };
}

function named(state: State, directory: string): Found {
  const paths = [...state.files.keys(), ...existing(state.ignored)];
  const inside = paths.filter((path) => path.startsWith(`${directory}/`));
  const passed = !inside.some((path) =>
    path
      .slice(directory.length + 1)
      .split("/")[0]
      ?.includes("stop"),
  );
  return { passed, looks: [inside.length === 0 ? presence(directory) : names(directory)] };
}

const script = (path: string): Found => ({ passed: true, looks: [content(path)] });

/** All that a module loads; null where something of it is not there. */
function load(state: State, start: string): Found {
  const looks = new Map<string, Look>();
  let passed = true;
  const visit = (path: string): void => {
    if (looks.has(path)) return;
    looks.set(path, lookFor(state, path));
    const text = state.files.get(path);
    if (text === undefined || text.includes('"BUG"')) passed = false;
    for (const [, specifier = ""] of (text ?? "").matchAll(/^import "(.*)";$/gm))
      visit(posix.join(posix.dirname(path), specifier));
    const [, fixture] = /"fixtures", "(\w+)\.txt"/.exec(text ?? "") ?? [];
    if (fixture === undefined) return;
    const found = without(state, "STOP", [`fixtures/${fixture}.txt`]);
    passed &&= found.passed;
    for (const look of found.looks) looks.set(look.path, look);
  };
  visit(start);
  return { passed, looks: [...looks.values(), content("package.json")] };
}

type Watch = (state: State, target: string) => Found;

export const WATCHED_DECIDE: Readonly<Record<string, Watch>> = {
  computed: (state, target) => {
    const lines = (state.files.get(target) ?? "").split("\n").slice(0, -1);
    const paths = lines.flatMap((name) => [`fixtures/${name}.txt`, `extra/deep/${name}.txt`]);
    return join(
      script("tools/computed.sh"),
      script(target),
      without(state, "STOP", paths.map(posix.normalize)),
    );
  },
  listing: (state) => join(named(state, "fixtures"), named(state, "ignored/box")),
  optional: (state) =>
    without(state, "STOP", ["opt.txt", "opt/flag.txt", "opt/deep/flag.txt", "ignored/flag.txt"]),
  local: (state) => without(state, "STOP", ["ignored/local.txt"]),
  products: (state, target) => join(script("tools/products.sh"), without(state, "TORN", [target])),
  linked: (state) => {
    const to = state.links.get(LINK.path);
    const through = { passed: true, looks: [presence(LINK.path)] };
    if (to === undefined) return through;
    return join(through, named(state, to), without(state, "STOP", [`${to}/one.txt`, `${to}/two.txt`]));
  },
  starter: (state) => {
    // A shell goes on where the words are not there.
    const isThere = state.files.has("tools/inner.sh");
    const inner = without(state, "STOP", ["tools/words.txt"]);
    const looks = [...inner.looks, content("tools/outer.sh"), lookFor(state, "tools/inner.sh")];
    return { passed: isThere && inner.passed, looks };
  },
  retried: (state) => {
    const [one, two] = ["fixtures/one.txt", "fixtures/two.txt"];
    return { ...without(state, "STOP", [two]), looks: [one, two].map((path) => lookFor(state, path)) };
  },
  modules: (state, target) => join(script("tools/run.mjs"), load(state, target)),
  nodetest: load,
};

import type { DeclaredCheck } from "./template.ts";
import { LINKED, LISTING, LOCAL, OPTIONAL, RETRIED, WATCHED_TOOLS } from "./watched-scripts.ts";

/** A check with what has to be declared as its inputs where nobody watches it. */
interface WatchedCheck extends DeclaredCheck {
  readonly unseen: readonly string[];
}

const project = { type: "test", command: "sh", files: ["cases/*"], follow: "none" } as const;
const modules = { type: "test", files: ["mods/*.js"], follow: "content", command: "node" } as const;

const WATCHED: readonly WatchedCheck[] = [
  {
    name: "computed",
    type: "test",
    command: "sh",
    args: ["tools/computed.sh", "{files}"],
    files: ["cases/*"],
    follow: "none",
    unseen: ["fixtures/**", "extra/**"],
  },
  { ...project, name: "listing", args: ["-c", LISTING], unseen: ["fixtures/**", "ignored/box/**"] },
  {
    ...project,
    name: "optional",
    args: ["-c", OPTIONAL],
    unseen: ["opt.txt", "opt/**", "ignored/flag.txt"],
  },
  { ...project, name: "local", args: ["-c", LOCAL], unseen: ["ignored/local.txt"] },
  {
    name: "products",
    type: "lint",
    command: "sh",
    args: ["tools/products.sh", "{files}"],
    files: ["data/*.txt"],
    follow: "none",
    unseen: [],
  },
  { ...project, name: "linked", args: ["-c", LINKED], unseen: ["current", "fixtures/**", "shelf/**"] },
  { ...project, name: "starter", args: ["tools/outer.sh"], unseen: ["tools/**"] },
  {
    ...project,
    name: "retried",
    args: ["-c", RETRIED],
    retryOnFailure: true,
    maxRetries: 1,
    unseen: ["fixtures/**"],
  },
  { ...modules, name: "modules", args: ["tools/run.mjs", "{files}"], unseen: ["fixtures/**"] },
  { ...modules, name: "nodetest", args: ["--test", "{files}"], unseen: ["fixtures/**"] },
];

export type Trace = "on" | "off";

export function watchedChecks(trace: Trace): readonly DeclaredCheck[] {
  return WATCHED.map(({ unseen, ...check }) =>
    trace === "on" || unseen.length === 0 ? check : { ...check, inputs: unseen },
  );
}

/** Of what these checks read, what is there at first. */
export const WATCHED_FILES: Readonly<Record<string, string>> = {
  ...WATCHED_TOOLS,
  "cases/a.txt": "one\n",
  "cases/b.txt": "two\nthree\n",
  "cases/c.txt": "four\n",
  "fixtures/one.txt": "FINE 0\n",
  "fixtures/two.txt": "FINE 1\n",
  "shelf/one.txt": "FINE 2\n",
  "mods/a.js": moduleText({ imports: ["./lib/x.js"], fixture: null, word: "GOOD" }),
  "mods/b.js": moduleText({ imports: ["./lib/y.js"], fixture: null, word: "GOOD" }),
  "mods/c.js": moduleText({ imports: [], fixture: "one", word: "GOOD" }),
  "mods/d.js": moduleText({ imports: ["./lib/x.js"], fixture: "three", word: "GOOD" }),
  "mods/lib/x.js": moduleText({ imports: ["./y.js"], fixture: null, word: "GOOD" }),
  "mods/lib/y.js": moduleText({ imports: [], fixture: null, word: "GOOD" }),
};

export const LINK = { path: "current", first: "fixtures" } as const;

/** A module that throws where its word says so, or that of what it imports, or a fixture that it finds. */
export function moduleText(text: {
  readonly imports: readonly string[];
  readonly fixture: string | null;
  readonly word: string;
}): string {
  return [
    ...text.imports.map((from) => `import "${from}";`),
    ...(text.fixture === null
      ? []
      : [
          'import { existsSync, readFileSync } from "node:fs";',
          `const name = ["fixtures", "${text.fixture}.txt"].join("/");`,
          'if (existsSync(name) && readFileSync(name, "utf8").includes("STOP")) throw new Error("stop");',
        ]),
    `if ("${text.word}".startsWith("BU")) throw new Error("bug");`,
    "",
  ].join("\n");
}

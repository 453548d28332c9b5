import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { init, parse } from "es-module-lexer";
import { beforeAll, describe, expect, it } from "vitest";

/** What everybody may use: types and constants, and what can be said of them without looking at anything. */
const BASE = ["vocabulary", "values", "paths", "shell", "checks", "wording", "secrets"] as const;

/** The stages on the path of a run. Each sees the base, and of those before it only the types they put out. */
const STAGES = [
  "config",
  "detect",
  "graph",
  "builtin",
  "store",
  "shared",
  "units",
  "targets",
  "trace",
  "scope",
  "plan",
  "run",
  "queue",
] as const;

/** The path of a run with its short ways: these join the stages, and `verify.ts` joins these. */
const CORE = ["verify", "findings", "shortcut"] as const;

/** What can be asked for beside a run. Each joins stages, as the core does, and knows no other feature. */
const FEATURES = [
  "audit",
  "history",
  "hooks",
  "inspect",
  "receipt",
  "recovery",
  "replay",
  "shard",
  "watch",
  "worker",
] as const;

/** Who speaks with programs, as the command line does with people. They call features and reports. */
const SPEAKERS = ["agent", "mcp", "ui"] as const;

/** Who may import whom, in the order in which types are handed on. */
const ROOMS = [
  ...BASE,
  "tools",
  "system",
  ...STAGES,
  ...CORE,
  ...FEATURES,
  "flow",
  "report",
  ...SPEAKERS,
  "cli",
  "page",
] as const;
type Room = (typeof ROOMS)[number] | "top";

/** What is published, and the file that states how a run goes. */
const ENTRIES = ["index.ts", "verify.ts", "workflow.ts"];

/** Fields that reports give out under these names. */
const PUBLISHED = new Set(["unsettled", "unitsStanding", "unitsStandingFailed"]);

/** Files in one folder: with more, nobody finds anything. */
const MOST_FILES = 15;

const SOURCE = join(import.meta.dirname, "../src");

interface Import {
  readonly from: string;
  readonly to: string;
  readonly typeOnly: boolean;
}

let imports: readonly Import[] = [];

beforeAll(async () => {
  await init();
  const files = readdirSync(SOURCE, { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".ts"),
  );
  imports = files.flatMap((file) => {
    const text = readFileSync(join(SOURCE, file), "utf8");
    return parse(text)[0].flatMap(({ specifier, importStart, importEnd }) => {
      if (!specifier?.startsWith(".") || !specifier.endsWith(".ts")) return [];
      const statement = text.slice(importStart, importEnd);
      const to = relative(SOURCE, join(SOURCE, dirname(file), specifier));
      return [{ from: file, to, typeOnly: /^(import|export) type\b/.test(statement) }];
    });
  });
});

function sources(): readonly string[] {
  return readdirSync(SOURCE, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"));
}

function read(file: string): string {
  return readFileSync(join(SOURCE, file), "utf8");
}

function isBase(name: Room): boolean {
  return (BASE as readonly string[]).includes(name);
}

function room(file: string): Room {
  const [first] = file.split("/");
  return file.includes("/") ? (first as Room) : "top";
}

function violations(isAllowed: (each: Import) => boolean): readonly string[] {
  return imports
    .filter((each) => room(each.from) !== room(each.to) && !isAllowed(each))
    .map(({ from, to }) => `${from} -> ${to}`);
}

describe("the house", () => {
  it("finds the imports that its rules are about", () => {
    expect(imports.length).toBeGreaterThan(100);
    expect(imports).toContainEqual({
      from: "verify/assess/open-request.ts",
      to: "config/load.ts",
      typeOnly: false,
    });
  });

  it("looks at what is beside the tree only where it is noted", () => {
    const exceptions = ["config/init/init.ts", "graph/resolve/lookups.ts", "units/tools/tool-executables.ts"];
    const looking = readdirSync(SOURCE, { recursive: true, encoding: "utf8" })
      .filter(
        (file) =>
          ["builtin", "config", "detect", "graph", "units"].includes(room(file)) && file.endsWith(".ts"),
      )
      .filter((file) => readFileSync(join(SOURCE, file), "utf8").includes('"node:fs"'));
    expect(looking.sort()).toEqual(exceptions);
  });

  it("writes files where no link is followed, and nowhere else", () => {
    const named =
      /\b(?:write|append|truncate|ftruncate|mkdir|mkdtemp|rename|rm|rmdir|unlink|copyFile|cp|link|symlink|chmod|fchmod|chown|utimes|open)(?:File)?(?:Sync)?\b|\bcreateWriteStream\b|\* as|\bpromises\b/;
    const writing = readdirSync(SOURCE, { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts"))
      .filter((file) => {
        const text = readFileSync(join(SOURCE, file), "utf8");
        const imported = [...text.matchAll(/import\s+([^;]*?)\s+from\s+"(?:node:)?fs(\/promises)?"/g)];
        const isDirect = /(?:require|import|getBuiltinModule)\(\s*["'`](?:node:)?fs/.test(text);
        return isDirect || imported.some(([, names = "", promises]) => promises || named.test(names));
      });
    const careful = ["system/own/open-own.ts", "system/own/own-directory.ts", "system/own/own-file.ts"];
    const exceptions: Readonly<Record<string, readonly string[]>> = {
      "it opens for reading alone": [
        "system/git/git-index-stamp.ts",
        "system/files/hash-blob.ts",
        "system/observed/observed-files.ts",
        "system/files/small-file.ts",
        "system/process/started-program.ts",
      ],
      "outside of the repository the user says where to go": ["system/files/named-file.ts"],
      "it made the directory itself, in that for temporary files": [
        "system/files/file-clock.ts",
        "system/strace/strace-watch.ts",
        "system/git/throwaway-checkout.ts",
        "system/git/tree-ref.ts",
      ],
      "it fills a directory that it made itself, after a look for links": ["system/files/link-packages.ts"],
      "a command that is shown to the user and run in a process of its own": [
        "config/recovery/ready-made.ts",
      ],
    };
    expect(writing.sort()).toEqual([...careful, ...Object.values(exceptions).flat()].sort());
  });

  it("reads globs in one place", () => {
    expect(sources().filter((file) => read(file).includes('"picomatch"'))).toEqual(["paths/glob.ts"]);
  });

  it("has only the rooms that are listed", () => {
    const known = new Set<string>(["top", ...ROOMS]);
    expect(sources().filter((file) => !known.has(room(file)))).toEqual([]);
  });

  it("has nothing at the top but what is published, and the file that states the path of a run", () => {
    const files = readdirSync(SOURCE, { withFileTypes: true }).filter((entry) => entry.isFile());
    expect(files.map(({ name }) => name).sort()).toEqual(ENTRIES);
  });

  it("has no folder with more than fifteen files", () => {
    const sizes = new Map<string, number>();
    for (const file of sources()) sizes.set(dirname(file), (sizes.get(dirname(file)) ?? 0) + 1);
    expect([...sizes].filter(([, size]) => size > MOST_FILES)).toEqual([]);
  });

  it("declares no function in the vocabulary: it holds types and constants", () => {
    const functions = sources().filter(
      (file) =>
        room(file) === "vocabulary" &&
        /^(?:export )?(?:async )?function\b|^(?:export )?const \w+[^=]*= (?:async )?\([^)]*\)[^=]*=>/m.test(
          read(file),
        ),
    );
    expect(functions).toEqual([]);
  });

  it("lets what everybody uses import only what comes before it there", () => {
    const order = (file: string): number => BASE.indexOf(room(file) as (typeof BASE)[number]);
    expect(
      violations(({ from, to }) => !isBase(room(from)) || (isBase(room(to)) && order(to) < order(from))),
    ).toEqual([]);
  });

  it("lets what is known of tools, and the edges to the system, import only what everybody uses", () => {
    expect(
      violations(({ from, to }) => !["tools", "system"].includes(room(from)) || isBase(room(to))),
    ).toEqual([]);
  });

  it("lets a stage import functions of no other stage: features and the core join them", () => {
    const stages = new Set<Room>([...STAGES, "report"]);
    expect(
      violations(
        ({ from, to, typeOnly }) =>
          !stages.has(room(from)) || isBase(room(to)) || ["tools", "system"].includes(room(to)) || typeOnly,
      ),
    ).toEqual([]);
  });

  it("lets a feature call stages, the core and `verify.ts`, and no other feature", () => {
    const features = new Set<Room>(FEATURES);
    const open = new Set<Room>([...BASE, "tools", "system", ...STAGES, ...CORE]);
    expect(
      violations(({ from, to }) => !features.has(room(from)) || open.has(room(to)) || to === "verify.ts"),
    ).toEqual([]);
  });

  it("builds the core on no feature: the public API alone names them", () => {
    const core = new Set<Room>(["top", ...CORE]);
    const published = new Set(["index.ts", "workflow.ts"]);
    const open = new Set<Room>([...BASE, "tools", "system", ...STAGES, ...CORE]);
    expect(
      violations(({ from, to }) => !core.has(room(from)) || published.has(from) || open.has(room(to))),
    ).toEqual([]);
  });

  it("lets the rooms of flow call what everybody uses, the system, recovery and the core: its entry joins the stages", () => {
    const open = new Set<Room>([...BASE, "system", "recovery", ...CORE]);
    expect(
      violations(({ from, to, typeOnly }) => !/^flow\/[^/]+\//.test(from) || open.has(room(to)) || typeOnly),
    ).toEqual([]);
  });

  it("lets a room import types only of rooms before it", () => {
    const order = (file: string): number => ROOMS.indexOf(room(file) as (typeof ROOMS)[number]);
    expect(
      violations(
        ({ from, to }) =>
          ["top", "cli", ...CORE].includes(room(from)) || to === "verify.ts" || order(to) < order(from),
      ),
    ).toEqual([]);
  });

  it("lets those that speak with programs import nothing of each other", () => {
    const speakers = new Set<Room>(SPEAKERS);
    expect(violations(({ from, to }) => !speakers.has(room(from)) || !speakers.has(room(to)))).toEqual([]);
  });

  it("lets nothing import the command line", () => {
    expect(violations(({ to }) => room(to) !== "cli")).toEqual([]);
  });

  it("prints in one place, which takes nothing but safe text, and that is made in one place", () => {
    const files = readdirSync(SOURCE, { recursive: true, encoding: "utf8" }).filter((file) =>
      file.endsWith(".ts"),
    );
    const having = (pattern: RegExp): readonly string[] =>
      files.filter((file) => pattern.test(readFileSync(join(SOURCE, file), "utf8")));
    const streams =
      /\bprocess\s*\.\s*(stdout|stderr)|\b(stdout|stderr)\b[^;]*\} = process\b|console\.|writeSync\([12]\b|"inherit"/;
    // The text of a program that is run in a process of its own, and answers there.
    const programs = ["targets/linter-scripts.ts"];
    expect([...having(streams)].sort()).toEqual(["cli/terminal.ts", ...programs]);
    expect(having(/\bnew SafeText\b/)).toEqual(["report/print/safe-text.ts"]);
    expect(having(/\bas (unknown as )?(SafeText|Part)\b/)).toEqual([]);
  });

  it("says plain words in comments too", () => {
    const words = /\b(?:mend(?:s|ed|ing)?|anew|in vain|kin)\b/;
    expect(sources().filter((file) => words.test(read(file)))).toEqual([]);
  });

  it("says plain words on every page", () => {
    const root = join(SOURCE, "..");
    const pages = [
      ...readdirSync(root).filter((file) => file.endsWith(".md")),
      ...["docs", "examples", "skills"].flatMap((folder) =>
        readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
          .filter((file) => file.endsWith(".md"))
          .map((file) => join(folder, file)),
      ),
    ];
    const words =
      /\b(?:mend(?:s|ed|ing)?|anew|in vain|kin|reach(?:es|ed)? again|(?<!there )is none|as ever)\b|\bverdicts? (?:still )?stands?\b/;
    expect(pages.length).toBeGreaterThan(30);
    expect(pages.filter((file) => words.test(readFileSync(join(root, file), "utf8")))).toEqual([]);
  });

  it("names nothing by a metaphor for the cache, and says the same word for the same thing", () => {
    const metaphors =
      /recall|remember|settle|witness|sighting|glance|landscape|testi(?:fy|mony)|evidence|(?<!out)standing/i;
    const declared =
      /^(?:export )?(?:async )?(?:function\*?|const|class|interface|type) (\w+)|^  (?:readonly )?(\w+)(?:\(|\??:)/gm;
    const found = sources().flatMap((file) => [
      ...(metaphors.test(file) ? [file] : []),
      ...[...read(file).matchAll(declared)]
        .map(([, name, property]) => name ?? property ?? "")
        .filter((name) => metaphors.test(name) && !PUBLISHED.has(name))
        .map((name) => `${file}: ${name}`),
    ]);
    expect(found).toEqual([]);
  });

  it("exports nothing under a name that another file exports", () => {
    const files = new Map<string, Set<string>>();
    for (const file of sources().filter((each) => room(each) !== "page" && each !== "index.ts"))
      for (const [, name = ""] of read(file).matchAll(
        /^export (?:async )?(?:interface|type|class|function\*?|const) (\w+)/gm,
      ))
        files.set(name, new Set([...(files.get(name) ?? []), file]));
    const twice = [...files].flatMap(([name, { size }]) => (size > 1 ? [name] : []));
    expect(files.size).toBeGreaterThan(1000);
    expect(twice).toEqual([]);
  });

  it("names every test by something that means something alone", () => {
    const directory = join(SOURCE, "../test");
    const tests = readdirSync(directory, { recursive: true, encoding: "utf8" }).filter((file) =>
      file.endsWith(".test.ts"),
    );
    const names = tests.flatMap((file) =>
      [
        ...readFileSync(join(directory, file), "utf8").matchAll(
          /(?:^\s*(?:it|test)(?:\.\w+)*(?:<[^;]*?>)?(?:\([^;"'`]*?\))?|\]\))\(\s*(["'`])((?:(?!\1)[^\\]|\\.)*)\1/gm,
        ),
      ].map(([, , name = ""]) => `${file}: ${name}`),
    );
    expect(names.length).toBeGreaterThan(2000);
    const fragment =
      /^\S+: (?:(?:and|but|or|of|that|which|whose|by|not|may,|such as|in place of|however|among|it) |(?:[%$]\w+\W*)+$)/;
    expect(names.filter((name) => fragment.test(name))).toEqual([]);
  });

  it("has no cycle of imports", () => {
    const next = new Map<string, string[]>();
    for (const { from, to } of imports) next.set(from, [...(next.get(from) ?? []), to]);
    const done = new Set<string>();
    const findCycle = (file: string, path: readonly string[]): readonly string[] | null => {
      if (path.includes(file)) return [...path.slice(path.indexOf(file)), file];
      if (done.has(file)) return null;
      for (const target of next.get(file) ?? []) {
        const cycle = findCycle(target, [...path, file]);
        if (cycle !== null) return cycle;
      }
      done.add(file);
      return null;
    };
    for (const file of next.keys()) expect(findCycle(file, [])).toBeNull();
  });

  it("says no word on the screen that nobody says", () => {
    const shown = readdirSync(SOURCE, { recursive: true, encoding: "utf8" }).filter((file) =>
      /^(?:report|cli)\/.*\.ts$|^config\/(?:.*schema.*|presets\/.*)\.ts$|^wording\/.*\.ts$/.test(file),
    );
    const words = /\b(?:mend(?:s|ed|ing)?|anew|in vain|kin|is none|stood|still stands?)\b/;
    const found = shown.flatMap((file) => {
      const code = readFileSync(join(SOURCE, file), "utf8").replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");
      const texts = [...code.matchAll(/"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g)].map(([text]) => text);
      // What stands in braces is code.
      return texts.map((text) => text.replaceAll(/\$\{[^}]*\}/g, "")).filter((text) => words.test(text));
    });
    expect(shown.length).toBeGreaterThan(50);
    expect(found).toEqual([]);
  });
});

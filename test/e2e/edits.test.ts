import { chmodSync, mkdirSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { CheckInput } from "../../src/index.ts";
import { IDENTITY } from "../rig/git-identity.ts";
import { rigWith } from "../rig/incremental.ts";
import { shell, type Rig } from "../rig/rig.ts";

const TIME = new Date("2026-01-01T00:00:00Z");

/** Another content for a moment, and then the same bytes with the same times. */
function flicker(rig: Rig, path: string, text: string): void {
  rig.write(path, text.replace(/./g, "x"));
  rig.write(path, text);
  utimesSync(join(rig.root, path), TIME, TIME);
}

const FILES: Readonly<Record<string, string>> = {
  "src/a.txt": "a tracked file\n",
  "src/new.txt": "an untracked file\n",
  "ignored/in.txt": "an input that git ignores\n",
  "package.json": '{ "name": "x" }\n',
  "package-lock.json": '{ "lockfileVersion": 3 }\n',
  "tsconfig.json": "{}\n",
};

describe("what is changed and changed back while a check runs, with its old size and time", () => {
  it.each([
    ...Object.keys(FILES).map((path) => [path, "lint"] as const),
    ["ignored/in.txt", "build"] as const,
  ])("keeps the verdict from being stored: %s, %s", async (path, type) => {
    const rig = rigWith();
    rig.checks({
      name: "whole",
      type,
      ...rig.controlled("whole"),
      files: ["src/**"],
      inputs: ["ignored/in.txt", "tsconfig.json"],
    });
    for (const [file, text] of Object.entries(FILES)) if (file !== "src/new.txt") rig.write(file, text);
    rig.commitAll();
    rig.write("src/new.txt", FILES["src/new.txt"] ?? "");
    for (const file of Object.keys(FILES)) utimesSync(join(rig.root, file), TIME, TIME);
    const run = rig.verification();
    const command = await rig.started("whole");
    flicker(rig, path, FILES[path] ?? "");
    command.exit(0);
    const { status, stderr } = await run;
    expect(status).toBe(0);
    expect(stderr).toContain(`${path} changed while whole ran`);
    const again = rig.verification();
    (await rig.started("whole")).exit(1);
    expect((await again).status).toBe(1);
  });
});

describe("an edit while a check runs", () => {
  it("an edit of the configuration while a check runs holds from the next run on", async () => {
    const rig = rigWith();
    const check = { name: "whole", type: "lint" as const, ...rig.controlled("whole"), files: ["src/**"] };
    rig.checks(check);
    rig.write("src/a.txt", "1");
    rig.commitAll();
    const run = rig.verification();
    const command = await rig.started("whole");
    rig.checks({ ...check, args: [...check.args, "other"] });
    command.exit(0);
    expect((await run).status).toBe(0);
    const again = rig.verification();
    const other = await rig.started("whole");
    expect(other.args).toEqual(["other"]);
    other.exit(1);
    expect((await again).status).toBe(1);
  });

  it("a directory that is moved away and back while a check runs keeps the verdict from being stored", async () => {
    const rig = rigWith();
    rig.checks({ name: "whole", type: "lint", ...rig.controlled("whole"), files: ["src/**"] });
    rig.write("src/deep/a.txt", "1");
    rig.commitAll();
    const run = rig.verification();
    const command = await rig.started("whole");
    const at = join(rig.root, "src/deep");
    renameSync(at, `${at}.away`);
    mkdirSync(at);
    writeFileSync(join(at, "a.txt"), "1");
    command.exit(0);
    expect((await run).stderr).toContain("changed while whole ran");
    const again = rig.verification();
    (await rig.started("whole")).exit(1);
    expect((await again).status).toBe(1);
  });
});

interface Exchange {
  readonly what: string;
  readonly fields?: Partial<CheckInput>;
  /** Words after the controlled command, in the same shell. */
  readonly after?: string;
  readonly prepare: (rig: Rig) => void;
  readonly exchange: (rig: Rig) => void;
}

/** Another link for a moment, and then one to the same place. */
function relink(path: string, away: string, back: string): void {
  for (const target of [away, back]) {
    rmSync(path);
    symlinkSync(target, path);
  }
}

/** Another directory for a moment, with another such file, and then the same one. */
function swap(rig: Rig, directory: string, file: string): void {
  const at = join(rig.root, directory);
  renameSync(at, `${at}.away`);
  rig.write(`${directory}/${file}`, "another");
  renameSync(at, `${at}.other`);
  renameSync(`${at}.away`, at);
  rmSync(`${at}.other`, { recursive: true });
}

function installTool(rig: Rig): void {
  for (const name of ["one", "two"]) {
    rig.write(`node_modules/t/${name}.sh`, "#!/bin/sh\n");
    chmodSync(join(rig.root, `node_modules/t/${name}.sh`), 0o755);
  }
  mkdirSync(join(rig.root, "node_modules/.bin"));
  symlinkSync("../t/one.sh", join(rig.root, "node_modules/.bin/tool"));
}

function addSubmodule(rig: Rig): void {
  const library = join(rig.root, "../home/library");
  rig.write("../home/library/deep/x.txt", "1");
  rig.git("init", "--quiet", library);
  rig.git("-C", library, "add", "-A");
  rig.git("-C", library, ...IDENTITY, "commit", "--quiet", "-m", "1");
  rig.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", library, "lib");
}

const EXCHANGES: readonly Exchange[] = [
  {
    what: "a directory of the tree, moved away and back",
    prepare: (rig) => rig.write("src/deep/a.txt", "1"),
    exchange: (rig) => swap(rig, "src/deep", "a.txt"),
  },
  {
    what: "an ignored directory of inputs, moved away and back",
    fields: { inputs: ["ignored/*.txt"] },
    prepare: (rig) => rig.write("ignored/in.txt", "1"),
    exchange: (rig) => swap(rig, "ignored", "in.txt"),
  },
  {
    what: "the package of a tool, moved away and back",
    after: "tool",
    prepare: installTool,
    exchange: (rig) => swap(rig, "node_modules/t", "one.sh"),
  },
  {
    what: "what an ignored link among the inputs leads to",
    fields: { inputs: ["ignored/*"] },
    prepare: (rig) => {
      rig.write("../home/target", "1");
      mkdirSync(join(rig.root, "ignored"));
      symlinkSync(join(rig.root, "../home/target"), join(rig.root, "ignored/link"));
    },
    exchange: (rig) => flicker(rig, "../home/target", "1"),
  },
  {
    what: "an ignored link to the directory of an input",
    fields: { inputs: ["ignored/data/x.txt"] },
    prepare: (rig) => {
      rig.write("../home/one/x.txt", "1");
      rig.write("../home/two/x.txt", "2");
      mkdirSync(join(rig.root, "ignored"));
      symlinkSync(join(rig.root, "../home/one"), join(rig.root, "ignored/data"));
    },
    exchange: (rig) => {
      const [one, two] = ["one", "two"].map((name) => join(rig.root, "../home", name)) as [string, string];
      relink(join(rig.root, "ignored/data"), two, one);
    },
  },
  {
    what: "the link that a tool is found by",
    after: "tool",
    prepare: installTool,
    exchange: (rig) => relink(join(rig.root, "node_modules/.bin/tool"), "../t/two.sh", "../t/one.sh"),
  },
  {
    what: "a package.json that is read for its scripts",
    after: "npm --prefix tools run fix",
    prepare: (rig) => rig.write("tools/package.json", '{ "scripts": { "fix": "true" } }'),
    exchange: (rig) => flicker(rig, "tools/package.json", '{ "scripts": { "fix": "true" } }'),
  },
  {
    what: "a package.json that says where an import leads",
    prepare: (rig) => {
      rig.write("src/a.mjs", 'import "lib";\n');
      rig.write("lib/package.json", '{ "name": "lib", "main": "one.js" }');
      rig.write("lib/one.js", "");
      rig.write("package.json", '{ "workspaces": ["lib"] }');
      mkdirSync(join(rig.root, "node_modules"));
      symlinkSync("../lib", join(rig.root, "node_modules/lib"));
    },
    exchange: (rig) => flicker(rig, "lib/package.json", '{ "name": "lib", "main": "one.js" }'),
  },
  {
    what: "a file in a submodule",
    fields: { files: ["**"] },
    prepare: addSubmodule,
    exchange: (rig) => flicker(rig, "lib/deep/x.txt", "1"),
  },
  {
    what: "a directory in a submodule, moved away and back",
    fields: { files: ["**"] },
    prepare: addSubmodule,
    exchange: (rig) => swap(rig, "lib/deep", "x.txt"),
  },
];

describe("what is exchanged and put back in one piece while a check runs", () => {
  it.each(EXCHANGES)("keeps the verdict from being stored: $what", async (each) => {
    const rig = rigWith();
    const { command, args } = rig.controlled("whole");
    const line = [command, ...args].map((word) => `'${word}'`).join(" ");
    rig.checks({
      name: "whole",
      type: "lint",
      command: "sh",
      args: ["-c", `${line} || exit; ${each.after ?? ""}`],
      files: ["src/**"],
      ...each.fields,
    });
    rig.write("src/a.txt", "1");
    each.prepare(rig);
    rig.commitAll();
    const run = rig.verification();
    const first = await rig.started("whole");
    each.exchange(rig);
    first.exit(0);
    const told = await run;
    expect([told.status, told.stderr]).toEqual([0, expect.stringContaining("changed while whole ran")]);
    const again = rig.verification();
    (await rig.started("whole")).exit(0);
    expect((await again).stderr).not.toContain("changed");
    expect((await rig.json()).result.results).toMatchObject([{ status: "passed", cached: true }]);
  });
});

describe("an ignored input that appears while a check runs", () => {
  it.each([{ dependsOn: [] }, { dependsOn: ["before"] }])(
    "keeps the verdict from being stored: %j",
    async (fields) => {
      const rig = rigWith();
      const checks: CheckInput[] = [
        { name: "before", type: "lint", command: "true" },
        { name: "whole", type: "lint", ...rig.controlled("whole"), inputs: ["ignored/*.txt"], ...fields },
      ];
      rig.checks(...checks);
      rig.write("ignored/one.txt", "1");
      rig.commitAll();
      const run = rig.verification();
      const command = await rig.started("whole");
      rig.write("ignored/two.txt", "2");
      command.exit(0);
      expect((await run).stderr).toContain("changed while whole ran");
      for (const change of [() => {}, () => rmSync(join(rig.root, "ignored/two.txt"))]) {
        change();
        const again = rig.verification();
        (await rig.started("whole")).exit(1);
        expect((await again).status).toBe(1);
      }
    },
  );
});

describe("what is written while a run is under way, and does no harm", () => {
  it("is what a build writes again as it was: for itself, and for those that come after it", async () => {
    const rig = rigWith(
      shell("pack", "mkdir -p ignored; echo made > ignored/made.mjs", { type: "build" }),
      shell("make", "echo made > src/made.txt", { type: "build", files: ["src/in.txt"] }),
      shell("use", "cat src/made.txt", { type: "test", files: ["src/**"], dependsOn: ["make"] }),
    );
    rig.write("package.json", '{ "main": "./ignored/made.mjs" }');
    rig.write("src/in.txt", "1");
    rig.write("src/made.txt", "made\n");
    rig.commitAll();
    const stands = async (): Promise<readonly string[]> =>
      (await rig.json()).result.results.flatMap(({ check, cached }) => (cached ? [check] : []));
    expect(await stands()).toEqual([]);
    expect(await stands()).toEqual(["make", "use"]);
    // The second run has written what the first had made.
    expect(await stands()).toEqual(["pack", "make", "use"]);
  });

  it("is a directory whose mode or times are set", async () => {
    const rig = rigWith();
    const { command, args } = rig.controlled("whole");
    rig.checks({ name: "whole", type: "lint", command, args, files: ["src/**"] });
    rig.write("src/a.txt", "1");
    rig.commitAll();
    const run = rig.verification();
    const started = await rig.started("whole");
    chmodSync(join(rig.root, "src"), 0o750);
    utimesSync(join(rig.root, "src"), TIME, TIME);
    started.exit(0);
    expect((await run).stderr).not.toContain("changed");
    expect((await rig.json()).result.results).toMatchObject([{ cached: true }]);
  });
});

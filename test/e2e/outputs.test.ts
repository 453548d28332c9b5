import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { CheckInput } from "../../src/index.ts";
import { fileCheck, ran, rigWith, verified } from "../rig/incremental.ts";
import { Rig, shell } from "../rig/rig.ts";

/** A check that writes something else each time it runs. */
const WRITES = "echo ran >> .ran; mkdir -p out; echo $$ >> out/report.txt";

function writer(fields: Partial<CheckInput> = {}, script = WRITES): CheckInput {
  return shell("writer", script, { outputs: ["out"], ...fields });
}

function rigFor(...checks: readonly CheckInput[]): Rig {
  const rig = rigWith(...checks);
  rig.write(".gitignore", ".ran\nignored/\n.verification-baseline.json\n");
  rig.write("a.txt", "a");
  return rig;
}

/** What ran, and what was said of verdicts that are not kept. */
async function run(rig: Rig): Promise<readonly string[]> {
  const { warnings } = await verified(rig);
  return [...ran(rig), ...warnings];
}

describe("what a check writes", () => {
  const fields: readonly (readonly [string, Partial<CheckInput>])[] = [
    ["the whole project", {}],
    ["files", { files: ["*.txt", "out/**"] }],
    ["inputs", { files: ["a.txt"], inputs: ["out/**"] }],
  ];
  for (const [what, each] of fields)
    it(`is no input of its own, tracked, new or ignored: ${what}`, async () => {
      const rig = rigFor(writer(each));
      expect(await run(rig)).toEqual(["ran"]);
      expect(await run(rig)).toEqual([]);
      rig.commitAll();
      rig.write("a.txt", "edited");
      expect(await run(rig)).toEqual(["ran"]);
      expect(await run(rig)).toEqual([]);
      rig.write("out/report.txt", "by hand");
      expect(await run(rig)).toEqual([]);
      rig.git("rm", "--cached", "--quiet", "out/report.txt");
      rig.write(".gitignore", ".ran\nignored/\n.verification-baseline.json\nout/\n");
      await run(rig);
      rig.write("a.txt", "edited again");
      expect(await run(rig)).toEqual(["ran"]);
      expect(await run(rig)).toEqual([]);
      rmSync(join(rig.root, "out"), { recursive: true });
      expect(await run(rig)).toEqual([]);
    });

  it("is one where the check does not say so", async () => {
    const rig = rigFor(writer({ outputs: [] }));
    rig.write("out/report.txt", "");
    rig.commitAll();
    expect(await run(rig)).toEqual(["ran", expect.stringContaining("changed while writer ran")]);
    expect(await run(rig)).toEqual(["ran", expect.stringContaining("changed while writer ran")]);
  });

  it("is one that its script names, and git ignores, only for others than a build", async () => {
    const build = "import { writeFileSync } from 'node:fs';\nwriteFileSync('./ignored/made.js', 'made');\n";
    for (const [type, last] of [
      ["build", []],
      ["command", [expect.stringContaining("ignored/made.js changed while writer ran")]],
    ] as const) {
      const rig = rigFor({ name: "writer", type, command: "node", args: ["build.mjs"], files: ["a.txt"] });
      rig.write("build.mjs", build);
      rig.write("ignored/made.js", "");
      const results = [];
      for (let at = 0; at < 3; at++) results.push(await verified(rig));
      expect(results.at(-1)).toMatchObject({ filesVerified: last.length, warnings: last });
    }
  });

  it("may be configuration, decide where imports lead, and be hundreds of files", async () => {
    const many = "i=0; while test $i -lt 300; do echo $$ > out/$i.txt; i=$((i+1)); done";
    const rig = rigFor(
      writer(
        { files: ["out/**", "a.txt"], outputs: ["out"] },
        `${WRITES}; ${many}; echo "$$" > out/package.json`,
      ),
    );
    expect(await run(rig)).toEqual(["ran"]);
    rig.commitAll();
    rig.write("a.txt", "edited");
    expect(await run(rig)).toEqual(["ran"]);
    expect(await run(rig)).toEqual([]);
  });

  it("still leads to what it imports itself", async () => {
    const script = "echo ran >> .ran; echo \"import './lib.js'; // $$\" > src/gen.js";
    for (const follow of ["content", "structure"] as const) {
      const rig = rigFor(writer({ files: ["src/main.js"], outputs: ["src/gen.js"], follow }, script));
      rig.write("src/main.js", "import './gen.js';\n");
      rig.write("src/gen.js", "import './lib.js';\n");
      rig.write("src/lib.js", "export const a = 1;\n");
      rig.commitAll();
      expect(await run(rig)).toEqual(["ran"]);
      rig.write("src/gen.js", "import './lib.js'; // by hand\n");
      expect(await run(rig)).toEqual([]);
      rig.write("src/lib.js", "export const b = 1;\n");
      expect(await run(rig)).toEqual(["ran"]);
      expect(await run(rig)).toEqual([]);
    }
  });

  it("may be imported, and ignored by git", async () => {
    const script = 'echo ran >> .ran; echo "1; // $$" > ignored/gen.js';
    const rig = rigFor(writer({ files: ["src/main.js"], outputs: ["ignored/gen.js"] }, script));
    rig.write("src/main.js", "import '../ignored/gen.js';\nimport '../ignored/other.js';\n");
    rig.write("ignored/gen.js", "1;");
    rig.write("ignored/other.js", "1;");
    expect(await run(rig)).toEqual(["ran"]);
    expect(await run(rig)).toEqual([]);
    rig.write("ignored/other.js", "2;");
    expect(await run(rig)).toEqual(["ran"]);
  });

  it("leads to what only it imports, where it is one of the files", async () => {
    const rig = rigFor(writer({ files: ["src/**"], outputs: ["src/gen"] }, "echo ran >> .ran"));
    rig.write("src/main.js", "1;\n");
    rig.write("src/gen/a.js", "import '../../lib/b.js';\n");
    rig.write("lib/b.js", "1;\n");
    expect(await run(rig)).toEqual(["ran"]);
    rig.write("lib/b.js", "2;\n");
    expect(await run(rig)).toEqual(["ran"]);
  });

  it("what a check writes counts for other checks", async () => {
    const rig = rigFor(writer({}, "true"), shell("other", "echo other >> .ran"));
    rig.write("out/report.txt", "");
    expect(await run(rig)).toEqual(["other"]);
    rig.write("out/report.txt", "edited");
    expect(await run(rig)).toEqual(["other"]);
  });

  it("counts as a target of its own", async () => {
    const rig = rigFor(fileCheck({ outputs: ["src/gen.txt"] }));
    rig.write("src/a.txt", "a");
    rig.write("src/gen.txt", "b");
    expect(await run(rig)).toEqual(["src/a.txt", "src/gen.txt"]);
    rig.write("src/gen.txt", "BAD");
    expect((await rig.verification()).status).toBe(1);
  });

  it("leaves a check of nothing else one to run", async () => {
    const rig = rigFor(writer({ files: ["out/**"] }));
    rig.write("out/report.txt", "");
    expect(await run(rig)).toEqual(["ran"]);
  });

  it("is part of the definition; how closely a check is watched, and its batches, are not", async () => {
    const declared = (fields: Partial<CheckInput>): CheckInput =>
      writer({ files: ["a.txt"], ...fields }, "echo ran >> .ran");
    const rig = rigFor(declared({}));
    expect(await run(rig)).toEqual(["ran"]);
    rig.checks(declared({ outputs: ["out", "more"] }));
    expect(await run(rig)).toEqual(["ran"]);
    rig.checks(declared({ outputs: ["out", "more"], trace: "off", batch: 3 }));
    expect(await run(rig)).toEqual([]);
    expect((await rig.json(["--trace", "off"])).result.cacheHits).toBe(1);
  });
});

describe("what a check writes for those that depend on it", () => {
  const maker = (fields: Partial<CheckInput> = {}): CheckInput =>
    shell("maker", `${WRITES}; cat src.txt >> out/report.txt`, {
      files: ["src.txt"],
      outputs: ["out"],
      ...fields,
    });
  const user: CheckInput = shell("user", "echo user >> .ran; test -e out/report.txt", {
    type: "test",
    dependsOn: ["maker"],
  });

  it.each(["build", "test"] as const)(
    "counts by what it is made from, by a check of type %s",
    async (type) => {
      const rig = rigFor(maker({ type }), user);
      rig.write("src.txt", "1");
      rig.write("out/report.txt", "");
      rig.commitAll();
      expect(await run(rig)).toEqual(["ran", "user"]);
      expect(await run(rig)).toEqual([]);
      rig.write("out/report.txt", "from another branch");
      expect(await run(rig)).toEqual([]);
      rig.write("src.txt", "2");
      expect(await run(rig)).toEqual(["ran", "user"]);
      rig.write("a.txt", "edited");
      // Its product may be stale, and only its verdict is kept.
      expect(await run(rig)).toEqual(["ran", "user"]);
      expect(await run(rig)).toEqual([]);
    },
  );

  it("counts so where git ignores it and they import it", async () => {
    const make = 'echo ran >> .ran; mkdir -p ignored; echo "1; // $$" > ignored/made.js';
    const rig = rigFor(
      shell("maker", make, { files: ["src.txt"], outputs: ["ignored"] }),
      fileCheck({ type: "test", dependsOn: ["maker"] }),
    );
    rig.write("src.txt", "1");
    rig.write("src/a.js", "import '../ignored/made.js';\n");
    expect(await run(rig)).toEqual(["ran", "src/a.js"]);
    expect(await run(rig)).toEqual([]);
    rig.write("ignored/made.js", "2;");
    expect(await run(rig)).toEqual([]);
    rig.write("src.txt", "2");
    expect(await run(rig)).toEqual(["ran", "src/a.js"]);
  });

  it.each(["out/report.js", "ignored/report.js"])("must not change while they run: %s", async (product) => {
    const rig = rigFor();
    const user: CheckInput = { name: "user", type: "test", dependsOn: ["maker"], ...rig.controlled("user") };
    rig.checks(shell("maker", "true", { files: ["src.txt"], outputs: [product] }), {
      ...user,
      files: ["src/a.js"],
    });
    rig.write("src.txt", "1");
    rig.write("src/a.js", `import '../${product}';\n`);
    rig.write(product, "1;");
    const running = rig.json();
    const invocation = await rig.started("user");
    rig.write(product, "2;");
    invocation.exit(0);
    const { result } = await running;
    expect(result.warnings).toEqual([`${product} changed while user ran, so its result is not cached.`]);
  });
});

describe("a check that writes a file which its arguments name", () => {
  const check = (fields: object = {}) => ({
    name: "logs",
    type: "test" as const,
    command: "node",
    args: ["tool.cjs", "--log=run.log"],
    ...fields,
  });
  const LINE = 'logs names it in its arguments: if it only makes it, add outputs: ["run.log"]';
  const rigWithLog = (fields: object = {}): Rig => {
    const rig = new Rig();
    rig.write(".gitignore", "run.log\n");
    rig.write("tool.cjs", 'require("fs").writeFileSync("run.log", String(process.hrtime.bigint()));\n');
    rig.write("run.log", "before\n");
    rig.checks(check(fields));
    rig.commitAll();
    return rig;
  };

  it("is told the line that lets its verdict be kept", async () => {
    const rig = rigWithLog();
    await rig.verification();
    rig.forget();
    const { result } = await rig.json();
    expect(result.filesVerified).toBe(1);
    expect(result.warnings.join()).toContain(LINE);
  });

  it("is told once, and again only where somebody asks", async () => {
    const rig = rigWithLog();
    expect((await rig.verification()).stderr).toContain(LINE);
    for (const _ of ["second", "third"]) {
      const { stdout, stderr } = await rig.verification();
      expect(stdout + stderr).not.toContain("outputs:");
      expect(stdout).toContain("1 passed");
    }
    for (const asked of [["status"], ["explain", "logs"], ["explain", "tool.cjs"]])
      expect((await rig.verification(asked)).stdout).toContain(LINE);
    const { stdout } = await rig.verification(["status", "--json"]);
    expect(JSON.parse(stdout)).toMatchObject({ checks: [{ unsettled: [expect.stringContaining(LINE)] }] });
    rig.checks(check({ outputs: ["run.log"] }));
    for (const asked of [["status"], ["explain", "logs"]])
      expect((await rig.verification(asked)).stdout).not.toContain("outputs:");
    await rig.verification();
    expect((await rig.json()).result).toMatchObject({ filesVerified: 0, warnings: [] });
  });

  it("is told once for each file and each check", async () => {
    const rig = rigWithLog();
    await rig.verification();
    rig.checks(check(), check({ name: "more" }));
    expect((await rig.json()).result.warnings).toEqual([expect.stringContaining("more names it")]);
    rig.write(".gitignore", "*.log\n");
    rig.write("other.log", "before\n");
    rig.write("tool.cjs", 'require("fs").writeFileSync("other.log", String(process.hrtime.bigint()));\n');
    rig.checks(check({ args: ["tool.cjs", "--log=other.log"] }));
    expect((await rig.json()).result.warnings.join()).toContain('outputs: ["other.log"]');
    expect((await rig.json()).result.warnings).toEqual([]);
  });

  it("a check that writes a file which its arguments name is cached once outputs has that line", async () => {
    const rig = rigWithLog({ outputs: ["run.log"] });
    await rig.verification();
    expect((await rig.json()).result).toMatchObject({ filesVerified: 0, warnings: [] });
  });
});

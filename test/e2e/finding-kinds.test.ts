import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { verify } from "../../src/index.ts";
import { Rig, shell } from "../rig/rig.ts";

const BROKEN = "echo '> app@1.0.0 build'; echo 'compiling'; echo 'ERROR: module x is missing' >&2; exit 2";

function rigWithBuild(): Rig {
  const rig = new Rig();
  rig.checks(
    shell("build", BROKEN, { type: "build", description: "Makes what is published", category: "release" }),
    shell("types", "echo 'a.ts(1,2): error TS1: bad'; exit 1", { type: "type-check" }),
    { ...shell("gone", "true", { type: "lint" }), command: "no-such-program" },
  );
  rig.write("a.ts", "x\n");
  return rig;
}

const FORMATS = ["text", "markdown", "github", "junit", "sarif", "html", "agent", "json"] as const;

describe("a finding", () => {
  it("has its kind as its category, and that of its check beside it", async () => {
    const { result } = await rigWithBuild().json();
    const told = result.findings.map(({ check, category, checkCategory }) => [
      check,
      category,
      checkCategory,
    ]);
    expect(Object.fromEntries(told.map(([check, ...rest]) => [check, rest]))).toEqual({
      build: ["build", "release"],
      types: ["type", "quality"],
      gone: ["execution", "quality"],
    });
  });

  it("can be chosen by its kind for recovery, or by the category of its check", async () => {
    for (const category of ["build", "release"]) {
      const rig = rigWithBuild();
      rig.config({
        checks: [shell("build", BROKEN, { type: "build", category: "release" })],
        recovery: {
          enabled: true,
          strategies: [
            {
              name: "repair",
              when: { category },
              run: { command: "sh", args: ["-c", "echo ran >> ../ran"] },
            },
          ],
        },
      });
      const { result } = await rig.json();
      expect(result.recovery).toMatchObject([{ strategy: "repair", check: "build" }]);
    }
  });

  it("a finding of a parser of the library has id, check and category", async () => {
    const rig = new Rig();
    rig.write("a.txt", "one\n");
    const parse = () => [{ message: "it is bad", file: "a.txt" }] as never;
    const verified = await verify({
      cwd: rig.root,
      config: { checks: [{ ...shell("own", "exit 1", { type: "lint" }), parse }] },
    });
    expect(verified).toMatchObject({
      ok: true,
      value: {
        findings: [
          { id: expect.any(String), check: "own", category: "lint", severity: "error", message: "it is bad" },
        ],
      },
    });
  });
});

describe.each(FORMATS)("the report %s", (format) => {
  it("has the description of a failed check, and the telling lines of a failed build", async () => {
    const rig = rigWithBuild();
    await rig.verification(["--format", `${format}=out`]);
    const report = readFileSync(join(rig.root, "out"), "utf8");
    expect(report).toContain("Makes what is published");
    expect(report).toContain("ERROR: module x is missing");
  });
});

it("explain names what would run before what is cached, however much that is", async () => {
  const rig = new Rig();
  rig.checks({ name: "lint", command: "true", args: ["{files}"], files: ["*.txt"] });
  for (let index = 10; index < 50; index += 1) rig.write(`${index}.txt`, "fine\n");
  rig.commitAll();
  await rig.verification();
  rig.write("49.txt", "edited\n");
  const { stdout } = await rig.verification(["explain", "lint"]);
  expect(stdout.split("\n").find((line) => line.includes(".txt"))).toContain("49.txt");
});

it("explain has the description of a check", async () => {
  const rig = rigWithBuild();
  expect((await rig.verification(["explain", "build"])).stdout).toContain("Makes what is published");
  const { stdout } = await rig.verification(["explain", "build", "--json"]);
  expect(JSON.parse(stdout)).toMatchObject({ description: "Makes what is published" });
});

it("metrics have a pass rate for each check, and can be reset while history stays", async () => {
  const rig = new Rig();
  rig.checks(shell("good", "true"), shell("flips", "test -e ../flag"));
  await rig.verification();
  rig.write("../flag", "");
  await rig.verification();
  const read = async (): Promise<Record<string, unknown>> =>
    JSON.parse((await rig.verification(["metrics", "--json"])).stdout) as Record<string, unknown>;
  expect(await read()).toMatchObject({
    checkPassRate: 0.75,
    checksByName: { good: { passRate: 1 }, flips: { passRate: 0.5 } },
  });
  expect((await rig.verification(["metrics"])).stdout).toContain("pass rate");
  expect((await rig.verification(["metrics", "reset"])).status).toBe(0);
  expect(await read()).toMatchObject({ totalVerifications: 0, checkPassRate: null });
  const history = JSON.parse((await rig.verification(["history", "--json"])).stdout) as { runs: unknown[] };
  expect(history.runs).toHaveLength(2);
});

import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { loadConfig, type LoadOptions } from "../../src/config/load.ts";
import type { CheckInput, ConfigInput } from "../../src/config/schema/schema.ts";
import { matchGlobs } from "../../src/paths/glob.ts";
import type { Check } from "../../src/vocabulary/check/check.ts";
import type { Failure, Result } from "../../src/vocabulary/failure.ts";

function root(): string {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), "verification-options-")));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  return directory;
}

async function load(config: ConfigInput, options: Partial<LoadOptions> = {}): Promise<readonly Check[]> {
  const loaded = await loadConfig({ cwd: root(), env: {}, config, ...options });
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.failures));
  return loaded.value.checks;
}

async function refused(fields: Partial<CheckInput>): Promise<readonly Failure[]> {
  const config = { checks: [{ name: "a", command: "true", ...fields }] };
  const loaded: Result<unknown> = await loadConfig({ cwd: root(), env: {}, config });
  return loaded.ok ? [] : loaded.failures;
}

const traceOf = (checks: readonly Check[]): Readonly<Record<string, string>> =>
  Object.fromEntries(checks.map(({ name, trace }) => [name, trace]));

describe("trace", () => {
  const checks: CheckInput[] = [
    { name: "plain", command: "true" },
    { name: "own", command: "true", trace: "full" },
    { name: "browser", uses: "playwright" },
    { name: "insisting", uses: "playwright", trace: "on" },
    { name: "syntax", uses: "builtin:syntax" },
  ];

  it("is complete for every check, and a browser is left alone", async () => {
    expect(traceOf(await load({ checks }))).toEqual({
      plain: "auto",
      own: "full",
      browser: "off",
      insisting: "on",
      syntax: "off",
    });
  });

  it("comes from execution where the check says nothing", async () => {
    const auto = await load({ checks, execution: { trace: "auto" } });
    expect(traceOf(auto)).toMatchObject({ plain: "auto", own: "full", browser: "off" });
    const on = await load({ checks, execution: { trace: "on" } });
    expect(traceOf(on)).toMatchObject({ plain: "on", own: "full", browser: "on", syntax: "off" });
  });

  it("comes from the command line before all else, and from a profile before the rest of the file", async () => {
    const off = await load({ checks, execution: { trace: "on" } }, { trace: "off" });
    expect(new Set(Object.values(traceOf(off)))).toEqual(new Set(["off"]));
    const profiles = {
      deep: { execution: { trace: "full" as const }, checks: { own: { trace: "off" as const } } },
    };
    const deep = await load({ checks, execution: { trace: "off" }, profiles }, { profiles: ["deep"] });
    expect(traceOf(deep)).toMatchObject({ plain: "full", own: "off" });
  });
});

describe("batch", () => {
  it("is the limit that is declared, or none", async () => {
    const [limited, open] = await load({
      checks: [
        { name: "limited", command: "true", batch: 3 },
        { name: "open", command: "true" },
      ],
    });
    expect([limited?.batch, open?.batch]).toEqual([3, null]);
  });
});

describe("outputs", () => {
  it("mean the same whether or not they are there", async () => {
    const cwd = root();
    const config = {
      checks: [
        {
          name: "a",
          command: "true",
          outputs: ["dist", "./out/", "packages/*/lib", "*.txt", "!dist/keep", "@types"],
        },
      ],
    };
    const before = await load(config, { cwd });
    for (const directory of ["dist", "out", "packages/x/lib"])
      mkdirSync(join(cwd, directory), { recursive: true });
    writeFileSync(join(cwd, "a.txt"), "");
    const [after] = await load(config, { cwd });
    expect(after?.outputs).toEqual(before[0]?.outputs);
    const isOutput = matchGlobs(after?.outputs ?? []);
    const written = ["dist", "dist/a/b.js", "out/.c", "packages/x/lib/d.js", "a.txt", "@types/x.d.ts"];
    const others = [
      "src/dist/a.js",
      "distribution",
      "packages/x/src/a.js",
      "below/a.txt",
      "dist/keep",
      "dist/keep/a",
    ];
    expect(written.filter(isOutput)).toEqual(written);
    expect(others.filter(isOutput)).toEqual([]);
  });

  it.each([[["**"]], [["."]], [["**/*"]], [["!src/**"]], [["dist", "*/**", "*"]]])(
    "cannot be the whole repository: %j",
    async (outputs) => {
      const [failure] = await refused({ outputs });
      expect(failure?.message).toContain("cover the whole repository");
    },
  );

  it("cannot be outside the repository", async () => {
    const [failure] = await refused({ outputs: ["../dist"] });
    expect(failure).toMatchObject({
      value: "../dist",
      message: expect.stringContaining("outside the repository"),
    });
  });

  it.each([{ outputs: ["dist"] }, { batch: 1 }, { trace: "on" as const }])(
    "all that is about commands is refused beside a built-in verifier: %j",
    async (fields) => {
      const config = { checks: [{ name: "a", uses: "builtin:syntax" as const, ...fields }] };
      const loaded = await loadConfig({ cwd: root(), env: {}, config });
      expect(loaded.ok ? [] : loaded.failures).toMatchObject([
        { message: expect.stringContaining(`has both uses and ${Object.keys(fields)[0]}`) },
      ]);
    },
  );
});

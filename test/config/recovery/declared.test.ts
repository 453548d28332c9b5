import { describe, expect, it } from "vitest";
import { loadConfig, type LoadOptions } from "../../../src/config/load.ts";
import { listStrategies } from "../../../src/config/recovery/list-strategies.ts";
import type { ResolvedConfig } from "../../../src/config/resolved-config.ts";
import type { Failure } from "../../../src/vocabulary/failure.ts";
import type { Strategy } from "../../../src/vocabulary/run/recovery.ts";
import { Rig } from "../../rig/rig.ts";

const CHECKS = `checks:
  - { name: lint, uses: oxlint }
  - { name: test, type: test, command: node, args: [test.js] }
`;

async function load(recovery: string, options: Partial<LoadOptions> = {}): Promise<ResolvedConfig> {
  const rig = new Rig();
  rig.write(".verification.yml", `${CHECKS}${recovery}`);
  const loaded = await loadConfig({ cwd: rig.root, env: {}, ...options });
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.failures));
  return loaded.value;
}

async function refusal(recovery: string): Promise<readonly Failure[]> {
  const rig = new Rig();
  rig.write(".verification.yml", `${CHECKS}${recovery}`);
  const loaded = await loadConfig({ cwd: rig.root, env: {} });
  return loaded.ok ? [] : loaded.failures;
}

/** Of the check `lint`, whose tool is recognised. */
async function strategies(recovery: string): Promise<readonly string[]> {
  return listStrategies(await load(recovery)).map(({ name }) => name);
}

describe("recovery in the configuration", () => {
  it("is off, tries three times, and has all that is ready-made, unless it says otherwise", async () => {
    const { recovery } = await load("");
    expect(recovery).toMatchObject({ enabled: false, maxAttempts: 3, declared: [] });
    expect(recovery.readyMade).toContain("oxlint-fix");
    expect((await load("recovery: { enabled: true, max_attempts: 7 }\n")).recovery).toMatchObject({
      enabled: true,
      maxAttempts: 7,
    });
  });

  it("yields to the command line", async () => {
    expect((await load("", { recover: true })).recovery.enabled).toBe(true);
    expect((await load("recovery: { enabled: true }\n", { recover: false })).recovery.enabled).toBe(false);
  });

  it("reads a command as a check's is read, and puts what is declared first", async () => {
    const config = await load(`recovery:
  strategies:
    - name: regenerate
      when: { check: test, pattern: "out of date" }
      run: npm run generate -- "{files}"
    - { name: reset, when: { type: test }, run: { command: ./reset, args: [a b] }, timeout: 500 }
`);
    expect(listStrategies(config)).toMatchObject([
      {
        name: "regenerate",
        when: [{ check: "test", pattern: "out of date" }],
        command: "npm",
        args: ["run", "generate", "--", "{files}"],
        cwd: ".",
        timeout: 600_000,
        effect: "anywhere",
      },
      { name: "reset", command: "./reset", args: ["a b"], timeout: 500 },
      { name: "oxlint-fix", when: [{ check: "lint" }] },
    ] satisfies Partial<Strategy>[]);
  });

  it("can do without what is ready-made, choose from it, narrow it, or replace it", async () => {
    expect(await strategies("")).toEqual(["oxlint-fix"]);
    expect(await strategies("recovery: { ready_made: false }\n")).toEqual([]);
    expect(await strategies("recovery: { ready_made: [clear-cache] }\n")).toEqual([]);
    expect(await strategies("recovery: { ready_made: [oxlint-fix] }\n")).toEqual(["oxlint-fix"]);
    expect(
      listStrategies(
        await load("recovery: { strategies: [{ uses: oxlint-fix, when: { code: eslint(no-var) } }] }\n"),
      ),
    ).toMatchObject([{ name: "oxlint-fix", when: [{ check: "lint" }, { code: "eslint(no-var)" }] }]);
    expect(
      listStrategies(
        await load("recovery: { strategies: [{ name: oxlint-fix, when: { check: lint }, run: ./fix }] }\n"),
      ),
    ).toMatchObject([{ name: "oxlint-fix", command: "./fix" }]);
  });

  it.each([
    ["- { name: a, when: {}, run: x }", { message: 'The strategy "a" does not say what it is for.' }],
    ["- { name: a, run: x }", { message: 'The strategy "a" does not say what it is for.' }],
    ["- { when: { check: lint }, run: x }", { message: "A strategy has no name." }],
    ["- { name: a, when: { check: lint } }", { message: 'The strategy "a" has no command.' }],
    [
      "- { name: a, when: { check: lint }, run: x, uses: oxlint-fix }",
      { message: 'The strategy "a" has both run and uses.' },
    ],
    [
      "- { name: a, when: { check: lnit }, run: x }",
      {
        message: 'The strategy "a" is for a check that does not exist.',
        value: "lnit",
        hint: 'Did you mean "lint"?',
        at: { file: ".verification.yml", line: 6, column: 33 },
      },
    ],
    [
      '- { name: a, when: { pattern: "(" }, run: x }',
      {
        message: "recovery.strategies[0].when.pattern is not valid.",
        expected: "a regular expression of JavaScript",
        at: { file: ".verification.yml", line: 6, column: 35 },
      },
    ],
    ["- { name: a, when: { chck: lint }, run: x }", { hint: 'Did you mean "check"?' }],
    ["- { name: a, uses: oxlint-fx }", { hint: 'Did you mean "oxlint-fix"?' }],
    [
      "- { name: a, when: { check: lint }, run: x && y }",
      {
        message: expect.stringMatching(/uses "&&", which only a shell understands/) as string,
        hint: 'Declare a strategy for each command, or ask for a shell: run: { command: sh, args: ["-c", "x && y"] }.',
      },
    ],
    [
      "- { name: a, when: { check: lint }, run: A=1 x }",
      { message: expect.stringMatching(/sets a variable/) as string },
    ],
  ])("is refused with its place: %s", async (text, expected) => {
    const [failure] = await refusal(`recovery:\n  strategies:\n    ${text}\n`);
    expect(failure?.at).toMatchObject({ file: ".verification.yml", line: 6 });
    expect(failure).toMatchObject(expected);
  });

  it("has no two strategies of one name, and reports everything that is wrong", async () => {
    const failures = await refusal(`recovery:
  strategies:
    - { name: a, when: { check: lint }, run: x }
    - { name: a, when: { check: test }, run: y }
    - { name: b, when: { check: tset }, run: z }
`);
    expect(failures.map(({ message }) => message)).toEqual([
      'Two strategies are called "a".',
      'The strategy "b" is for a check that does not exist.',
    ]);
  });

  it("knows the checks that a profile would add", async () => {
    const text = `recovery: { strategies: [{ name: a, when: { check: slow }, run: x }] }
profiles: { ci: { checks: [{ name: slow, command: "true" }] } }
`;
    expect(await refusal(text)).toEqual([]);
  });
});

import { describe, expect, it } from "vitest";
import { Rig } from "../rig/rig.ts";

/** What every object has under these names is not what somebody declared. */
const NAMES = ["__proto__", "constructor", "toString", "valueOf", "hasOwnProperty"];

const BASE = 'checks:\n  - name: c\n    command: "true"\n';

function rigWith(config: string): Rig {
  const rig = new Rig();
  rig.write("package.json", '{ "scripts": {} }\n');
  rig.write(".verification.yml", config);
  return rig;
}

describe.each(NAMES)("the name %s", (name) => {
  it("is unknown on the command line where nothing is called so", async () => {
    const rig = rigWith(`${BASE}profiles: { p: { execution: { parallel: false } } }\n`);
    const asked: readonly (readonly string[])[] = [
      ...["--profile", "--check", "--tag", "--category", "--skill", "--trigger", "--format", "--mode"].map(
        (option) => [option, name],
      ),
      ["--format", `${name}=out`],
      ["--profile", "constructor", "--profile", name],
      ["explain", name],
      ["graph", name],
      ["history", "--check", name],
      ["history", "show", name],
      ["cache", name],
      ["flow", name],
      ["flow", "show", name],
      ["flow", "done", name],
    ];
    for (const args of asked) {
      const { status, stderr } = await rig.verification(args);
      expect([args, status, stderr]).toEqual([args, 2, expect.stringMatching(/^error: /)]);
      expect(stderr).not.toMatch(/bug|TypeError/);
    }
  });

  it("is a variable that is not set where code asks for it", async () => {
    const rig = rigWith(
      'checks:\n  - { name: c, type: test, command: node, args: ["{files}"], files: ["*.js"] }\n',
    );
    rig.write("a.js", `console.log(process.env.${name}, process.env["${name}"]);\n`);
    expect((await rig.json()).result).toMatchObject({ success: true, filesVerified: 1 });
    expect((await rig.json()).result).toMatchObject({ success: true, filesVerified: 0 });
  });

  it("is unknown in a configuration where nothing is called so", async () => {
    const check = (line: string): string => `${BASE}    ${line}\n`;
    for (const config of [
      `checks:\n  - name: c\n    uses: ${name}\n`,
      check(`dependsOn: [${name}]`),
      check(`type: ${name}`),
      check(`parse: ${name}`),
      check(`follow: ${name}`),
      check(`args: ["{{ ${name} }}"]`),
      check(`${name}: 1`),
      `${BASE}${name}: 1\n`,
      `${BASE}report: { format: ${name} }\n`,
      `${BASE}profiles: { p: { ${name}: 1 } }\n`,
      `${BASE}recovery: { strategies: [{ uses: ${name} }] }\n`,
      `${BASE}recovery: { strategies: [{ name: a, when: { check: ${name} }, run: x }] }\n`,
      `${BASE}recovery: { ready_made: [${name}] }\n`,
      `${BASE}workflows: { w: { phases: [{ key: a, gate: { checks: [${name}] } }] } }\n`,
    ]) {
      const rig = rigWith(config);
      const { status, stderr } = await rig.verification(config.includes("workflows") ? ["flow", "list"] : []);
      expect([config, status, stderr]).toEqual([
        config,
        2,
        expect.stringMatching(/^error: \.verification\.yml:/),
      ]);
    }
    const rig = rigWith(`${BASE}profiles: { p: { checks: { ${name}: { timeout: 5 } } } }\n`);
    expect((await rig.verification(["--profile", "p"])).status).toBe(2);
  });

  it("is a command, a script and a variable like any other", async () => {
    for (const [config, status] of [
      [`checks:\n  - name: c\n    command: ${name}\n`, 1],
      [`checks:\n  - name: c\n    command: npm run ${name}\n`, 1],
      [`checks:\n  - name: c\n    command: npm ${name}\n`, 1],
      [`checks:\n  - name: c\n    command: sh\n    args: ["-c", "${name} x"]\n`, 1],
      [`${BASE}    env: [${name}]\n`, 0],
    ] as const) {
      const rig = rigWith(config);
      const ended = await rig.verification(["--recover", "--format", "text"]);
      expect([config, ended.status, ended.stderr]).toEqual([
        config,
        status,
        expect.not.stringContaining("bug"),
      ]);
      expect((await rig.verification()).status).toBe(status);
    }
  });
});

describe.each(NAMES.slice(1))("something that is called %s", (name) => {
  it("can be a profile, a check, a workflow and a phase", async () => {
    const rig = rigWith(
      [
        `checks:\n  - name: ${name}\n    command: sh\n    args: ["-c", "exit 3"]\n    type: lint\n`,
        `profiles:\n  ${name}:\n    checks: { ${name}: { args: ["-c", "exit 0"] } }\n`,
        `workflows:\n  ${name}:\n    phases: [${name}]\n`,
      ].join(""),
    );
    expect((await rig.verification(["--check", name, "--new-only"])).status).toBe(1);
    expect((await rig.verification(["--profile", name])).status).toBe(0);
    expect((await rig.verification(["history", "--check", name])).status).toBe(0);
    const metrics = await rig.verification(["metrics", "--json"]);
    expect(Object.keys((JSON.parse(metrics.stdout) as { checksByName: object }).checksByName)).toEqual([
      name,
    ]);
    expect((await rig.verification(["flow", "list"])).status).toBe(0);
  });

  it("can be a pattern of files that mean a full verification", async () => {
    const rig = rigWith(`${BASE}incremental: { mandatory_full_triggers: [${name}] }\n`);
    rig.commitAll();
    await rig.verification();
    rig.write(name, "new");
    const { result } = await rig.json();
    expect(result.trigger.reasons.map(({ type }) => type)).toEqual(["mandatory-pattern"]);
  });
});

it("the one name that would be lost is refused where it is declared", async () => {
  for (const config of [
    `${BASE}profiles: { __proto__: { execution: { parallel: false } } }\n`,
    `${BASE}    env: { __proto__: x }\n`,
    `${BASE}workflows: { __proto__: { phases: [a] } }\n`,
  ]) {
    const { status, stderr } = await rigWith(config).verification();
    expect([config, status]).toEqual([config, 2]);
    expect(stderr).toContain('"__proto__" cannot be used as a name.');
  }
});

describe("variables that a shell sets for each command", () => {
  it("count for nothing, also where code names them", async () => {
    const rig = rigWith(
      'checks:\n  - { name: c, type: test, command: node, args: ["{files}"], files: ["*.js"] }\n',
    );
    rig.write(
      "a.js",
      "console.log(process.env._, process.env.SHLVL, process.env.OLDPWD, process.env.OTHER);\n",
    );
    const verify = async (env: NodeJS.ProcessEnv): Promise<number> =>
      (await rig.json([], { env })).result.filesVerified;
    expect(await verify({ _: "/usr/bin/npx", SHLVL: "1", OLDPWD: "/a" })).toBe(1);
    expect(await verify({ _: "/bin/sh", SHLVL: "3", OLDPWD: "/b" })).toBe(0);
    expect(await verify({ _: "/bin/sh", SHLVL: "3", OLDPWD: "/b", OTHER: "1" })).toBe(1);
  });
});

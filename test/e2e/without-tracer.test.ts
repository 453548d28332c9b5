import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ran } from "../rig/incremental.ts";
import { fixtureRig, pathWithout, readsFixture } from "../rig/observed.ts";
import type { Rig } from "../rig/rig.ts";
import { findStrace } from "../rig/strace.ts";

const INSTALL = "Install it: apt-get install strace";
const ALLOW = "Let it use ptrace: in a container, start it with --cap-add=SYS_PTRACE.";

const PLACES: readonly (readonly [
  what: string,
  env: (rig: Rig) => { readonly PATH: string },
  says: string,
])[] = [
  ["where strace is not installed", (rig) => pathWithout(rig), INSTALL],
  ["where strace does not work", (rig) => pathWithout(rig, "exit 1"), `strace cannot trace here. ${ALLOW}`],
];

describe.each(PLACES)("%s", (_, place, says) => {
  it.each([
    ["by the command line", ["--trace", "on"], {}],
    ["by the command line, in full", ["--trace", "full"], {}],
    ["by the check", [], { trace: "on" }],
  ] as const)("a check that must be watched is not run: %s", async (_how, args, fields) => {
    const rig = fixtureRig(readsFixture(fields));
    const refused = await rig.verification(args, { env: place(rig) });
    expect(refused).toMatchObject({ status: 2, stdout: "" });
    const mode = args.at(-1) ?? "on";
    expect(refused.stderr).toContain(`error: reads requires a tracer (trace: ${mode}), and none works here.`);
    expect(refused.stderr).toContain(says);
    expect(ran(rig)).toEqual([]);
  });

  it("any other runs, goes by what is predicted, and says why once", async () => {
    const rig = fixtureRig();
    const env = place(rig);
    const advice = says.replace("strace cannot trace here. ", "");
    const first = await rig.verification([], { env });
    expect(first).toMatchObject({ status: 0 });
    expect(first.stderr).toContain("Commands are not traced, so what they read is predicted.");
    expect(first.stderr).toContain(advice);
    expect(ran(rig)).toEqual(["ran"]);
    rig.write("src/x.txt", "edited\n");
    const second = await rig.verification([], { env });
    expect(second).toMatchObject({ status: 0 });
    expect(second.stderr).not.toContain("traced");
    expect(ran(rig)).toEqual(["ran"]);
    const { result } = await rig.json([], { env });
    expect(result.results).toMatchObject([{ cached: true, observed: 0, predicted: 1 }]);
    const status = await rig.verification(["status"], { env });
    expect(status.stdout).toContain("0 observed and 1 predicted of 1 cached\n");
    expect(status.stdout).toContain(advice);
    const json = await rig.verification(["status", "--json"], { env });
    expect(JSON.parse(json.stdout)).toMatchObject({
      trace: { available: false, advice: expect.stringContaining(advice) as string },
      checks: [{ check: "reads", observed: 0, predicted: 1 }],
    });
  });
});

it("nothing is said of a tracer where nothing is to be watched", async () => {
  const rig = fixtureRig(readsFixture({ trace: "off" }));
  const env = pathWithout(rig);
  expect((await rig.verification([], { env })).stderr).not.toContain("traced");
  expect((await rig.verification(["status"], { env })).stdout).not.toContain("strace");
});

describe.each([
  ["by the command line", ["--trace", "on"], {}],
  ["by the check", [], { trace: "on" }],
] as const)("where a check must be watched %s, and the tracer stops working", (_, args, fields) => {
  it.each([
    ["cached", ["--quiet"]],
    ["answered from the last run", []],
  ] as const)("what is %s is refused", async (_how, more) => {
    const rig = fixtureRig(readsFixture(fields), { name: "syntax", uses: "builtin:syntax" });
    const env = pathWithout(rig, `exec "${findStrace()}" "$@"`);
    // In a process of its own: one that is kept remembers which tracer works.
    const run = (...words: readonly string[]) => rig.start([...args, ...words], { env }).ended;
    expect((await run()).status).toBe(0);
    expect((await run()).status).toBe(0);
    const answered = await run();
    expect([answered.status, ran(rig)]).toEqual([0, ["ran"]]);
    expect(readFileSync(join(rig.root, ".verification-cache/runs.jsonl"), "utf8")).not.toBe("");
    rig.write("../bin-with-strace/strace", "#!/bin/sh\nexit 1\n");
    const refused = await run(...more);
    expect(refused).toMatchObject({ status: 2, stdout: "" });
    expect(refused.stderr).toContain(
      "reads requires a tracer (trace: on), and none works here. strace cannot trace",
    );
    // What is not asked for does not insist, and a verifier starts no command.
    expect((await run("--check", "syntax")).status).toBe(0);
  });
});

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadBinding } from "../../src/store/database/binding.ts";
import type { Fingerprint } from "../../src/vocabulary/tree/path.ts";
import { compileProcesses } from "./compile.ts";
import { type Program, startProgram } from "./program.ts";
import { databaseFile, makeDir, open, verdict, findVerdict } from "./support.ts";

let compiled: ReturnType<typeof compileProcesses>;
beforeAll(() => {
  compiled = compileProcesses();
});
afterAll(() => compiled.remove());

const start = (...args: readonly string[]): Program => startProgram(compiled.dir, "write-verdicts", args);

const acknowledged = (program: Program): readonly string[] =>
  program.lines().filter((line) => /-\d+$/.test(line));

describe("several processes with one store", () => {
  it("loses nothing when eight make it and write to it at once", async () => {
    const dir = makeDir();
    const programs = Array.from({ length: 8 }, (_, at) => start(dir, `writer${at}`, "150"));
    await Promise.all(programs.map(({ ended }) => ended));
    for (const program of programs) expect(program.lines()).toHaveLength(151);

    const store = await open(dir, { now: Date.now });
    const names = programs.flatMap(acknowledged) as Fingerprint[];
    const found = store.verdicts.findMany(names);
    expect(found.size).toBe(8 * 150);
    for (const [name, { stdout, target }] of found) {
      expect(stdout.startsWith(`output of ${name} `)).toBe(true);
      expect(target).toBe(name);
    }
    expect(store.nodes.getMany(names).size).toBe(8 * 150);
    expect(store.stats()).toMatchObject({ executions: 8 * 150, runs: 8 });
    expect(store.warnings).toEqual([]);
  });

  it("has every verdict that was stored before a process was killed, and each is whole", async () => {
    const dir = makeDir();
    const names: string[] = [];
    for (let round = 0; round < 40; round += 1) {
      const programs = [0, 1].map((at) => start(dir, `round${round}of${at}`, "100000"));
      await Promise.all(programs.map(({ ready }) => ready));
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 40));
      for (const { child } of programs) child.kill("SIGKILL");
      await Promise.all(programs.map(({ ended }) => ended));
      for (const program of programs) {
        expect(program.lines().filter((line) => /warning|stderr/.test(line))).toEqual([]);
        names.push(...acknowledged(program));
      }
    }
    const store = await open(dir, { now: Date.now });
    const found = store.verdicts.findMany(names as Fingerprint[]);
    expect(names.filter((name) => !found.has(name as Fingerprint)).length).toBe(0);
    expect(found.size).toBeGreaterThan(40);
    for (const [name, latest] of store.verdicts.latestMany("lint")) {
      expect(latest.stdout).toBe(`output of ${name} `.repeat(1 + (latest.durationMs % 50)));
    }
    expect(store.warnings).toEqual([]);
  });

  it("survives being killed while it is made", async () => {
    for (let round = 0; round < 30; round += 1) {
      const dir = makeDir();
      const program = start(dir, "w", "3");
      await new Promise((resolve) => setTimeout(resolve, 80 + Math.random() * 60));
      program.child.kill("SIGKILL");
      await program.ended;
      const store = await open(dir);
      store.verdicts.putMany([verdict(1)]);
      const names = acknowledged(program) as Fingerprint[];
      expect(store.verdicts.findMany(names).size).toBe(names.length);
      expect(findVerdict(store, verdict(1).fingerprint)?.stdout).toBe("printed 1");
      expect(store.warnings).toEqual([]);
      store.close();
    }
  });

  it("sees at once what another has stored", async () => {
    const dir = makeDir();
    const [one, other] = [await open(dir), await open(dir)];
    one.verdicts.putMany([verdict(1)]);
    expect(findVerdict(other, verdict(1).fingerprint)?.stdout).toBe("printed 1");
    other.clear();
    expect(findVerdict(one, verdict(1).fingerprint)).toBeUndefined();
  });

  it("gives up storing when another never lets go, waits once only, says so once, and still reads", async () => {
    const dir = makeDir();
    const store = await open(dir, { patience: 300 });
    store.verdicts.putMany([verdict("before")]);
    const { DatabaseSync } = await loadBinding();
    const holder = new DatabaseSync(databaseFile(dir, 0));
    holder.exec("BEGIN IMMEDIATE");
    for (let at = 0; at < 500; at += 1) store.verdicts.putMany([verdict(at)]);
    expect(findVerdict(store, verdict("before").fingerprint)?.stdout).toBe("printed before");
    expect(findVerdict(store, verdict(1).fingerprint)).toBeUndefined();
    expect(store.warnings).toHaveLength(1);
    expect(store.warnings[0]).toContain("locked");
    holder.exec("COMMIT");
    store.verdicts.putMany([verdict("after")]);
    expect(findVerdict(store, verdict("after").fingerprint)?.stdout).toBe("printed after");
    holder.close();
  });
});

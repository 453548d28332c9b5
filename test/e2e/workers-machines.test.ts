import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { describe, expect, it } from "vitest";
import type { CheckInput } from "../../src/index.ts";
import { findProgram } from "../rig/program.ts";
import { mountSmallDisk } from "../store/small-disk.ts";
import { expectAsLocal, fleet, LOOK, ranOn, resultOf } from "../rig/word-fleet.ts";

/** A Node of another version than the one that the tests run with, from the registry, once. */
function otherNode(): string {
  const version = process.version.startsWith("v22.") ? "24.11.0" : "22.12.0";
  const name = `node-${process.platform}-${process.arch}`;
  const directory = join(tmpdir(), `verification-node-${version}`);
  const program = join(directory, "node_modules", name, "bin/node");
  if (existsSync(program)) return program;
  const making = mkdtempSync(`${directory}-`);
  execFileSync(
    "npm",
    ["install", "--silent", "--no-audit", "--no-fund", "--ignore-scripts", `${name}@${version}`],
    {
      cwd: making,
      stdio: ["ignore", "ignore", "inherit"],
    },
  );
  renameSync(making, directory);
  return program;
}

const WORDY: CheckInput = {
  name: "look",
  type: "lint",
  command: "wordy",
  args: ["{files}"],
  files: ["src/*.txt"],
};

const LOCK = { name: "project", version: "1.0.0", lockfileVersion: 3, requires: true };

describe("workers on machines that are not alike", () => {
  it("workers with another Node refuse what runs on it, and do everything else", async () => {
    const node = otherNode();
    const made = await fleet({ files: 3 });
    const script = `import { readFileSync } from "node:fs";
for (const file of process.argv.slice(2)) if (readFileSync(file, "utf8").includes("bad")) process.exitCode = 1;`;
    made.rig.write("look.mjs", script);
    made.rig.checks(
      { ...WORDY, name: "by-node", command: "node", args: ["look.mjs", "{files}"] },
      { ...WORDY, name: "by-shell", command: "sh", args: ["look.sh", "{files}"] },
    );
    made.publish();
    const PATH = [join(node, ".."), made.env["PATH"] ?? ""].join(delimiter);
    await made.worker("newer", { by: [node], env: { PATH } });
    const ended = await made.run("--json", "--concurrency", "1");
    const { results, success } = resultOf(ended);
    expect(results.map(({ check, ranOn: on }) => [check, on?.map(({ worker }) => worker)])).toEqual([
      ["by-node", undefined],
      ["by-shell", ["newer"]],
    ]);
    expect(success).toBe(true);
    expect(ended.stderr).toContain("Workers: 1 command ran here instead: the tool differs on newer.");
  });

  it("workers that lack a package leave to the run what needs it", async () => {
    const made = await fleet({ files: 3 });
    made.rig.write(".gitignore", "node_modules\n");
    made.rig.write("package.json", JSON.stringify({ name: "project", version: "1.0.0" }));
    made.rig.write(
      "package-lock.json",
      JSON.stringify({ ...LOCK, packages: { "": { name: "project", version: "1.0.0" } } }),
    );
    made.rig.checks(WORDY);
    made.publish();
    // Installed by hand here, and by no lockfile.
    made.rig.write("node_modules/.bin/wordy", "#!/bin/sh\nexit 0\n");
    chmodSync(join(made.rig.root, "node_modules/.bin/wordy"), 0o755);
    await made.worker("bare");
    const ended = await made.run("--json", "--concurrency", "1");
    const result = resultOf(ended);
    expect([result.success, ranOn(result)]).toEqual([true, 0]);
    expect(ended.stderr).toContain("Workers: 1 command ran here instead: the tool differs on bare.");
  });

  it("workers whose packages cannot be installed rest, and the run says why", async () => {
    const made = await fleet({ files: 3 });
    made.rig.write(
      "package.json",
      JSON.stringify({ name: "project", dependencies: { "not-there": "1.0.0" } }),
    );
    made.rig.write("package-lock.json", JSON.stringify({ ...LOCK, packages: { "": { name: "project" } } }));
    made.publish();
    await made.worker("one");
    const ended = await made.run("--json", "--full", "--concurrency", "1");
    expect(ranOn(resultOf(ended))).toBe(0);
    expect(ended.stderr).toMatch(/one could not run it \(npm ci failed: /);
    await expectAsLocal(made, ended);
  });

  it("install packages once for each lockfile, whatever else changes", async () => {
    const made = await fleet({ files: 3 });
    const log = join(made.directory, "installs");
    const packages = (version: string): void => {
      const own = { name: "project", version };
      made.rig.write(
        "package.json",
        JSON.stringify({ ...own, scripts: { postinstall: `echo ${version} >> ${log}` } }),
      );
      made.rig.write("package-lock.json", JSON.stringify({ ...LOCK, ...own, packages: { "": own } }));
    };
    packages("1.0.0");
    made.publish();
    await made.worker("one", { args: ["--concurrency", "1"] });
    const run = async (): Promise<number> =>
      ranOn(resultOf(await made.run("--json", "--concurrency", "1", "--full")));
    expect(await run()).toBeGreaterThan(0);
    made.rig.write("src/f0.txt", "other\n");
    expect(await run()).toBeGreaterThan(0);
    expect(readFileSync(log, "utf8")).toBe("1.0.0\n");
    packages("2.0.0");
    expect(await run()).toBeGreaterThan(0);
    expect(readFileSync(log, "utf8")).toBe("1.0.0\n2.0.0\n");
  });

  it.each(["+5m", "-5m"])(
    "workers whose clock is %s off, with all that they start, come to the same",
    async (off) => {
      const faketime = findProgram({
        places: ["/usr/bin/faketime", "/usr/local/bin/faketime"],
        debian: "faketime",
        advice: "This test needs another clock: install faketime (Debian: apt-get install faketime).",
      });
      const made = await fleet({ files: 6 });
      // What waits, waits by the clock that only goes forward, which is right everywhere.
      const env = { FAKETIME_DONT_FAKE_MONOTONIC: "1", DONT_FAKE_MONOTONIC: "1" };
      const clocks = join(made.directory, "clocks");
      mkdirSync(clocks);
      made.rig.write("look.sh", `date +%s > ${clocks}/$$\n${LOOK}`);
      made.publish();
      await made.worker("off", { by: [faketime, "-f", off, process.execPath], env });
      // What is loaded into every program counts, so it is loaded here too, with the right clock.
      const args = ["--workers", made.redis.url, "--json", "--full", "--concurrency", "1"];
      const loaded = execFileSync(faketime, ["-f", off, "printenv", "LD_PRELOAD"], { encoding: "utf8" });
      const here = { LD_PRELOAD: loaded.trim() };
      const ended = await made.rig.verification(args, { env: here });
      expect(ranOn(resultOf(ended))).toBeGreaterThan(0);
      const seconds = readdirSync(clocks).map((name) => Number(readFileSync(join(clocks, name), "utf8")));
      const minutes = seconds.map((each) => Math.round((each - Date.now() / 1000) / 60));
      expect(minutes).toContain(Number.parseInt(off));
      await expectAsLocal(made, ended, here);
    },
  );

  it("workers of which one has no room for what a command writes do not make a failure of it", async ({
    skip,
  }) => {
    const disk = mountSmallDisk("96m");
    if (disk === null) return skip("nothing may be mounted here");
    const made = await fleet({
      files: 2,
      script: `dd if=/dev/zero of=big bs=1M count=100 || exit 1\nrm big\n${LOOK}`,
    });
    made.rig.write(".gitignore", "big\n");
    made.publish();
    await made.worker("small", { args: ["--directory", join(disk.dir, "checkouts"), "--concurrency", "1"] });
    const ended = await made.run("--json", "--full", "--concurrency", "1");
    expect(ended.stderr).toMatch(/small could not run it \(the disk .*is full\)/);
    expect(ranOn(resultOf(ended))).toBe(0);
    await expectAsLocal(made, ended);
  });
});

import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { Rig } from "../rig/rig.ts";

/** What git was started for since it was last asked, from its own record of it. */
function watchGit(rig: Rig, settings = ""): () => readonly string[] {
  const file = join(rig.home, "started");
  writeFileSync(join(rig.home, ".gitconfig"), `[trace2]\n\teventTarget = ${file}\n${settings}`);
  return () => {
    const events = existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : [];
    rmSync(file, { force: true });
    return events
      .map((line) => JSON.parse(line) as { event: string; argv?: readonly string[] })
      .filter(({ event }) => event === "start")
      .map(({ argv = [] }) => argv.filter((word, at) => word !== "-c" && argv[at - 1] !== "-c"))
      .map((argv) =>
        argv
          .slice(2)
          .join(" ")
          .replace(/ -- .*/s, ""),
      )
      .sort();
  };
}

const STATUS = expect.stringMatching(/^status --porcelain=v2 /);
const LISTED = "ls-files -s -v -z";
const OTHERS = expect.stringMatching(/^ls-files --others --ignored/);
const SETTINGS = expect.stringMatching(/^config -z --get-regexp/);

describe.runIf(process.platform === "linux" && existsSync("/usr/bin/git"))("git", () => {
  // Comparing both ways asks twice.
  const env = { PATH: `/usr/bin:${process.env["PATH"]}`, VERIFICATION_COMPARE: "" };

  async function rigAfterRun(settings?: string): Promise<{ rig: Rig; started: () => readonly string[] }> {
    const rig = new Rig();
    rig.checks({ name: "one", command: "true", args: ["{files}"], files: ["src/**"] });
    for (const file of ["src/a", "src/b"]) rig.write(file, "1\n");
    rig.commitAll();
    const started = watchGit(rig, settings);
    await rig.start([], { env }).ended;
    started();
    return { rig, started };
  }

  it("is asked once for each fact in a run after an edit, and for the tree again after it", async () => {
    const { rig, started } = await rigAfterRun();
    rig.write("src/a", "2\n");
    const { status, stdout } = await rig.start([], { env }).ended;
    expect([status, stdout]).toEqual([0, expect.stringContaining("1 passed")]);
    // The status once before the commands, and once after them.
    expect(started()).toEqual([OTHERS, STATUS, STATUS]);
    expect((await rig.start([], { env }).ended).stdout).toContain("1 passed");
    expect(started()).toEqual([STATUS]);
    // Once the index is written, what is known of it does not count.
    rig.git("add", "src/a");
    rig.write("src/a", "3\n");
    expect((await rig.start([], { env }).ended).stdout).toContain("1 passed");
    expect(started()).toContain(LISTED);
  });

  it("is asked for settings where they have a word of one that matters, once for each state of the files", async () => {
    const { rig, started } = await rigAfterRun("[core]\n\texcludesFile = ~/more\n");
    rig.write("src/a", "2\n");
    await rig.start([], { env }).ended;
    // What answers from memory is another program than what assesses.
    expect(started()).toEqual([SETTINGS, SETTINGS, OTHERS, STATUS, STATUS]);
  });
});

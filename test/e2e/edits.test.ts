import { mkdirSync, renameSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { rigWith } from "../rig/incremental.ts";
import type { Rig } from "../rig/rig.ts";

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
  it.each(Object.keys(FILES))("keeps the verdict from being stored: %s", async (path) => {
    const rig = rigWith();
    rig.checks({
      name: "whole",
      type: "lint",
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
  it("of the configuration holds from the next run on", async () => {
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

  it("of a directory, moved away and back, keeps the verdict from being stored", async () => {
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

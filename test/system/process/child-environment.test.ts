import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { gitEnvironment } from "../../../src/system/git/git-environment.ts";
import { childEnvironment } from "../../../src/system/process/child-environment.ts";

const OWN = ["VERIFICATION_STORE_KEY", "VERIFICATION_CACHE_KEY", "VERIFICATION_CACHE_TOKEN"];

it("our own keys are left out of the environment of a command, whatever their case, and the rest is passed on", () => {
  const env = Object.fromEntries([...OWN, "verification_cache_key"].map((name) => [name, "secret"]));
  expect(childEnvironment({ ...env, VERIFICATION_TASK: "kept" })).toEqual({ VERIFICATION_TASK: "kept" });
  expect(JSON.stringify(gitEnvironment(env, null))).not.toContain("secret");
});

it("every program is started with the environment for children", () => {
  const source = join(import.meta.dirname, "../../../src");
  const starting = readdirSync(source, { recursive: true, encoding: "utf8" }).filter(
    (file) => file.endsWith(".ts") && readFileSync(join(source, file), "utf8").includes("node:child_process"),
  );
  // The guard gets a search path and nothing else; git has its own environment, which is made of this one; and what the
  // dashboard starts is this program itself, which needs its keys.
  expect(starting.sort()).toEqual([
    "system/git/git.ts",
    "system/process/guard.ts",
    "system/process/open-in-browser.ts",
    "system/process/process-group.ts",
    "system/strace/strace-watch.ts",
    "ui/server/jobs.ts",
  ]);
  for (const file of [
    "system/process/open-in-browser.ts",
    "system/process/process-group.ts",
    "system/strace/strace-watch.ts",
    "system/git/git-environment.ts",
  ])
    expect(readFileSync(join(source, file), "utf8")).toContain("childEnvironment(");
});

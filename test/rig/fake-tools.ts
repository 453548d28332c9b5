import { chmodSync, mkdirSync, rmSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect } from "vitest";
import type { CheckInput } from "../../src/index.ts";
import { ran, rigWith, verified } from "./incremental.ts";
import type { Rig } from "./rig.ts";

/** A tool by its name that notes its targets and finds nothing: what counts for it is decided by its name alone. */
export function install(rig: Rig, name: string, version = "1.0.0", dependencies: object = {}): void {
  rig.write(`node_modules/${name}/package.json`, JSON.stringify({ name, version, dependencies }));
  const bin = `node_modules/${name}/bin.sh`;
  rig.write(bin, '#!/bin/sh\nfor f in "$@"; do case $f in -*|json) ;; *) echo "$f" >> .ran ;; esac; done\n');
  chmodSync(join(rig.root, bin), 0o755);
  const link = join(rig.root, "node_modules/.bin", name);
  mkdirSync(dirname(link), { recursive: true });
  rmSync(link, { force: true });
  symlinkSync(`../${name}/bin.sh`, link);
}

export function bring(rig: Rig, name: string, version: string, dependencies: object = {}): void {
  rig.write(`node_modules/${name}/package.json`, JSON.stringify({ name, version, dependencies }));
}

export const CHECKS: Readonly<Record<string, CheckInput>> = {
  format: {
    name: "format",
    type: "lint",
    command: "prettier",
    args: ["{files}"],
    files: ["src/**"],
    follow: "none",
  },
  lint: {
    name: "lint",
    type: "lint",
    command: "eslint",
    args: ["{files}"],
    files: ["src/**"],
    follow: "structure",
  },
  standard: { name: "standard", uses: "standard", files: ["src/**"] },
  test: {
    name: "test",
    type: "test",
    command: "vitest",
    args: ["{files}"],
    files: ["test/**"],
    follow: "content",
  },
  mapped: {
    name: "mapped",
    type: "test",
    command: "jest",
    args: ["{files}"],
    files: ["src/**"],
    follow: "content",
  },
};
const TOOLS = { format: "prettier", lint: "eslint", standard: "standard", test: "vitest", mapped: "jest" };

export async function project(
  files: Readonly<Record<string, string>>,
  ...names: readonly (keyof typeof TOOLS)[]
): Promise<Rig> {
  const rig = rigWith(...names.map((name) => CHECKS[name] as CheckInput));
  for (const name of names) install(rig, TOOLS[name]);
  for (const [path, text] of Object.entries(files)) rig.write(path, text);
  rig.commitAll();
  await verified(rig);
  expect(ran(rig).length).toBeGreaterThan(0);
  await verified(rig);
  expect(ran(rig)).toEqual([]);
  return rig;
}

/** What runs after an edit. */
export async function after(rig: Rig, path: string, text: string): Promise<readonly string[]> {
  rig.write(path, text);
  await verified(rig);
  return ran(rig);
}

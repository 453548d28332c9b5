import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { PRESETS } from "../../../src/config/presets/presets.ts";
import { findTool } from "../../../src/config/resolve/find-tool.ts";
import { TOOLS } from "../../../src/tools/table.ts";

function packageWith(scripts: unknown): string {
  const directory = mkdtempSync(join(tmpdir(), "verification-tool-"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  writeFileSync(join(directory, "package.json"), JSON.stringify({ scripts }));
  return directory;
}

const SCRIPTS = {
  test: "NODE_ENV=test jest --ci",
  exact: "jest --runTestsByPath",
  both: "tsc --noEmit && npm run test",
  shell: "eslint . | tee log",
  quoted: "echo 'a; b' && jest > 'out && err.txt'",
};

it.each([
  ["jest {files}", "jest"],
  ["jest --runTestsByPath {files}", "jest --runTestsByPath"],
  ["node_modules/.bin/jest {files}", "jest"],
  ["node node_modules/jest/bin/jest.js --ci {files}", "jest"],
  ["node --no-warnings node_modules/@playwright/test/cli.js test {files}", "playwright"],
  ["npx playwright test {files}", "playwright"],
  ["npx --yes jest@30 {files}", "jest"],
  ["pnpm exec vitest run {files}", "vitest"],
  ["yarn jest {files}", "jest"],
  ["cross-env A=1 npx vitest run {files}", "vitest"],
  ["c8 --reporter text node --test {files}", "node --test"],
  ["tsx --test {files}", "tsx --test"],
  ["npm run test -- {files}", "jest"],
  ["npm test {files}", "jest"],
  ["npm run exact {files}", "jest --runTestsByPath"],
  ["npm run both -- {files}", "jest"],
  ["npm run shell -- {files}", "tee"],
  ["npm run quoted -- {files}", "jest"],
  ["eslint.cmd {files}", "eslint"],
  ["npx eslint --cache {files}", "eslint"],
  ["python3 -m pytest {files}", "pytest"],
  ["poetry run pytest {files}", "pytest"],
  ["node tools/run.js eslint {files}", "node"],
  ["node check.js {files}", "node"],
  ["npm run constructor {files}", "npm"],
])("the tool is found behind %s", (line, tool) => {
  expect(findTool(line.split(" "), packageWith(SCRIPTS)).name).toBe(tool);
});

it("a command that passes the file names through a shell is recognised", () => {
  const via = (line: string): string | null => findTool(line.split(" "), packageWith(SCRIPTS)).via;
  expect(via("npx eslint {files}")).toBe("npx");
  expect(via("cross-env A=1 npm run test -- {files}")).toBe("npm");
  expect(via("pnpm exec jest {files}")).toBeNull();
  expect(via("eslint {files}")).toBeNull();
});

it("the command that a shell gives the files to is found", () => {
  const tool = (text: string): string => findTool(["sh", "-ec", text, "sh", "{files}"], packageWith({})).name;
  expect(tool('exec jest "$@"')).toBe("jest");
  expect(tool('echo start; npx vitest run "$@" && echo done')).toBe("vitest");
  expect(tool('jest "$@" && echo "$@"')).toBe("jest");
  expect(tool('NODE_ENV=$MODE jest "${@}" > log')).toBe("jest");
  expect(tool("jest 'it $@")).toBe("");
  expect(tool("for file; do lint $file; done")).toBe("");
});

it("a package.json that is not an object does not hide the tool", () => {
  for (const scripts of [null, 3, { test: 3 }, { test: "npm run test" }])
    expect(findTool(["npm", "run", "test"], packageWith(scripts)).name).toBe("npm");
});

it("the tool of every preset is in the table of tools", () => {
  const unknown = Object.entries(PRESETS).flatMap(([preset, { command, args }]) => {
    const { name } = findTool([command, ...args], tmpdir());
    return TOOLS.has(name) ? [] : [`${preset}: ${name}`];
  });
  expect(unknown).toEqual([]);
});

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { PACKAGE_ROOT } from "../rig/package-root.ts";
import { Rig } from "../rig/rig.ts";

const README = readFileSync(join(PACKAGE_ROOT, "README.md"), "utf8");
const CLI = readFileSync(join(PACKAGE_ROOT, "docs/cli.md"), "utf8");

it("the README is an invitation: less than 280 lines", () => {
  expect(README.split("\n").length).toBeLessThan(280);
});

it("the README links every page in docs", () => {
  const pages = readdirSync(join(PACKAGE_ROOT, "docs")).filter((file) => file.endsWith(".md"));
  expect(pages.length).toBeGreaterThan(20);
  expect(pages.filter((page) => !new RegExp(`\\]\\(docs/${page}[)#]`).test(README))).toEqual([]);
});

it("the README names the two commands of development, as other tools read them", () => {
  expect(README).toContain("npm install && npm start");
  expect(README).toContain("npm install && npm test");
});

it("package.json says what npm shows of a package, and the files that it publishes are there", () => {
  const manifest = JSON.parse(readFileSync(join(PACKAGE_ROOT, "package.json"), "utf8")) as {
    readonly [field: string]: unknown;
    readonly files: readonly string[];
  };
  const shown = [
    "name",
    "version",
    "description",
    "keywords",
    "license",
    "author",
    "bin",
    "exports",
    "engines",
  ];
  expect(shown.filter((field) => manifest[field] === undefined)).toEqual([]);
  expect(manifest.files.filter((file) => !existsSync(join(PACKAGE_ROOT, file)))).toEqual([]);
  // An address is told by everything that needs one, or by nothing.
  const addresses = ["repository", "homepage", "bugs"].filter((field) => manifest[field] !== undefined);
  expect([0, 3]).toContain(addresses.length);
});

it("docs/cli.md has every option and every command of `verification --help`", async () => {
  const { stdout } = await new Rig().verification(["--help"]);
  const options = [...stdout.matchAll(/^ {2}(?:-\w, )?(--[\w-]+)/gm)].map(([, name]) => `${name}`);
  const below = stdout.split("\nCommands:\n")[1]?.split("\n\n")[0] ?? "";
  const commands = [...below.matchAll(/^ {2}(\w+)/gm)].map(([, name]) => `${name}`);
  expect(options.length).toBeGreaterThan(30);
  expect(commands.length).toBeGreaterThan(15);
  expect(options.filter((option) => !new RegExp(`\`${option}[\` ]`).test(CLI))).toEqual([]);
  expect(commands.filter((command) => !CLI.includes(`\nverification ${command} `))).toEqual([]);
});

it("the pages for developers name source files that there are", () => {
  const pages = ["CONTRIBUTING.md", "docs/architecture.md", "docs/internals.md"].map((page) =>
    readFileSync(join(PACKAGE_ROOT, page), "utf8"),
  );
  const files = ["src", "test"].flatMap((folder) =>
    readdirSync(join(PACKAGE_ROOT, folder), { recursive: true, encoding: "utf8" }).map(
      (file) => `${folder}/${file}`,
    ),
  );
  const named = pages.flatMap((page) => [...page.matchAll(/`([\w./-]+\.ts)`/g)].map(([, file]) => `${file}`));
  const own = named.filter((file) => file !== "tsdown.config.ts");
  expect(own.length).toBeGreaterThan(150);
  expect(own.filter((name) => !files.some((file) => file === name || file.endsWith(`/${name}`)))).toEqual([]);
});

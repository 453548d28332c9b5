import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { isMet } from "./part.ts";
import { PARTS } from "./parts.ts";
import { renderTable, type Section, writeTable } from "./table.ts";

const USAGE =
  "npm run prove -- [parts...] [--seed <n>] [--steps <n>] [--replay <file>] [--checkout <path>]... [--write]";

/** Runs parts of the proof, prints a table of what they came to, and gives the exit status. */
export async function prove(args: readonly string[], root: string): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      seed: { type: "string" },
      steps: { type: "string" },
      replay: { type: "string" },
      checkout: { type: "string", multiple: true },
      write: { type: "boolean", default: false },
    },
  });
  const names = PARTS.map(({ name }) => name);
  const unknown = positionals.filter((name) => !names.includes(name));
  if (unknown.length > 0) {
    process.stderr.write(`no part ${unknown.join(", ")}; there are ${names.join(", ")}\n${USAGE}\n`);
    return 2;
  }
  const seed = values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(values.seed);
  const git = (...args: readonly string[]): string =>
    execFileSync("git", args, { cwd: root, encoding: "utf8" }).trim();
  const edited = git("status", "--porcelain", "--", "src", "test/proof") === "" ? "" : " and edits";
  const commit = `${git("rev-parse", "--short", "HEAD")}${edited}`;
  const sections: Section[] = [];
  for (const { name, run } of PARTS.filter(
    (part) => positionals.length === 0 || positionals.includes(part.name),
  )) {
    process.stderr.write(`${name}, seed ${seed}\n`);
    const start = performance.now();
    const result = await run({
      seed,
      ...(values.steps === undefined ? {} : { steps: Number(values.steps) }),
      ...(values.replay === undefined ? {} : { replay: values.replay }),
      ...(values.checkout === undefined ? {} : { checkouts: values.checkout }),
      progress: (text) =>
        process.stderr.write(`  ${text}, ${Math.round((performance.now() - start) / 1000)} s\n`),
    });
    sections.push({ name, seed, commit, seconds: Math.round((performance.now() - start) / 1000), ...result });
    for (const failure of result.failures) process.stderr.write(`\n${failure}\n`);
  }
  process.stdout.write(`\n${renderTable(sections)}\n`);
  if (values.write) {
    const page = join(root, "docs/proof.md");
    writeTable(page, sections, names);
    execFileSync(join(root, "node_modules/.bin/oxfmt"), [page], { cwd: root });
  }
  const isProven = sections.every(({ figures, failures }) => failures.length === 0 && figures.every(isMet));
  return isProven ? 0 : 1;
}

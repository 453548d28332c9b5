// A first run over documents: every one is read for the links, the headings and the syntax that built-in verifiers look at.
import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { node, verification, withDirectory } from "../lib/commands.mjs";
import { documentText } from "../lib/documents.mjs";
import { describe, inspect, interleave, ratioOf } from "../lib/measure.mjs";
import { bin } from "../lib/package.mjs";
import { judge } from "../lib/table.mjs";

const DOCUMENTS = 3000;
const MOST_MEGABYTES = 300;

export async function firstRun({ rounds }) {
  return withDirectory(async (cwd) => {
    generateDocuments(cwd);
    const forget = () => {
      for (const name of [".verification-cache", ".verification-baseline.json", ".git/verification"])
        rmSync(join(cwd, name), { recursive: true, force: true });
    };
    const times = await interleave(
      { node: () => node(cwd).ms, ours: () => (forget(), verification(cwd, "--quiet").ms) },
      { rounds: rounds ?? 3, warmUps: 0 },
    );
    forget();
    const { peakMegabytes } = inspect([bin(), "--quiet"], { cwd });
    return [
      {
        what: `first run, ${DOCUMENTS.toLocaleString("en")} Markdown files, links, imports and syntax`,
        ours: describe(times.ours),
        against: `\`node -e 0\` ${describe(times.node)}`,
        ratio: ratioOf(times.ours, times.node).toFixed(0),
      },
      {
        what: "peak memory of it",
        ours: `${peakMegabytes.toFixed(0)} MB`,
        aim: `≤ ${MOST_MEGABYTES} MB`,
        met: judge({ value: peakMegabytes, aim: MOST_MEGABYTES }),
      },
    ];
  });
}

function generateDocuments(directory) {
  const name = (number) => `d${number % 60}/n${number % DOCUMENTS}.md`;
  for (let folder = 0; folder < 60; folder++)
    mkdirSync(join(directory, `docs/d${folder}`), { recursive: true });
  for (let number = 0; number < DOCUMENTS; number++) {
    const cite = (at) => `../${name(at % DOCUMENTS)}#2-step-2-options--limits`;
    writeFileSync(join(directory, "docs", name(number)), documentText(number, cite));
  }
  const checks = ["links", "imports", "syntax"].map((verifier) => ({
    name: verifier,
    uses: `builtin:${verifier}`,
  }));
  writeFileSync(join(directory, ".verification.json"), JSON.stringify({ checks }));
  writeFileSync(join(directory, ".gitignore"), ".verification-cache/\n.verification-baseline.json\n");
  for (const args of [
    ["init", "--quiet"],
    ["add", "."],
    ["commit", "--quiet", "--message", "generated"],
  ])
    execFileSync("git", ["-c", "user.name=bench", "-c", "user.email=bench@example.com", ...args], {
      cwd: directory,
    });
}

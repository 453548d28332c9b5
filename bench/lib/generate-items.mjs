// A repository with items as `flow` has them: some hundred pieces of work, each analysed at a commit of its own.
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { documentText } from "./documents.mjs";

const PHASES = ["00-quick-scan", "01-requirements", "02-impact-analysis", "03-architecture", "04-design"];
const modulePath = (file) => `src/m${file % 40}/f${file}.ts`;

export function generateItems(directory, { items, documents, modules, commits }) {
  const git = (args, input) =>
    execFileSync("git", ["-c", "user.name=bench", "-c", "user.email=bench@example.com", ...args], {
      cwd: directory,
      encoding: "utf8",
      ...(input === undefined ? {} : { input }),
    });
  git(["init", "--quiet", "--initial-branch=main"]);
  git(["fast-import", "--quiet"], historyOf({ modules, commits }));
  git(["reset", "--quiet", "--hard", "main"]);
  const history = git(["rev-list", "HEAD"]).trim().split("\n");
  const backlog = [];
  for (let item = 0; item < items; item++) {
    const slug = `REQ-${String(item).padStart(4, "0")}-work-on-part-${item}`;
    const folder = join(directory, "docs/requirements", slug);
    mkdirSync(folder, { recursive: true });
    const hash = history[(item * 7) % history.length].slice(0, 8);
    const meta = { slug, description: `Work on part ${item}`, phases_completed: PHASES, codebase_hash: hash };
    writeFileSync(join(folder, "meta.json"), JSON.stringify(meta, null, 2));
    for (let number = 0; number < documents; number++) {
      const cite = (at) => `../../../${modulePath((item * 31 + at) % modules)}`;
      writeFileSync(join(folder, `part-${number}.md`), documentText(item * documents + number, cite));
    }
    backlog.push(`- ${item + 1} [A] Work on part ${item} -> [${slug}](docs/requirements/${slug}/)\n`);
  }
  writeFileSync(join(directory, "BACKLOG.md"), `# Backlog\n\n${backlog.join("")}`);
  writeFileSync(join(directory, ".gitignore"), ".verification-cache/\n.verification-baseline.json\n");
  writeFileSync(
    join(directory, ".verification.json"),
    '{ "checks": [{ "name": "one", "command": "true" }] }\n',
  );
  git(["add", "."]);
  git(["commit", "--quiet", "--message", "items"]);
}

/** The first commit has every module, and each later one edits one of them. */
function historyOf({ modules, commits }) {
  const stream = [];
  for (let at = 0; at < commits; at++) {
    stream.push(`commit refs/heads/main\ncommitter b <b@example.com> ${1_700_000_000 + at} +0000\ndata 0`);
    for (const file of at === 0
      ? Array.from({ length: modules }, (_, index) => index)
      : [(at * 13) % modules]) {
      const text = moduleText(file, at);
      stream.push(`M 100644 inline ${modulePath(file)}\ndata ${Buffer.byteLength(text)}\n${text}`);
    }
  }
  return `${stream.join("\n")}\n`;
}

function moduleText(file, at) {
  const imports = [file - 1, file - 40, file - 121].filter((other) => other >= 0 && file % 6 !== 0);
  return `${imports.map((other) => `import { value${other} } from "../m${other % 40}/f${other}.ts";\n`).join("")}
/** Edited by commit ${at}. */
export const value${file}: number = ${at}${imports.map((other) => ` + value${other}`).join("")};

export function describe${file}(label: string, limit: number = value${file}): string {
  return label.length > limit ? label.slice(0, limit) : label;
}
`;
}

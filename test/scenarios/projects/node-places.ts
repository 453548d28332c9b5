import { nodeCase, nodeTest, sh, type Scenario } from "../scenario.ts";

const FS = `import { readFileSync, readdirSync, writeFileSync } from "node:fs";`;
const CLOSED = {
  "closed.test.mjs": nodeCase(`import { two } from "./two.mjs";`, "two === 2"),
  "two.mjs": "export const two = 2;\n",
};

/** Where the files of a project can be: behind links, ignored by git, at home, beside the repository, on a branch. */
export const NODE_PLACES: readonly Scenario[] = [
  {
    name: "a link to a file",
    kind: "places: links",
    files: {
      ...CLOSED,
      "shared/rules-a.json": `{ "max": 3 }\n`,
      "shared/rules-b.json": `{ "max": 4 }\n`,
      "rules.test.mjs": nodeCase(FS, `JSON.parse(readFileSync("config/" + "rules.json", "utf8")).max === 3`),
    },
    before: [{ link: ["config/rules.json", "../shared/rules-a.json"] }, { commit: "link" }],
    checks: [nodeTest()],
    mutations: [
      {
        name: "the file behind it edited",
        steps: [{ write: { "shared/rules-a.json": `{ "max": 5 }\n` } }],
        runs: ["test rules.test.mjs"],
        keeps: "others",
      },
      {
        name: "the link leads elsewhere",
        steps: [{ link: ["config/rules.json", "../shared/rules-b.json"] }],
        runs: ["test rules.test.mjs"],
        keeps: "others",
      },
    ],
    idle: [{ write: { "shared/rules-b.json": `{ "max": 9 }\n` } }],
  },
  {
    name: "a link to a directory",
    kind: "places: links",
    files: {
      ...CLOSED,
      "themes/light/color.txt": "white\n",
      "themes/dark/color.txt": "black\n",
      "theme.test.mjs": nodeCase(FS, `readFileSync("current/" + "color.txt", "utf8") === "white\\n"`),
    },
    before: [{ link: ["current", "themes/light"] }, { commit: "link" }],
    checks: [nodeTest()],
    mutations: [
      {
        name: "a file behind it edited",
        steps: [{ write: { "themes/light/color.txt": "ivory\n" } }],
        runs: ["test theme.test.mjs"],
        keeps: "others",
      },
      {
        name: "the link leads elsewhere",
        steps: [{ link: ["current", "themes/dark"] }],
        runs: ["test theme.test.mjs"],
        keeps: "others",
      },
    ],
    idle: [{ write: { "themes/dark/color.txt": "grey\n" } }],
  },
  {
    name: "a linked directory is listed",
    kind: "places: links",
    files: {
      ...CLOSED,
      "plugins/core/a.txt": "a\n",
      "plugins.test.mjs": nodeCase(FS, `readdirSync("enabled").length === 1`),
    },
    before: [{ link: ["enabled", "plugins/core"] }, { commit: "link" }],
    checks: [nodeTest()],
    mutations: [
      {
        name: "a name more behind it",
        steps: [{ write: { "plugins/core/b.txt": "b\n" } }],
        runs: ["test plugins.test.mjs"],
        keeps: "others",
      },
    ],
  },
  {
    name: "an ignored .env",
    kind: "places: ignored",
    files: {
      ...CLOSED,
      ".gitignore": ".env\n.env.local\n",
      "src/env.mjs": `${FS}\nconst read = (name) => { try { return Object.fromEntries(readFileSync(name, "utf8").trim().split("\\n").map((line) => line.split("="))); } catch { return {}; } };\nexport const env = { ...read(".env"), ...read(".env" + ".local") };\n`,
      "src/env.test.mjs": nodeCase(`import { env } from "./env.mjs";`, `env.MODE === "test"`),
    },
    before: [{ write: { ".env": "MODE=test\n" } }],
    checks: [nodeTest()],
    mutations: [
      {
        name: ".env edited",
        steps: [{ write: { ".env": "MODE=production\n" } }],
        runs: ["test src/env.test.mjs"],
        keeps: "others",
      },
      {
        name: ".env.local appears",
        steps: [{ write: { ".env.local": "MODE=production\n" } }],
        runs: ["test src/env.test.mjs"],
        keeps: "others",
      },
      {
        name: ".env deleted",
        steps: [{ delete: ".env" }],
        runs: ["test src/env.test.mjs"],
        keeps: "others",
      },
    ],
    idle: [{ write: { ".gitignore": "node_modules\n.env\n.env.local\n*.tmp\n", "x.tmp": "" } }],
  },
  {
    name: "an ignored directory is listed",
    kind: "places: ignored",
    files: {
      ...CLOSED,
      ".gitignore": "local/\n",
      "local.test.mjs": nodeCase(FS, `readdirSync("local").join() === "one.txt"`),
    },
    before: [{ write: { "local/one.txt": "1\n" } }],
    checks: [nodeTest()],
    mutations: [
      {
        name: "a name more in it",
        steps: [{ write: { "local/two.txt": "2\n" } }],
        runs: ["test local.test.mjs"],
        keeps: "others",
      },
    ],
    idle: [{ write: { "local/one.txt": "one\n" } }],
  },
  {
    name: "a file in the home directory",
    kind: "places: home",
    files: {
      ...CLOSED,
      "home.test.mjs": nodeCase(
        `${FS}\nimport { homedir } from "node:os";`,
        `readFileSync(homedir() + "/.toolrc", "utf8") === "strict\\n"`,
      ),
    },
    before: [{ write: { "~/.toolrc": "strict\n" } }],
    checks: [nodeTest()],
    mutations: [
      {
        name: "~/.toolrc edited",
        steps: [{ write: { "~/.toolrc": "loose\n" } }],
        runs: ["test home.test.mjs"],
        keeps: "others",
      },
      {
        name: "~/.toolrc deleted",
        steps: [{ delete: "~/.toolrc" }],
        runs: ["test home.test.mjs"],
        keeps: "others",
      },
    ],
    idle: [{ write: { "~/.otherrc": "x\n" } }],
  },
  {
    name: "a file in the home directory that is not there",
    kind: "places: home",
    files: {
      ...CLOSED,
      "home.test.mjs": nodeCase(
        `${FS}\nimport { homedir } from "node:os";\nconst read = () => { try { return readFileSync(homedir() + "/.toolrc", "utf8"); } catch { return "strict"; } };`,
        `read() === "strict"`,
      ),
    },
    checks: [nodeTest()],
    mutations: [
      {
        name: "~/.toolrc appears",
        steps: [{ write: { "~/.toolrc": "loose\n" } }],
        runs: ["test home.test.mjs"],
        keeps: "others",
      },
    ],
  },
  {
    name: "a file beside the repository",
    kind: "places: outside",
    files: {
      ...CLOSED,
      "../shared/limits.json": `{ "max": 1 }\n`,
      "limits.test.mjs": nodeCase(
        FS,
        `JSON.parse(readFileSync("../shared/" + "limits.json", "utf8")).max === 1`,
      ),
    },
    checks: [nodeTest()],
    mutations: [
      {
        name: "it is edited",
        steps: [{ write: { "../shared/limits.json": `{ "max": 2 }\n` } }],
        runs: ["test limits.test.mjs"],
        keeps: "others",
      },
    ],
    idle: [{ write: { "../shared/other.json": "{}\n" } }],
  },
  {
    name: "another branch has other data",
    kind: "places: branches",
    files: {
      ...CLOSED,
      "data/answer.txt": "42\n",
      "answer.test.mjs": nodeCase(FS, `readFileSync(["data", "answer.txt"].join("/"), "utf8") === "42\\n"`),
    },
    before: [
      { git: ["switch", "--quiet", "--create", "next"] },
      { write: { "data/answer.txt": "43\n", "docs/next.md": "# Next\n" } },
      { commit: "next" },
      { git: ["switch", "--quiet", "main"] },
    ],
    checks: [nodeTest()],
    mutations: [
      {
        name: "switched to it",
        steps: [{ git: ["stash", "--quiet"] }, { git: ["switch", "--quiet", "next"] }],
        runs: ["test answer.test.mjs"],
        keeps: "others",
      },
      {
        name: "its data checked out alone",
        steps: [{ git: ["checkout", "--quiet", "next", "--", "data"] }],
        runs: ["test answer.test.mjs"],
        keeps: "others",
      },
    ],
  },
  {
    name: "a file is read and then written",
    kind: "places: products",
    files: {
      ...CLOSED,
      ".gitignore": ".timings.json\n",
      "limit.txt": "5\n",
      "timed.test.mjs": nodeCase(
        `${FS}\nconst read = (name, other) => { try { return readFileSync(name, "utf8"); } catch { return other; } };\nconst runs = Number(read(".timings.json", "0")) + 1;\nwriteFileSync(".timings.json", String(runs));`,
        `Number(read("limit.txt", "")) === 5`,
      ),
    },
    checks: [nodeTest()],
    mutations: [
      {
        name: "what it only reads edited",
        steps: [{ write: { "limit.txt": "6\n" } }],
        runs: ["test timed.test.mjs"],
        keeps: "others",
      },
    ],
  },
  {
    name: "a report is written and read back",
    kind: "places: products",
    files: {
      ...CLOSED,
      ".gitignore": "report/\n",
      "src/words.txt": "a b c\n",
      "report.test.mjs": nodeCase(
        `${FS}\nimport { mkdirSync, renameSync } from "node:fs";\nmkdirSync("report", { recursive: true });\nwriteFileSync("report/count.tmp", String(readFileSync("src/" + "words.txt", "utf8").split(" ").length));\nrenameSync("report/count.tmp", "report/count.txt");`,
        `readFileSync("report/count.txt", "utf8") === "3"`,
      ),
    },
    checks: [nodeTest()],
    mutations: [
      {
        name: "what it is made of edited",
        steps: [{ write: { "src/words.txt": "a b\n" } }],
        runs: ["test report.test.mjs"],
        keeps: "others",
      },
    ],
    idle: [{ write: { "report/count.txt": "9" } }],
  },
  {
    name: "the second try reads another file",
    kind: "places: retries",
    files: {
      ...CLOSED,
      ".gitignore": ".tried\n",
      "primary.txt": "ok\n",
      "fallback.txt": "ok\n",
    },
    checks: [
      nodeTest(),
      sh(
        "flaky",
        `if [ ! -e .tried ]; then touch .tried; cat primary.txt; exit 1; fi; grep -q ok fallback.txt && grep -q ok primary.txt`,
        {
          retryOnFailure: true,
          maxRetries: 1,
        },
      ),
    ],
    config: { execution: { retryDelayMs: 1 } },
    mutations: [
      {
        name: "what the second try read edited",
        steps: [{ write: { "fallback.txt": "no\n" } }],
        runs: ["flaky"],
        keeps: "others",
      },
      {
        name: "what both read edited",
        steps: [{ write: { "primary.txt": "no\n" } }],
        runs: ["flaky"],
        keeps: "others",
      },
    ],
  },
  {
    name: "a link that leads out of the repository",
    kind: "places: outside",
    files: {
      ...CLOSED,
      "../vendor/rules.json": `{ "max": 1 }\n`,
      "rules.test.mjs": nodeCase(FS, `JSON.parse(readFileSync("vendor/" + "rules.json", "utf8")).max === 1`),
    },
    before: [{ link: ["vendor", "../vendor"] }, { commit: "link" }],
    checks: [nodeTest()],
    mutations: [
      {
        name: "what it leads to edited",
        steps: [{ write: { "../vendor/rules.json": `{ "max": 2 }\n` } }],
        runs: ["test rules.test.mjs"],
        keeps: "others",
      },
    ],
  },
  {
    name: "an edit that keeps size and times",
    kind: "places: ignored",
    files: {
      ...CLOSED,
      ".gitignore": "local.txt\n",
      "tracked.txt": "old\n",
      "local.test.mjs": nodeCase(
        FS,
        `["local.txt", "tracked.txt"].every((name) => readFileSync("./" + name, "utf8") === "old\\n")`,
      ),
    },
    before: [{ shell: "echo old > local.txt && touch -d @1700000000 local.txt tracked.txt" }],
    checks: [nodeTest()],
    mutations: [
      {
        name: "of an ignored file",
        steps: [{ shell: "echo new > local.txt && touch -d @1700000000 local.txt" }],
        runs: ["test local.test.mjs"],
        keeps: "others",
      },
      {
        name: "of a tracked file",
        steps: [{ shell: "echo new > tracked.txt && touch -d @1700000000 tracked.txt" }],
        runs: ["test local.test.mjs"],
        keeps: "others",
      },
    ],
  },
  {
    name: "a directory that is listed goes",
    kind: "places: listings",
    files: {
      ...CLOSED,
      "extras/a.txt": "a\n",
      "extras.test.mjs": nodeCase(FS, `readdirSync("./" + "extras").includes("a.txt")`),
    },
    checks: [nodeTest()],
    mutations: [
      {
        name: "it is deleted",
        steps: [{ delete: "extras" }],
        runs: ["test extras.test.mjs"],
        keeps: "others",
      },
      {
        name: "it is renamed",
        steps: [{ rename: ["extras", "other"] }],
        runs: ["test extras.test.mjs"],
        keeps: "others",
      },
    ],
    idle: [{ write: { "extras/a.txt": "b\n" } }],
  },
];

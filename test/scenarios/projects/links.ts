import { nodeCase, nodeTest, type Scenario } from "../scenario.ts";

const FS = `import { readFileSync, readdirSync, writeFileSync } from "node:fs";`;
const CLOSED = {
  "closed.test.mjs": nodeCase(`import { two } from "./two.mjs";`, "two === 2"),
  "two.mjs": "export const two = 2;\n",
};

/** Files behind links, and files outside of the repository. */
export const LINKS: readonly Scenario[] = [
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
    name: "one file beside the repository is read and another written",
    kind: "places: outside",
    files: {
      ...CLOSED,
      "../shared/limits.json": `{ "max": 1 }\n`,
      "../out/old.txt": "old\n",
      "limits.test.mjs": nodeCase(
        `${FS}\nwriteFileSync("../out/log.txt", "read");`,
        `JSON.parse(readFileSync("../shared/" + "limits.json", "utf8")).max === 1`,
      ),
    },
    checks: [nodeTest()],
    mutations: [
      {
        name: "what is read is edited",
        steps: [{ write: { "../shared/limits.json": `{ "max": 2 }\n` } }],
        runs: ["test limits.test.mjs"],
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
];

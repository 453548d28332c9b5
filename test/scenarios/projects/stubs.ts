import { type Mutation, nodeCase, nodeTest, type Scenario, type Step } from "../scenario.ts";

const FILES = {
  ".gitignore": "node_modules/\ndist/\n",
  "package.json": `{ "private": true, "workspaces": ["lib"] }\n`,
  "lib/source/main.mjs": "export const max = 3;\n",
  "lib/source/other.mjs": "export const max = 4;\n",
  "closed.test.mjs": nodeCase(`import { two } from "./two.mjs";`, "two === 2"),
  "two.mjs": "export const two = 2;\n",
};

const LINKED: readonly Step[] = [
  { link: ["node_modules/lib", "../lib"] },
  { link: ["lib/dist/main.mjs", "../source/main.mjs"] },
];

const MUTATIONS: readonly Omit<Mutation, "runs">[] = [
  { name: "it leads elsewhere", steps: [{ link: ["lib/dist/main.mjs", "../source/other.mjs"] }] },
  {
    name: "its source edited",
    steps: [{ write: { "lib/source/main.mjs": "export const max = 5;\n" } }],
    keeps: "others",
  },
  { name: "it is gone", steps: [{ delete: "lib/dist/main.mjs" }] },
  {
    name: "it is a file",
    steps: [{ delete: "lib/dist/main.mjs" }, { write: { "lib/dist/main.mjs": "export const max = 6;\n" } }],
  },
  {
    name: "it leads to a file that is not tracked",
    steps: [
      { write: { "lib/dist/made.mjs": "export const max = 7;\n" } },
      { link: ["lib/dist/main.mjs", "made.mjs"] },
    ],
  },
];

/**
 * Packages whose entries are links to their sources, which git ignores, as tools leave them for development. A link that a
 * watched command went through counts for all its targets: the graph has only where it leads.
 */
export const STUBS: readonly Scenario[] = [
  { name: "an entry that is a link", entry: `"./dist/main.mjs"`, user: `"lib"` },
  { name: "entries by a pattern that are links", entry: `{ "./*": "./dist/*.mjs" }`, user: `"lib/main"` },
].map(({ name, entry, user }) => ({
  name,
  kind: `packages: stubs: ${name}`,
  files: {
    ...FILES,
    "lib/package.json": `{ "name": "lib", "exports": ${entry} }\n`,
    "max.test.mjs": nodeCase(`import { max } from ${user};`, "max === 3"),
  },
  before: LINKED,
  checks: [nodeTest()],
  mutations: MUTATIONS.map((mutation) => ({ ...mutation, runs: ["test max.test.mjs"] })),
  idle: [{ write: { "lib/source/other.mjs": "export const max = 9;\n" } }],
}));

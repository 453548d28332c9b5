import { type Scenario, sh, type Step } from "../scenario.ts";

interface Read {
  readonly name: string;
  readonly script: string;
  readonly files?: Readonly<Record<string, string>>;
  readonly steps: readonly Step[];
}

const DATA = { "data/x": "fine\n" };
const BROKEN: readonly Step[] = [{ write: { "data/x": "BAD\n" } }];

/** Names are put together when the script runs, so that only watching tells them. */
const READS: readonly Read[] = [
  {
    name: "a name in other letters",
    script: "d=$(printf da)ta; [ -f $d/x ]",
    steps: [{ rename: ["data/x", "data/X"] }],
  },
  {
    name: "a file that becomes a directory",
    script: "d=$(printf da)ta; [ -f $d/x ]",
    steps: [{ delete: "data/x" }, { write: { "data/x/y": "fine\n" } }],
  },
  {
    name: "a directory that becomes a link",
    script: "! grep -rq BAD $(printf da)ta/",
    files: { ...DATA, "other/x": "BAD\n" },
    steps: [{ delete: "data" }, { link: ["data", "other"] }],
  },
  {
    name: "through a number in /proc",
    script: "exec 3< $(printf da)ta/x; ! grep -q BAD /proc/self/fd/3",
    steps: BROKEN,
  },
  {
    name: "by a mapping into memory",
    script: `python3 -c 'import mmap; f = open("da" + "ta/x", "r+b"); assert b"BAD" not in mmap.mmap(f.fileno(), 0)[:]'`,
    steps: BROKEN,
  },
  {
    name: "below a directory that was opened for its place alone",
    script: `python3 -c 'import os; d = os.open("da" + "ta", os.O_PATH); f = os.open("x", os.O_RDONLY, dir_fd=d); assert b"BAD" not in os.read(f, 9)'`,
    steps: BROKEN,
  },
  {
    name: "after going to an opened directory",
    script: `python3 -c 'import os; os.fchdir(os.open("da" + "ta", os.O_RDONLY)); assert "BAD" not in open("x").read()'`,
    steps: BROKEN,
  },
  {
    name: "by a program in another language",
    script: `perl -e 'open(F, "da" . "ta/x"); die if <F> =~ /BAD/'`,
    steps: BROKEN,
  },
  {
    name: "by a thread",
    script: `node -e 'const { Worker } = require("worker_threads"); new Worker("process.exit(require(\\"fs\\").readFileSync([\\"data\\", \\"x\\"].join(\\"/\\")).includes(\\"BAD\\") ? 1 : 0)", { eval: true }).on("exit", (code) => process.exit(code))'`,
    steps: BROKEN,
  },
  {
    name: "in the background",
    script: "d=$(printf da)ta; (grep -q BAD $d/x && kill $$) & wait",
    steps: BROKEN,
  },
  {
    name: "into an archive",
    script: "! tar cf - $(printf da)ta | grep -q BAD",
    steps: BROKEN,
  },
  {
    name: "names entry by entry",
    script: `node -e 'const d = require("fs").opendirSync(["da", "ta"].join("")); let n = 0; while (d.readSync()) n++; process.exit(n === 1 ? 0 : 1)'`,
    steps: [{ write: { "data/y": "fine\n" } }],
  },
  {
    name: "a hidden name",
    script: "cd $(printf da)ta; ! ls -A | grep -q BAD",
    steps: [{ write: { "data/.BAD": "fine\n" } }],
  },
];

/** Files that are read in ways that are not those of most programs. */
export const UNUSUAL_READS: readonly Scenario[] = READS.map(({ name, script, files = DATA, steps }) => ({
  name: `read ${name}`,
  kind: `reads: ${name}`,
  files,
  checks: [sh("reads", script, { type: "test" })],
  mutations: [{ name: "edited", steps, runs: ["reads"] }],
}));

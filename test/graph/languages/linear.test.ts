import { expect, test } from "vitest";
import { extract } from "../../../src/graph/extract.ts";
import { p } from "../repository.ts";

const PIECES = [
  "<script ",
  '<script "',
  "<script></script>",
  "<style>",
  "<style></style>",
  "<!-- ",
  '<img src="',
  "src=",
  "{import(",
  "$(",
  '"$(',
  "`",
  "<<EOF\n",
  "X=$X$X\n",
  "cd a\n",
  "'",
  '"',
  "import ",
  "import(",
  "from . import (",
  "from .",
  "\\\n",
  '"""',
  "# import ",
  "a.b.",
  "---\n",
  "((",
  " ",
  "{{",
];

/** How much longer eight times the text takes than the text; the best of three, because other things run too. */
async function growth(path: string, piece: string): Promise<number> {
  const time = async (size: number): Promise<number> => {
    const bytes = Buffer.from(piece.repeat(Math.ceil(size / piece.length)));
    const start = process.cpuUsage();
    await extract(p(path), bytes);
    const { user, system } = process.cpuUsage(start);
    return user + system;
  };
  let best = Infinity;
  for (let round = 0; round < 3; round += 1) {
    const small = await time(16_000);
    const large = await time(128_000);
    best = Math.min(best, large / Math.max(small, 2_000));
  }
  return best;
}

test.each(["a.vue", "a.svelte", "a.astro", "a.html", "a.graphql", "a.sh", "a.py"])(
  "%s is read in a time that grows with its length, whatever it repeats",
  async (path) => {
    for (const piece of PIECES) expect([piece, (await growth(path, piece)) < 32]).toEqual([piece, true]);
  },
  600_000,
);

const CODE = [
  "path.join(A, B);\n",
  "a = join(A, process.cwd());\n",
  "const A = `${B}/c` + B;\n",
  "import 'child_process'; execSync(`a ${b} | c $(d)`);\n",
  "x({ dir: ['a', 'b'] });\n",
  "glob('a', 'b', ",
  "x = { alias: { a: b, c: join(d, e) } };\n",
  "const f = (a) => join(f(a), f(a)); f(f);\n",
  "{ const a = ['./b', a]; module.exports = { c: [a] }; }\n",
  "export default { a: b ? './c' : './d',\n",
  "export default x({ y: './z' }, ",
  "/** @import a */\n",
  "export default './a' /* ",
  "export default './a' + `",
  "// './a' './b'\n",
  "/* './a' */ './b'\n",
  "file.includes(join(A, b)); const b = join(A, c);\n",
];

test("code is read in a time that grows with its length, whatever it repeats", async () => {
  for (const piece of CODE) expect([piece, (await growth("a.ts", piece)) < 32]).toEqual([piece, true]);
}, 600_000);

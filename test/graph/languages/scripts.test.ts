import { describe, expect, test } from "vitest";
import { extract } from "../../../src/graph/extract.ts";
import { edges, graphOf, p } from "../repository.ts";

async function brief(path: string, text: string): Promise<readonly string[]> {
  const { references } = await extract(p(path), Buffer.from(text));
  return references
    .filter(({ specifier }) => specifier !== "(conftest)")
    .map((one) => `${one.line} ${one.kind} ${one.specifier}`);
}

describe("a script of shell refers to", () => {
  test.each<[what: string, text: string, expected: readonly string[]]>([
    ["what it sources", "set -e\n. ./x.sh\nsource y.sh", ["2 path ./x.sh", "3 path y.sh"]],
    ["what lies beside it", 'DIR="$(cd "$(dirname "$0")/.." && pwd)"\n. "$DIR/x.sh"', ["2 path ./../x.sh"]],
    [
      "what it starts",
      "./x.sh\nbash y.sh\nnode bin/z.js --a",
      ["1 path ./x.sh", "2 path y.sh", "3 path bin/z.js"],
    ],
    ["what is started in a text", "bash -c 'node ./x.js'", ["1 path ./x.js", "1 path node ./x.js"]],
    ["what is started in a substitution", 'echo "$(node ./x.js)"', ["1 path ./x.js"]],
    ["what it reads", "cat ./x.txt < y.txt | grep -q ./z", ["1 path y.txt", "1 path ./x.txt", "1 path ./z"]],
    ["files that fit", "cat x/*.txt", ["1 pattern x/*.txt"]],
    ["what lies where it goes", "cd x\n. ./y.sh", ["2 path ./y.sh", "2 path x/./y.sh"]],
    ["nothing in a comment or a document", "# . ./x.sh\ncat <<EOF\n. ./y.sh\nEOF\necho a", ["5 path a"]],
    ["nothing of its own functions", "f() {\n  echo a\n}\nf", ["2 path a"]],
    [
      "nothing that it only compares with",
      'while read -r a; do case $a in *.ts|*stop*) . ./x.sh ;;\n  *a*) echo "$(cat ./y)" ;; esac; done',
      ["1 path a", "1 path ./x.sh", "2 path ./y"],
    ],
    ["anything by eval", 'eval "$x"', ["1 opaque the program eval"]],
    ["anything by a computed name", '. "$x"', ["1 opaque source of a name that is made when it runs"]],
    [
      "anything by a variable with two values",
      "X=a\nX=b\n. $X",
      ["3 opaque source of a name that is made when it runs"],
    ],
    ["anything by a program that is not known", "make all", ["1 opaque the program make"]],
    [
      "anything by a program of any name",
      '"$x" a',
      ["1 opaque a program by a name that is made when it runs"],
    ],
    ["anything if it does not end", "echo 'a", ["1 opaque (it cannot be read to its end)"]],
  ])("a script of shell refers to %s", async (_, text, expected) => {
    expect(await brief("a.sh", text)).toEqual(expected);
  });
});

describe("a module of Python refers to", () => {
  test.each<[what: string, text: string, expected: readonly string[]]>([
    ["what it imports", "import a.b as c, d", ["1 python a.b", "1 python d"]],
    [
      "what it takes from others",
      "from a import (\n  b, # c\n  d as e)",
      ["1 python a", "1 python a.b", "1 python a.d"],
    ],
    [
      "what lies beside it",
      "from . import a\nfrom ..b.c import d",
      ["1 python .a", "2 python ..b.c", "2 python ..b.c.d"],
    ],
    ["what a function imports", "def f():\n    import a", ["2 python a"]],
    ["what continues on the next line", "from a \\\n  import b", ["1 python a", "1 python a.b"]],
    ["what strings name", 'pytest_plugins = ["a.b"]', ["1 python a.b", "1 path a.b"]],
    ["nothing in strings and comments", '"""\nimport a\n"""\n# import b\nx = "import c"', []],
    [
      "a file by the parts of its name",
      'open(os.path.join("data", "a.json"))',
      ["1 python a.json", "1 path a.json", "1 path data/a.json"],
    ],
    ["anything by importlib", "import importlib", ["1 python importlib", "1 opaque importlib"]],
    ["anything by another path", "import sys\nsys.path.append(x)", ["1 python sys", "2 opaque sys.path"]],
  ])("a module of Python refers to %s", async (_, text, expected) => {
    expect(await brief("a.py", text)).toEqual(expected);
  });

  test.each<[what: string, text: string, expected: readonly string[]]>([
    ["a package and its module", "import app.price", ["app/__init__.py", "app/price.py"]],
    ["a name in a module", "from app.price import total", ["app/__init__.py", "app/price.py"]],
    ["a module under src", "import core.x", ["src/core/x.py"]],
    ["what lies beside it", "from . import helper", ["tests/helper.py"]],
    ["a module somewhere else", "import tools.y", ["deep/er/tools/y.py"]],
    ["nothing that Python has itself", "import types, json", []],
  ])("a module of Python is led to %s", async (_, text, expected) => {
    const others = [
      "app/__init__.py",
      "app/price.py",
      "src/core/x.py",
      "tests/helper.py",
      "deep/er/tools/y.py",
      "deep/types.py",
    ];
    const files = { ...Object.fromEntries(others.map((path) => [path, ""])), "tests/test_a.py": text };
    const { graph } = await graphOf({ files });
    expect(edges(graph, "tests/test_a.py")).toEqual(expected);
  });

  test("a module of Python refers to what a test runner loads from the directories above", async () => {
    const { graph } = await graphOf({
      files: { "t/u/test_a.py": "", "t/conftest.py": "", "conftest.py": "", "x/conftest.py": "" },
    });
    expect(edges(graph, "t/u/test_a.py")).toEqual(["t/conftest.py", "conftest.py"]);
  });
});

test("a document of GraphQL refers to what its comments import", async () => {
  const files = {
    "q/a.graphql": '# import T from "b.graphql"\n#import "./c.graphql"\nquery { a }',
    "q/b.graphql": "",
    "q/c.graphql": "",
  };
  const { graph } = await graphOf({ files });
  expect(edges(graph, "q/a.graphql")).toEqual(["q/b.graphql", "q/c.graphql"]);
});

import { beforeAll, expect, it } from "vitest";
import type { CheckInput } from "../../src/index.ts";
import { audit } from "../rig/audit.ts";
import { rigWith } from "../rig/incremental.ts";
import { findStrace } from "../rig/strace.ts";

beforeAll(() => void findStrace());

it("audit suggests an edge for an import that only running the code can resolve", async () => {
  const check: CheckInput = {
    name: "test",
    type: "test",
    command: process.execPath,
    args: ["--test", "{files}"],
    files: ["test/*.test.js"],
  };
  const rig = rigWith(check);
  rig.write("package.json", '{ "name": "a", "type": "module" }');
  rig.write("src/load.js", "import './known.js';\nexport const load = (name) => import(name);\n");
  rig.write("src/known.js", "export {};\n");
  rig.write("src/other.js", "export {};\n");
  rig.write("plugins/one.js", "export {};\n");
  rig.write("plugins/two.js", "export {};\n");
  rig.write(
    "test/a.test.js",
    'import { load } from "../src/load.js";\nfor (const name of ["one", "two"]) await load(new URL(["..", String("plugins"), name + ".js"].join("/"), import.meta.url));\n',
  );
  rig.write("test/b.test.js", "export {};\n");
  rig.commitAll();
  const { checks } = await audit(rig);
  expect(checks["test"]?.edges).toEqual([{ from: "src/load.js", line: 2, to: ["plugins/**"] }]);
  const { stdout } = await rig.verification(["audit"]);
  expect(stdout).toContain("src/load.js:2 imports something by a computed name");
  expect(stdout).toContain('→ edges: [{ from: "src/load.js", to: ["plugins/**"] }]');

  rig.config({ checks: [check], edges: [{ from: "src/load.js", to: ["plugins/**"] }] });
  expect((await audit(rig)).checks["test"]?.edges).toEqual([]);
});

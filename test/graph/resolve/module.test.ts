import { describe, expect, test } from "vitest";
import { edges, graphOf } from "../repository.ts";

describe("a package of the repository leads to its code as well as to its declarations", () => {
  test.each([
    [{ main: "x.js", types: "x.d.ts" }, ["x.d.ts", "x.js"]],
    [{ main: "x.js" }, ["x.d.ts", "x.js"]],
    [{ main: "x", typings: "x" }, ["x.d.ts", "x.js"]],
    [{ main: "x.js", module: "m.js" }, ["m.js", "x.js"]],
  ])(
    "a package of the repository leads to its code as well as to its declarations: %j",
    async (fields, expected) => {
      const { graph } = await graphOf({
        files: {
          "package.json": JSON.stringify(fields),
          "x.js": "",
          "x.d.ts": "",
          "m.js": "",
          "src/a.js": "require('..')",
        },
      });
      expect(edges(graph, "src/a.js")).toEqual(expected);
    },
  );

  test("a package of the repository leads to its code as well as to its declarations, also through the paths of a configuration that does not include the file", async () => {
    const { graph } = await graphOf({
      files: {
        "tsconfig.json": '{ "compilerOptions": { "paths": { "lib": ["./lib/x"] } }, "include": ["lib"] }',
        "lib/x.js": "",
        "lib/x.d.ts": "",
        "test/a.js": "import 'lib'",
      },
    });
    expect(edges(graph, "test/a.js")).toEqual(["lib/x.d.ts", "lib/x.js"]);
  });
});

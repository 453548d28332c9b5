import { expect, it } from "vitest";
import { createLocate } from "../../../src/run/parse/locate.ts";

const FILES = new Set(["@a.ts", "-b.ts", "pkg/[id].ts", "pkg/http:x.ts", "pkg/\\d.ts", "pkg/c.ts"]);
const locate = (cwd: string) => createLocate({ roots: ["/repo"], cwd, isFile: (path) => FILES.has(path) });

it("a file is found however it is printed, also as it was given", () => {
  expect(locate(".")("./@a.ts")).toEqual({ path: "@a.ts", exists: true });
  expect(locate(".")("./-b.ts")).toEqual({ path: "-b.ts", exists: true });
  expect(locate("pkg")("./[id].ts")).toEqual({ path: "pkg/[id].ts", exists: true });
  expect(locate("pkg")("../@a.ts")).toEqual({ path: "@a.ts", exists: true });
  expect(locate("pkg")("/repo/pkg/[id].ts")).toEqual({ path: "pkg/[id].ts", exists: true });
});

it("a name that looks like an address or a path of another system is a name where there is such a file", () => {
  expect(locate("pkg")("http:x.ts")).toEqual({ path: "pkg/http:x.ts", exists: true });
  expect(locate("pkg")("\\d.ts")).toEqual({ path: "pkg/\\d.ts", exists: true });
  expect(locate("pkg")(".\\c.ts")).toEqual({ path: "pkg/c.ts", exists: true });
  expect(locate("pkg")("http:y.ts")).toBeNull();
});

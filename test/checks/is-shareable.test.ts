import { expect, it } from "vitest";
import { isShareable } from "../../src/checks/is-shareable.ts";
import { observedSet } from "../../src/paths/path-sets.ts";
import type { Access } from "../../src/vocabulary/tree/path-set.ts";

it.each<[string, Access, boolean]>([
  ["src/a.ts", "content", true],
  ["/usr/bin/node", "content", true],
  ["~/.nvm/versions/node/v20.19.0/bin/node", "content", true],
  ["~/.local/share/fnm/node-versions/v20.19.0/installation/bin/node", "content", true],
  ["~/.volta/tools/image/node/20.19.0/bin/node", "content", true],
  ["~/.nvm/alias/default", "content", false],
  ["~/.npmrc", "content", false],
  ["~/.nvmrc/versions", "names", false],
  ["~/.npmrc", "presence", true],
  ["/srv/data/x.json", "content", false],
])("%s, which counts by its %s, may be shared: %s", (place, access, expected) => {
  expect(isShareable(observedSet([], [[place, access]]).set)).toBe(expected);
});

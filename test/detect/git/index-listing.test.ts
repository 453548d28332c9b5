import { expect, test } from "vitest";
import { parseIndexListing } from "../../../src/detect/git/index-listing.ts";

const ID = "a".repeat(40);

test("a listing is read with its kinds and flags; excluded files and conflicts are left out", () => {
  const records = [
    `H 100644 ${ID} 0\tfile`,
    `h 100755 ${ID} 0\tassumed\ttab`,
    `S 120000 ${ID} 0\tskipped`,
    `s 100644 ${ID} 0\tboth`,
    `H 160000 ${ID} 0\tmodule`,
    `M 100644 ${ID} 1\tconflict`,
    `M 100644 ${ID} 2\tconflict`,
    `H 100644 ${ID} 0\texcluded`,
  ];
  const listing = parseIndexListing(Buffer.from(`${records.join("\0")}\0`), (path) => path === "excluded");
  expect([...listing.files].map(([path, { kind }]) => `${path} ${kind}`)).toEqual([
    "file file",
    "assumed\ttab executable",
    "skipped symlink",
    "both file",
    "module submodule",
  ]);
  expect([...listing.hidden]).toEqual([
    ["assumed\ttab", "assumed"],
    ["skipped", "skipped"],
    ["both", "skipped"],
  ]);
  expect(listing).toMatchObject({ submodules: ["module"], links: ["skipped"] });
});

test("ids of SHA-256 and an empty listing are read", () => {
  const id = "b".repeat(64);
  const listing = parseIndexListing(Buffer.from(`H 100644 ${id} 0\tä\0`), () => false);
  expect([...listing.files]).toEqual([["ä", { kind: "file", id }]]);
  expect(parseIndexListing(Buffer.alloc(0), () => false).files.size).toBe(0);
});

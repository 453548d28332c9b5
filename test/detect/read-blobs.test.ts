import { expect, it } from "vitest";
import { readBlobs } from "../../src/detect/read-blobs.ts";
import { hashBlob } from "../../src/system/hash-blob.ts";
import type { ContentId } from "../../src/vocabulary/path.ts";
import { Rig } from "../rig/rig.ts";

it("reads the blobs that git has, byte by byte, and leaves out the rest", async () => {
  const rig = new Rig();
  const contents = [Buffer.from("text\n\n"), Buffer.from([0, 10, 255, 10]), Buffer.alloc(0)];
  for (const [index, content] of contents.entries()) rig.write(`${index}`, content);
  rig.write("large", "x".repeat(1000));
  const commit = rig.commitAll();
  const known = contents.map((content) => hashBlob(content, "sha1"));
  const large = hashBlob(Buffer.from("x".repeat(1000)), "sha1");
  const ids = [...known, large, "1".repeat(40) as ContentId, commit as ContentId];
  const found = await readBlobs({ root: rig.root, ids, maxBytes: 100 });
  expect([...found.keys()].sort()).toEqual([...known].sort());
  for (const [index, id] of known.entries()) expect(found.get(id)).toEqual(contents[index]);
});

it("finds nothing without git", async () => {
  const { root } = new Rig({ git: false });
  expect(await readBlobs({ root, ids: ["1".repeat(40) as ContentId], maxBytes: 100 })).toEqual(new Map());
});

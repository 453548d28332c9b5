import { brotliCompressSync, constants } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { identifyPathSet } from "../../src/paths/path-sets.ts";
import { BUNDLE_DOMAIN, type BundleContent, MAGIC } from "../../src/shared/bundle/bundle.ts";
import { openBundle, type OpenedBundle } from "../../src/shared/bundle/open-bundle.ts";
import { digestFingerprints, sealBundle } from "../../src/shared/bundle/seal-bundle.ts";
import { LIMITS } from "../../src/shared/limits.ts";
import { createSigningKey, readPublicKey, type SigningKey } from "../../src/shared/trust/keys.ts";
import { createWriters } from "../../src/shared/writers.ts";
import { sharedContent } from "../../src/store/database/shapes.ts";
import type { PathSet } from "../../src/vocabulary/tree/path-set.ts";
import { verdict } from "../store/support.ts";

const SET: PathSet = { kind: "predicted", parts: ["content"], accesses: [] };
const { key } = createSigningKey();
const trusted = [readPublicKey(`${key.publicText} ci`)].flatMap((each) => each ?? []);
const label = { repository: "example.org/team/app", scope: "main", check: "lint", runId: "r-1", at: 1 };

function contentOf(...statuses: readonly ("passed" | "failed")[]): BundleContent {
  const verdicts = statuses.map((status, index) => ({
    ...verdict(index, { check: "lint", status, pathSet: identifyPathSet(SET), isShareable: true }),
    createdAt: 1,
  }));
  return { pathSets: [SET], verdicts };
}

function open(bytes: Buffer, keys = trusted): OpenedBundle {
  return openBundle(bytes, {
    repository: label.repository,
    scope: label.scope,
    writers: createWriters(keys, "main")("main"),
    isContent: sharedContent,
  });
}

/** A bundle with any header and body, rightly signed. */
function forge(header: object, body: Buffer, signer: SigningKey = key): Buffer {
  const head = Buffer.from(JSON.stringify(header));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(head.length);
  return Buffer.concat([MAGIC, length, head, signer.sign([BUNDLE_DOMAIN, head, body]), body]);
}

function headerOf(content: BundleContent, inflated: number): object {
  const fingerprints = digestFingerprints(content.verdicts);
  return { version: 1, ...label, writer: key.id, verdicts: content.verdicts.length, fingerprints, inflated };
}

describe("a bundle", () => {
  const content = contentOf("passed", "failed");
  const sealed = sealBundle(content, label, key);

  it("gives back what was put into it", () => {
    const opened = open(sealed);
    expect("content" in opened && opened.content).toEqual(content);
  });

  it("is refused with any bit changed", () => {
    fc.assert(
      fc.property(fc.nat(sealed.length * 8 - 1), (bit) => {
        const changed = Buffer.from(sealed);
        changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        expect(open(changed)).toHaveProperty("refused");
      }),
      { numRuns: 1000 },
    );
  });

  it("is refused cut short anywhere, and with something behind it", () => {
    for (let length = 0; length < sealed.length; length++)
      expect(open(sealed.subarray(0, length))).toHaveProperty("refused");
    expect(open(Buffer.concat([sealed, Buffer.from("x")]))).toHaveProperty("refused");
    expect(open(Buffer.from("<html>Not found</html>"))).toEqual({ refused: "damaged" });
  });

  it("is refused from an unknown writer, also one that calls itself by another's id", () => {
    const stranger = createSigningKey().key;
    expect(open(sealBundle(content, label, stranger))).toEqual({ refused: "by an unknown writer" });
    const posing: SigningKey = { ...stranger, id: key.id };
    expect(open(sealBundle(content, label, posing))).toEqual({ refused: "with a wrong signature" });
  });

  it("is refused for another repository, another scope and another version", () => {
    const elsewhere = { ...label, repository: "example.org/team/other" };
    expect(open(sealBundle(content, elsewhere, key))).toEqual({ refused: "of another repository" });
    expect(open(sealBundle(content, { ...label, scope: "topic" }, key))).toEqual({
      refused: "of another scope",
    });
    const body = brotliCompressSync(JSON.stringify(content));
    const header = { ...headerOf(content, JSON.stringify(content).length), version: 2 };
    expect(open(forge(header, body))).toEqual({ refused: "of another version" });
  });

  it("is refused for the base branch from a writer who is trusted for branches only", () => {
    const branches = [readPublicKey(`${key.publicText} branches alice`)].flatMap((each) => each ?? []);
    expect(open(sealBundle(content, label, key), branches)).toEqual({
      refused: "by a writer who is trusted for branches only",
    });
  });

  it("is not inflated further than its header says, nor beyond the limit", () => {
    const params = { [constants.BROTLI_PARAM_QUALITY]: 1 };
    const bomb = brotliCompressSync(Buffer.alloc(256 * 1024 * 1024, " "), { params });
    expect(bomb.length).toBeLessThan(256 * 1024);
    expect(open(forge(headerOf(content, 100), bomb))).toEqual({ refused: "damaged" });
    expect(open(forge(headerOf(content, 256 * 1024 * 1024), bomb))).toEqual({ refused: "too large" });
    expect(open(Buffer.alloc(LIMITS.bundleBytes + 1))).toEqual({ refused: "too large" });
  });

  it("is refused where it holds what it does not say, though its writer is trusted", () => {
    const [first] = content.verdicts;
    const bodies: readonly unknown[] = [
      null,
      { verdicts: [], pathSets: [] },
      { ...content, verdicts: [first] },
      { ...content, pathSets: [] },
      { ...content, verdicts: content.verdicts.map((each) => ({ ...each, check: "other" })) },
      { ...content, verdicts: content.verdicts.map((each) => ({ ...each, isShareable: false })) },
      { ...content, verdicts: content.verdicts.map((each) => ({ ...each, status: "green" })) },
    ];
    for (const body of bodies) {
      const json = Buffer.from(JSON.stringify(body));
      const forged = forge(headerOf(content, json.length), brotliCompressSync(json));
      expect(open(forged)).toEqual({ refused: "damaged" });
    }
  });

  it("is refused where it has two verdicts for one fingerprint, or reads what is a machine's own", () => {
    const [first] = content.verdicts;
    if (first === undefined) throw new Error("no verdict");
    const twice: BundleContent = { ...content, verdicts: [first, { ...first, status: "failed" }] };
    expect(open(sealBundle(twice, label, key))).toEqual({ refused: "damaged" });
    const set: PathSet = { kind: "observed", parts: [], accesses: [["content", "~/.config", ["secret"]]] };
    const local = { pathSets: [set], verdicts: [{ ...first, pathSet: identifyPathSet(set) }] };
    expect(open(sealBundle(local, label, key))).toEqual({ refused: "damaged" });
  });
});

import { chmodSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { type CompiledPlace, keepCompiled, readCompiled } from "../../../src/store/kept/compiled-code.ts";
import { createKey } from "../../../src/store/key.ts";
import { makeDir } from "../support.ts";

const SOURCE = Buffer.from("module.exports = 1;");
const CODE = Buffer.from("what the engine made of it");
const KEPT = { code: CODE, round: 2 };
const key = createKey(Buffer.alloc(32, 1));

let directory = "";
let place: CompiledPlace;
const others = (changes: Partial<CompiledPlace>): CompiledPlace => ({ ...place, ...changes });
const kept = (): readonly string[] => readdirSync(directory).map((name) => join(directory, name));

beforeEach(() => {
  directory = makeDir();
  mkdirSync(directory, { recursive: true });
  place = { file: "/p/cli.cjs", source: SOURCE, directory, key };
});

describe.runIf(process.platform === "linux")("compiled code", () => {
  it("is read as it was kept, and replaced by what is kept later", () => {
    expect(readCompiled(place)).toBeNull();
    keepCompiled(place, { code: Buffer.from("before"), round: 1 });
    keepCompiled(place, KEPT);
    expect(readCompiled(place)).toEqual(KEPT);
    expect(kept()).toHaveLength(1);
  });

  it("is not run for another source, be it as long, nor with the seal of another key", () => {
    keepCompiled(place, KEPT);
    expect(readCompiled(others({ source: Buffer.from("module.exports = 2;") }))).toBeNull();
    expect(readCompiled(others({ key: createKey(Buffer.alloc(32, 2)) }))).toBeNull();
    expect(readCompiled(others({ file: "/q/cli.cjs" }))).toBeNull();
  });

  it("is not run where a single bit of it is another", () => {
    keepCompiled(place, KEPT);
    const [file = ""] = kept();
    const good = readFileSync(file);
    // The rest of the head is room.
    const meant = fc.nat(good.length - 1).filter((at) => at <= 32 || at >= 64);
    fc.assert(
      fc.property(meant, fc.nat(7), (at, bit) => {
        const bad = Buffer.from(good);
        bad.writeUInt8(bad.readUInt8(at) ^ (1 << bit), at);
        writeFileSync(file, bad);
        expect(readCompiled(place)).toBeNull();
      }),
    );
    for (const length of [0, 31, 64, good.length - 1]) {
      writeFileSync(file, good.subarray(0, length));
      expect(readCompiled(place)).toBeNull();
    }
    writeFileSync(file, good);
    expect(readCompiled(place)).toEqual(KEPT);
  });

  it("is not run where others could have written it", () => {
    keepCompiled(place, KEPT);
    const [file = ""] = kept();
    chmodSync(file, 0o620);
    expect(readCompiled(place)).toBeNull();
  });

  it("is kept for a few versions, and the oldest goes first", () => {
    for (let version = 0; version < 12; version += 1) {
      keepCompiled(others({ file: `/${version}/cli.cjs` }), KEPT);
      for (const file of kept()) utimesSync(file, new Date(version * 1000), new Date(version * 1000));
    }
    expect(kept()).toHaveLength(8);
    expect(readCompiled(others({ file: "/11/cli.cjs" }))).toEqual(KEPT);
  });

  it("is not kept where there is no place for it", () => {
    const nowhere = others({ directory: join(directory, "absent") });
    keepCompiled(nowhere, KEPT);
    expect(readCompiled(nowhere)).toBeNull();
  });
});

import { expect, it } from "vitest";
import type { FoundDocument } from "../../src/config/find-document.ts";
import { type KnownConfigurations, readKnown } from "../../src/config/known-configuration.ts";
import type { ConfigInput } from "../../src/config/schema/schema.ts";

function found(value: unknown, text: string | null = JSON.stringify(value)): FoundDocument {
  const at = { file: "verification.json" };
  const source = { file: at.file, path: `/${at.file}`, others: [] };
  return { source, document: { file: at.file, value, locate: () => at, locateKey: () => at }, text };
}

function memory(): KnownConfigurations & { readonly kept: Map<string, ConfigInput> } {
  const kept = new Map<string, ConfigInput>();
  return { kept, find: (digest) => kept.get(digest), keep: (digest, input) => void kept.set(digest, input) };
}

const VALID = { checks: [{ name: "one", command: "true" }] };

it("a valid configuration is kept and not validated again", async () => {
  const known = memory();
  const first = await readKnown(found(VALID), known);
  expect(first).toMatchObject({ ok: true, value: { declared: { input: VALID } } });
  expect(known.kept.size).toBe(1);
  const [digest = ""] = known.kept.keys();
  known.kept.set(digest, { checks: [{ name: "kept", command: "true" }] });
  const second = await readKnown(found(VALID), known);
  expect(second).toMatchObject({ ok: true, value: { declared: { checks: [{ fields: { name: "kept" } }] } } });
});

it("a kept configuration is recognised by its text", async () => {
  const known = memory();
  await readKnown(found(VALID), known);
  const other = { checks: [{ name: "other", command: "true" }] };
  expect(await readKnown(found(other), known)).toMatchObject({ value: { declared: { input: other } } });
});

it.each([
  ["is not valid", found({ checks: 1 })],
  ["a program gave", found(VALID, null)],
])("a configuration that %s is not kept", async (_, document) => {
  const known = memory();
  await readKnown(document, known);
  expect(known.kept.size).toBe(0);
});

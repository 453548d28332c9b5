import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { provenanceOf, sharedOrigin, worktreeOf } from "../../src/checks/origins.ts";
import { findAbove } from "../../src/shared/trust/files-above.ts";
import { createSigningKey, readPublicKey, readSecretKey } from "../../src/shared/trust/keys.ts";
import { identifyRepository } from "../../src/shared/trust/remote-repository.ts";
import { decideScopes, type ScopeFacts } from "../../src/shared/trust/share-scopes.ts";

describe("a repository", () => {
  it("is the same however it was cloned, and never another", () => {
    const same = [
      "https://github.com/unjs/ofetch",
      "https://github.com/unjs/ofetch.git",
      "https://token@GitHub.com/unjs/ofetch.git/",
      "ssh://git@github.com:22/unjs/ofetch.git",
      "git@github.com:unjs/ofetch.git",
      "git://github.com/unjs/ofetch",
    ];
    expect(new Set(same.map(identifyRepository))).toEqual(new Set(["github.com/unjs/ofetch"]));
    const others = [
      "https://github.com/unjs/ofetch2",
      "https://github.com/mallory/ofetch",
      "https://gitlab.com/unjs/ofetch",
      "/srv/git/ofetch.git",
      "/srv/other/ofetch.git",
      "../ofetch",
    ];
    expect(new Set([...same, ...others].map(identifyRepository)).size).toBe(1 + others.length);
    expect(identifyRepository("file:///srv/git/ofetch.git")).toBe(identifyRepository("/srv/git/ofetch"));
  });
});

describe("what a run reads and writes", () => {
  const facts: ScopeFacts = { base: "main", checkedOut: "topic", ci: null, isInsisting: false };
  const ci = { defaultBranch: "main", branch: null, isOwn: "unknown" } as const;

  it.each<[string, Partial<ScopeFacts>, readonly string[], string | null]>([
    ["a branch", {}, ["topic", "main"], "topic"],
    ["main", { checkedOut: "main" }, ["main"], "main"],
    ["no branch", { checkedOut: null }, ["main"], null],
    ["a CI that says nothing", { ci }, ["topic", "main"], null],
    ["one where main insists", { ci, isInsisting: true }, ["topic", "main"], "topic"],
    ["a fork, though main insists", { ci: { ...ci, isOwn: false }, isInsisting: true }, ["main"], null],
    ["a fork's branch of a name of ours", { ci: { ...ci, branch: "topic", isOwn: false } }, ["main"], null],
    ["a fork's main", { ci: { ...ci, branch: "main", isOwn: false } }, ["main"], null],
    ["a job of a branch", { ci: { ...ci, branch: "other", isOwn: true } }, ["other", "main"], "other"],
  ])("a run reads and writes the scopes of %s", (_, some, reads, writes) => {
    expect(decideScopes({ ...facts, ...some })).toMatchObject({ reads, writes });
  });
});

describe("keys", () => {
  it("are read as they are written, and as nothing else", () => {
    const { key, secretText } = createSigningKey();
    expect(readSecretKey(`${secretText}\n`)?.publicText).toBe(key.publicText);
    expect(readPublicKey(key.publicText)).toMatchObject({ id: key.id, name: key.id, onlyBranches: false });
    expect(readPublicKey(`${key.publicText} branches a b`)).toMatchObject({
      name: "a b",
      onlyBranches: true,
    });
    for (const wrong of ["", "ed25519:", `${key.publicText}x`, key.publicText.slice(0, -1), secretText])
      expect(readPublicKey(wrong)).toBeNull();
    for (const wrong of ["", key.publicText, secretText.slice(0, -1), `${secretText} x`])
      expect(readSecretKey(wrong)).toBeNull();
  });

  it("sign parts, not their sum", () => {
    const { key } = createSigningKey();
    const trusted = readPublicKey(key.publicText);
    const signature = key.sign(["ab", "c"]);
    expect(trusted?.hasSigned(["ab", "c"], signature)).toBe(true);
    expect(trusted?.hasSigned(["a", "bc"], signature)).toBe(false);
    expect(trusted?.hasSigned(["ab", "c"], Buffer.alloc(63))).toBe(false);
  });
});

describe("an origin", () => {
  it("tells who has reached a verdict elsewhere, and is no worktree", () => {
    const from = { writer: "0123456789abcdef", runId: "20260101-000000-abcdef", scope: "fix/a#1:b" };
    expect(provenanceOf(sharedOrigin(from))).toEqual(from);
    expect(worktreeOf(sharedOrigin(from))).toBeNull();
    expect(provenanceOf("other#0123")).toBeNull();
    expect(provenanceOf("shared:nonsense")).toBeNull();
  });
});

describe("what lies above a checkout", () => {
  it.each(["package.json", ".prettierrc.mjs", ".mocharc.yml", "eslint.config.mts", ".pnp.cjs", "pytest.ini"])(
    "is found by its name: %s",
    (name) => {
      const base = mkdtempSync(join(tmpdir(), "verification-above-"));
      onTestFinished(() => rmSync(base, { recursive: true, force: true }));
      const root = join(base, "work/repository");
      mkdirSync(root, { recursive: true });
      // In the repository itself it is nobody else's.
      writeFileSync(join(root, name), "");
      expect(findAbove(root)).toBeNull();
      writeFileSync(join(base, name), "");
      expect(findAbove(root)).toBe(join(base, name));
    },
  );
});

import { describe, expect, it } from "vitest";
import { BoundedOutput } from "../../src/run/output/bounded-output.ts";
import { createRedact } from "../../src/secrets/redact.ts";
import { PLAIN, SECRETS } from "./secret-corpus.ts";

const redact = createRedact({ env: {}, isPath: () => false });

describe("redacting", () => {
  it("takes out the values of variables whose names speak of a secret", () => {
    const env = {
      DEPLOY_TOKEN: "correct horse",
      API_KEY: "battery-staple",
      HOME: "/home/someone",
      MY_SECRET: "short",
    };
    const redact = createRedact({ env, isPath: () => false });
    expect(redact("correct horse in /home/someone, short, battery-staple!")).toBe(
      "[redacted] in /home/someone, short, [redacted]!",
    );
  });

  it("takes out the longer of two values that overlap", () => {
    const redact = createRedact({
      env: { A_TOKEN: "abcdefgh", B_TOKEN: "abcdefghijkl" },
      isPath: () => false,
    });
    expect(redact("abcdefghijkl abcdefgh")).toBe("[redacted] [redacted]");
  });

  it("leaves a value that only says where something is", () => {
    const redact = createRedact({
      env: { KEY_FILE: "/etc/keys/one" },
      isPath: (value) => value === "/etc/keys/one",
    });
    expect(redact("reads /etc/keys/one")).toBe("reads /etc/keys/one");
  });

  it.each([
    `ghp_${"a1B2".repeat(9)}`,
    `github_pat_${"11ABC_def".repeat(5)}`,
    "AKIAIOSFODNN7EXAMPLE",
    `sk-proj-${"abcd1234".repeat(5)}`,
    "xoxb-123456789012-abcdefghijkl",
    `npm_${"a".repeat(36)}`,
    `eyJ${"hbGciOi".repeat(3)}.eyJ${"zdWIiOi".repeat(3)}.${"sig-nature_".repeat(3)}`,
  ])("takes out what has the shape of a token: %s", (token) => {
    expect(redact(`token=${token}, next`)).toBe("token=[redacted], next");
    expect(redact(`"${token}"`)).toBe('"[redacted]"');
  });

  it("takes out private keys, whole or cut, as text or within JSON", () => {
    const body = "MIIEvQIBADANBg+/=";
    const key = (end: string): string =>
      `-----BEGIN RSA PRIVATE KEY-----${end}${body}${end}-----END RSA PRIVATE KEY-----`;
    expect(redact(`a ${key("\n")} b ${key(String.raw`\n`)} c`)).toBe("a [redacted] b [redacted] c");
    expect(redact(`-----BEGIN PRIVATE KEY-----\n${body}\n(cut)`)).toBe("[redacted](cut)");
  });

  it("takes the password out of an address", () => {
    expect(redact("cloning https://user:hunter2@example.com/a.git")).toBe(
      "cloning https://user:[redacted]@example.com/a.git",
    );
  });

  it.each(SECRETS.map((each) => [each.text, each] as const))("takes the secret out of: %s", (_, each) => {
    const { env = {}, declared = [], text, secret } = each;
    const redacted = createRedact({ env, declared: new Set(declared), isPath: () => false })(text);
    for (const part of [secret].flat()) expect(redacted).not.toContain(part);
    expect(redacted).toContain("[redacted]");
  });

  it.each(PLAIN.map((each) => [each.text, each] as const))("leaves as it is: %s", (_, each) => {
    const { env = {}, declared = [], text } = each;
    expect(createRedact({ env, declared: new Set(declared), isPath: () => false })(text)).toBe(text);
  });

  it("says the same when it is asked twice", () => {
    for (const { env = {}, text } of SECRETS) {
      const redact = createRedact({ env, isPath: () => false });
      expect(redact(redact(text))).toBe(redact(text));
    }
  });

  it("takes out the halves of a secret whose middle was left out", () => {
    const redact = createRedact({ env: { DB_PASS: "correct-horse-battery" }, isPath: () => false });
    const output = new BoundedOutput(64);
    for (const part of [
      "x".repeat(24),
      "correct-",
      "horse-battery",
      "y".repeat(100),
      "correct-horse-bat",
      "tery",
      "z".repeat(24),
    ])
      output.add(Buffer.from(part));
    expect(output.toString()).toMatch(/correct-\n\[.*\]\n-battery/);
    const redacted = redact(output.toString());
    expect(redacted).toMatch(/^x+\[redacted\]\n\[\.\.\. \d+ bytes left out \.\.\.\]\n\[redacted\]z+$/);
  });

  it("redacting leaves ordinary words alone", () => {
    const text =
      "task-force-of-twenty-people-and-more disk-usage eyJ.eyJ src/skill.ts:3:5 https://example.com:80/a@b";
    expect(redact(text)).toBe(text);
  });

  it.each([
    "eyJa",
    "eyJa-",
    "sk-",
    "-----BEGIN PRIVATE KEY-----",
    "-----BEGIN PRIVATE KEY-----\nA",
    "://a:",
    "://a:b@",
    "://aaaaaaaaaaaaaaa1",
    "?token=",
    "?key=a",
    "authorization: ",
    "authorization: bearer ",
    "bearer aaaaaaaaaaaaaaaaaaaaa",
    "basic aaaaaaaaa",
    "cookie: a=",
    ";pwd=",
    "A=",
    "A_TOKEN=aaaaaa",
    "\nA_TOKEN=",
    "\n[... 1 bytes left out ...]\n",
    "ghp_a",
  ])("takes time in proportion to the text: %s again and again", (part) => {
    const redact = createRedact({ env: { A_TOKEN: "aaaaaaaab" }, isPath: () => false });
    const time = (length: number): number => {
      const text = part.repeat(Math.ceil(length / part.length));
      // Of the processor: how busy the machine is does not count.
      const start = process.cpuUsage();
      redact(text);
      const { user, system } = process.cpuUsage(start);
      return (user + system) / 1000;
    };
    time(10_000);
    const best = (length: number): number => Math.min(time(length), time(length), time(length));
    // Quadratic work would take 64 times as long.
    expect(best(1_600_000)).toBeLessThan(30 * best(200_000) + 50);
  });
});

import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, it, onTestFinished } from "vitest";
import { expectAsLocal, fleet, heldCheck, LOOK, ranOn, resultOf } from "../rig/word-fleet.ts";

/** A certificate that vouches for itself, for this machine alone. */
function makeCertificate(): { readonly certificate: string; readonly key: string } {
  const directory = mkdtempSync(join(tmpdir(), "verification-certificate-"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const [certificate, key] = [join(directory, "certificate.pem"), join(directory, "key.pem")];
  const made = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=127.0.0.1"];
  const named = ["-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", certificate];
  execFileSync("openssl", [...made, ...named], { stdio: "ignore" });
  return { certificate, key };
}

describe("a queue", () => {
  it("a queue with a password is open to those who have it, and no check sees it", async () => {
    const made = await fleet({ files: 1, redis: { password: "let me in" } });
    made.rig.checks(heldCheck(made, "held"));
    made.publish();
    const env = { VERIFICATION_QUEUE_PASSWORD: "let me in" };
    const args = ["--workers", made.redis.url, "--json", "--concurrency", "1"];
    await expect(made.worker("stranger")).rejects.toThrow(/The queue cannot be reached: .*NOAUTH/s);
    await made.worker("one", { env });
    const running = made.rig.verification(args, { env });
    const held = await made.rig.started("held");
    expect(held.cwd).toContain("checkout-");
    expect(JSON.stringify(held.env)).not.toContain("let me in");
    held.exit(0);
    expect(ranOn(resultOf(await running))).toBe(1);
    const refused = made.rig.verification([...args, "--force"]);
    (await made.rig.started("held")).exit(0);
    const { status, stderr } = await refused;
    expect(status).toBe(0);
    expect(stderr).toMatch(/Workers: the queue cannot be reached \(.*NOAUTH.*everything runs here/);
  });

  it("a queue over TLS is trusted by its certificate alone", async () => {
    const tls = makeCertificate();
    const made = await fleet({ files: 2, redis: { tls } });
    expect(made.redis.url).toMatch(/^rediss:/);
    const env = { NODE_EXTRA_CA_CERTS: tls.certificate };
    await expect(made.worker("stranger")).rejects.toThrow(/The queue cannot be reached: .*self-signed/s);
    await made.worker("one", { env });
    const args = ["--workers", made.redis.url, "--json", "--concurrency", "1", "--force"];
    expect(ranOn(resultOf(await made.rig.start(args, { env }).ended))).toBeGreaterThan(0);
    const { stderr } = await made.rig.start(args).ended;
    expect(stderr).toMatch(/Workers: the queue cannot be reached \(.*self-signed.*everything runs here/);
  });

  it("a queue that does not answer for a while is used again when it does", async () => {
    const made = await fleet({ files: 150, script: LOOK.replace("for file", "sleep 0.3; for file") });
    const worker = await made.worker("one", { args: ["--concurrency", "2", "--lost-after", "10"] });
    const taken = (): number => worker.said().split("→ look").length;
    const state = { isOver: false };
    const running = made.run("--json", "--full", "--concurrency", "1").finally(() => (state.isOver = true));
    await worker.says("✓ look");
    made.redis.pause();
    // Longer than it may be silent before it counts as gone.
    await delay(16_000);
    const before = taken();
    made.redis.goOn();
    // At once it is given what the queue still has; more than that comes from a run that uses it again.
    while (!state.isOver && taken() < before + 20) await delay(50);
    expect(taken()).toBeGreaterThanOrEqual(before + 20);
    const ended = await running;
    expect(ended.stderr).toMatch(/commands? ran here instead: the queue did not answer/);
    await expectAsLocal(made, ended);
  });
});

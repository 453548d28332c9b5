import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { Rig, shell } from "../rig/rig.ts";
import { startDashboard } from "../rig/dashboard.ts";

function treeOf(directory: string): readonly string[] {
  return readdirSync(directory, { recursive: true, encoding: "utf8" })
    .filter((name) => !name.startsWith(".git/"))
    .sort();
}

describe("the server of the dashboard", () => {
  it("prints one address with a token on standard output, and ends with status 0 on Ctrl-C", async () => {
    const rig = new Rig();
    rig.checks(shell("a", "true"));
    const dashboard = await startDashboard(rig);
    expect(dashboard.address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#token=[\w-]{32}$/);
    const { status, stderr } = await dashboard.end();
    expect(status).toBe(0);
    expect(stderr).toContain("It is read-only; --allow-run lets it start runs.");
  });

  it("listens on this machine alone, on the port that was asked for, and says where that is taken", async () => {
    const rig = new Rig();
    rig.checks(shell("a", "true"));
    const { port } = await startDashboard(rig);
    const other = await rig.start(["ui", "--no-open", "--port", String(port)]).ended;
    expect(other.status).toBe(2);
    expect(other.stderr).toContain("Another program already listens on this port.");
    const listening = readFileSync("/proc/net/tcp", "utf8") + readFileSync("/proc/net/tcp6", "utf8");
    const hex = port.toString(16).toUpperCase().padStart(4, "0");
    const places = listening.split("\n").filter((line) => new RegExp(`:${hex} [0-9A-F]+:0000 0A`).test(line));
    expect(places).toHaveLength(1);
    expect(places[0]).toContain(`0100007F:${hex}`);
  });

  it("sends its own three files and no other, whatever the path looks like", async () => {
    const rig = new Rig();
    rig.checks(shell("a", "true"));
    rig.write("secret.txt", "a secret");
    const { send, token } = await startDashboard(rig);
    for (const path of ["/", "/page.js", "/page.css"]) expect((await send(path)).status).toBe(200);
    const authorization = `Bearer ${token}`;
    for (const path of [
      "/../secret.txt",
      "/..%2fsecret.txt",
      "/%2e%2e/secret.txt",
      "/secret.txt",
      `/${rig.root}/secret.txt`,
      "//etc/passwd",
      "/page.js/../../package.json",
      "/.git/config",
      "/@fs/etc/passwd",
      "/page.css?import&raw",
      "/api/../secret.txt",
      "/api/file?path=secret.txt",
    ]) {
      const { text, status } = await send(path, { headers: { authorization } });
      expect(text).not.toContain("a secret");
      expect(text).not.toContain("root:");
      expect([200, 401, 403, 404]).toContain(status);
      expect(status !== 200 || /^\/page\.(css|js)/.test(path)).toBe(true);
    }
  });

  it("answers a name with what it knows of it, and opens nothing by it", async () => {
    const rig = new Rig();
    rig.checks(shell("a", "true"));
    rig.write("src/a.txt", "inside");
    const { send, token, ask } = await startDashboard(rig);
    const authorization = `Bearer ${token}`;
    for (const subject of ["../../../etc/passwd", "/etc/passwd", "src/../src/a.txt", ".git/config"]) {
      const { status, text } = await send(`/api/why?subject=${encodeURIComponent(subject)}`, {
        headers: { authorization },
      });
      expect(status).toBe(422);
      expect(text).toContain("Neither a check nor a file of the repository has this name.");
    }
    expect(await ask("/api/why?subject=src/a.txt")).toMatchObject({
      subject: { type: "file", name: "src/a.txt" },
    });
  });

  it("lets no other page read or embed what it sends", async () => {
    const rig = new Rig();
    rig.checks(shell("a", "true"));
    const { send, token } = await startDashboard(rig);
    const { headers } = await send("/api/state", { headers: { authorization: `Bearer ${token}` } });
    expect(Object.keys(headers).filter((name) => name.startsWith("access-control"))).toEqual([]);
    expect(headers["content-security-policy"]).toContain("default-src 'none'");
    expect(headers["content-security-policy"]).toContain("frame-ancestors 'none'");
    expect(headers["content-security-policy"]).not.toContain("unsafe");
    expect(headers["cross-origin-resource-policy"]).toBe("same-origin");
    expect(headers["x-content-type-options"]).toBe("nosniff");
    expect(headers["cache-control"]).toBe("no-store");
  });

  it("refuses what a page of another site can send: names, origins, methods and forms", async () => {
    const rig = new Rig();
    rig.checks(shell("a", "true"));
    const { send, token } = await startDashboard(rig, ["--allow-run"]);
    const authorization = `Bearer ${token}`;
    const statusOf = async (
      headers: Record<string, string>,
      method = "GET",
      body?: string,
    ): Promise<number> =>
      (
        await send(method === "POST" ? "/api/do" : "/api/state", {
          method,
          headers: { authorization, ...headers },
          ...(body === undefined ? {} : { body }),
        })
      ).status;
    expect(await statusOf({ host: "rebound.example" })).toBe(403);
    expect(await statusOf({ origin: "https://evil.example" })).toBe(403);
    expect(await statusOf({ authorization: "" })).toBe(401);
    expect(await statusOf({}, "OPTIONS")).toBe(405);
    expect(await statusOf({}, "DELETE")).toBe(405);
    expect(await statusOf({ "content-type": "text/plain" }, "POST", '{"type":"verify"}')).toBe(415);
    expect(await statusOf({ "content-type": "application/json" }, "POST", "[]")).toBe(400);
    expect(
      await statusOf({ "content-type": "application/json" }, "POST", `{"type":"${"v".repeat(20_000)}"}`),
    ).toBe(413);
    expect(await statusOf({ "content-type": "application/json" }, "POST", '{"type":"rm -rf"}')).toBe(422);
    expect(
      await statusOf({ "content-type": "application/json" }, "POST", '{"type":"rerun","check":"--force"}'),
    ).toBe(422);
  });

  it("changes nothing in a repository that was never verified, and refuses to start anything", async () => {
    const rig = new Rig();
    rig.checks(shell("a", "true"));
    const before = treeOf(rig.root);
    const { ask, act, send, token } = await startDashboard(rig);
    for (const name of [
      "state",
      "live",
      "findings",
      "runs",
      "trends",
      "flaky",
      "checks",
      "flow",
      "recovery",
      "names",
      "why?subject=a",
    ])
      await ask(`/api/${name}`);
    expect((await act({ type: "verify" })).status).toBe(403);
    expect((await send("/api/do", { headers: { authorization: `Bearer ${token}` } })).status).toBe(405);
    expect(treeOf(rig.root)).toEqual(before);
    expect(existsSync(join(rig.root, ".git/verification"))).toBe(false);
    expect(await ask("/api/state")).toMatchObject({ runs: 0, canRun: false, checks: ["a"], branch: "main" });
  });

  it("says what is wrong with a configuration in place of an answer", async () => {
    const rig = new Rig();
    rig.write(".verification.yml", "checks: 5\n");
    const { ask } = await startDashboard(rig);
    const { problems } = (await ask("/api/state")) as { problems: readonly string[] };
    expect(problems[0]).toContain(".verification.yml:1");
  });

  it("opens a browser by an address that works once and does not tell the token", async () => {
    const rig = new Rig();
    rig.checks(shell("a", "true"));
    rig.write("bin/xdg-open", `#!/bin/sh\necho "$1" > "${rig.home}/opened"\n`);
    const { chmodSync } = await import("node:fs");
    chmodSync(join(rig.root, "bin/xdg-open"), 0o755);
    const env = { PATH: `${join(rig.root, "bin")}:${process.env["PATH"]}` };
    const { child } = rig.start(["ui"], { env });
    await expect
      .poll(() => existsSync(join(rig.home, "opened")) && statSync(join(rig.home, "opened")).size > 0, {
        timeout: 60_000,
      })
      .toBe(true);
    const opened = readFileSync(join(rig.home, "opened"), "utf8").trim();
    expect(opened).toMatch(/\/open\/[\w-]+$/);
    const first = await fetch(opened, { redirect: "manual" });
    expect(first.headers.get("location")).toMatch(/^\/#token=/);
    expect((await fetch(opened, { redirect: "manual" })).status).toBe(404);
    child.kill("SIGKILL");
  });
});

describe("what a run says while it goes on", () => {
  it("is shown by the dashboard of another process, without secrets, and says how it ended", async () => {
    const rig = new Rig();
    rig.checks({ name: "slow", ...rig.controlled("slow") }, shell("late", "exit 1", { dependsOn: ["slow"] }));
    const { ask } = await startDashboard(rig);
    expect(await ask("/api/live")).toMatchObject({ run: null });
    const { ended } = rig.start([], { env: { MY_TOKEN: "s3cr3t-Value-9876" } });
    const slow = await rig.started("slow");
    slow.print({ stdout: "half way with s3cr3t-Value-9876\n" });
    const output = async (): Promise<string> => JSON.stringify(await ask("/api/live"));
    await expect.poll(output, { timeout: 60_000 }).toContain("half way");
    expect(await output()).not.toContain("s3cr3t");
    expect(await ask("/api/live")).toMatchObject({
      run: {
        state: "running",
        checks: [
          { check: "slow", state: "running" },
          { check: "late", state: "waiting" },
        ],
      },
    });
    slow.exit(0);
    await ended;
    expect(await ask("/api/live")).toMatchObject({ run: { state: "failed", findings: 1 } });
    expect(await ask("/api/findings")).toMatchObject({ total: 1, counts: { new: 1 } });
    await expect.poll(() => ask("/api/runs"), { timeout: 60_000 }).toMatchObject({ total: 1 });
  });

  it("is sent over the stream as it happens", async () => {
    const rig = new Rig();
    rig.checks({ name: "slow", ...rig.controlled("slow") });
    const { port, token } = await startDashboard(rig);
    const response = await fetch(`http://127.0.0.1:${port}/api/events`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    let heard = "";
    const hearUntil = async (text: string): Promise<void> => {
      while (!heard.includes(text)) {
        const next = await reader?.read();
        if (next === undefined || next.done) throw new Error(`The stream ended: ${heard}`);
        heard += next.value;
      }
    };
    const { ended } = rig.start([]);
    const slow = await rig.started("slow");
    await hearUntil('"state":"running"');
    slow.exit(0);
    await hearUntil('"state":"passed"');
    expect((await ended).status).toBe(0);
    await reader?.cancel();
  });

  it("is known to be lost when the process was killed", async () => {
    const rig = new Rig();
    rig.checks({ name: "slow", ...rig.controlled("slow") });
    const { ask } = await startDashboard(rig);
    const { child, ended } = rig.start([]);
    await rig.started("slow");
    child.kill("SIGKILL");
    await ended;
    await expect.poll(() => ask("/api/live"), { timeout: 60_000 }).toMatchObject({ run: { state: "lost" } });
  });

  it("is kept of the latest runs alone, and of none that was answered from memory", async () => {
    const rig = new Rig();
    rig.checks(shell("a", "true"));
    rig.commitAll();
    const logs = (): readonly string[] =>
      readdirSync(join(rig.root, ".verification-cache")).filter((name) => name.startsWith("run-"));
    for (let round = 0; round < 7; round++) {
      rig.write("a.txt", String(round));
      await rig.verification();
    }
    expect(logs()).toHaveLength(5);
    const before = logs();
    await rig.verification();
    await rig.verification();
    expect(logs().length).toBeLessThanOrEqual(5);
    const between = logs();
    await rig.verification();
    expect(logs()).toEqual(between);
    expect(before.some((name) => between.includes(name))).toBe(true);
    expect(statSync(join(rig.root, ".verification-cache", between[0] ?? "")).mode & 0o777).toBe(0o600);
  });

  it("the dashboard shows a run without git", async () => {
    const rig = new Rig({ git: false });
    rig.checks(shell("a", "exit 1"));
    const { ask } = await startDashboard(rig);
    await rig.verification();
    await expect
      .poll(() => ask("/api/state"), { timeout: 60_000 })
      .toMatchObject({ hasGit: false, branch: null, runs: 1 });
    expect(await ask("/api/live")).toMatchObject({ run: { state: "failed" } });
    expect(await ask("/api/checks")).toMatchObject({ status: { checks: [{ check: "a" }] } });
  });
});

describe("with --allow-run", () => {
  it("starts the command in a process of its own, one at a time, and stops it", async () => {
    const rig = new Rig();
    rig.checks({ name: "slow", ...rig.controlled("slow") });
    const { ask, act } = await startDashboard(rig, ["--allow-run"]);
    expect((await act({ type: "stop" })).status).toBe(409);
    expect((await act({ type: "verify" })).status).toBe(200);
    await rig.started("slow");
    expect((await act({ type: "verify-all" })).status).toBe(409);
    expect((await act({ type: "stop" })).status).toBe(200);
    await expect
      .poll(() => ask("/api/state"), { timeout: 60_000 })
      .toMatchObject({ job: { isOver: true, status: 130 } });
    expect(await ask("/api/live")).toMatchObject({ run: { state: "stopped" } });
  });

  it("ends what it has started when it ends itself", async () => {
    const rig = new Rig();
    rig.checks({ name: "slow", ...rig.controlled("slow") });
    const { act, end } = await startDashboard(rig, ["--allow-run"]);
    await act({ type: "verify" });
    const { pid } = await rig.started("slow");
    expect((await end()).status).toBe(0);
    expect(() => process.kill(pid, 0)).toThrow("ESRCH");
  });

  it("runs one check again, also where its result is cached, and shows what recovery would do", async () => {
    const rig = new Rig();
    rig.config({
      checks: [shell("odd", "echo again >> ~/ran; exit 1")],
      recovery: {
        strategies: [
          { name: "touch-it", when: { check: "odd" }, run: { command: "touch", args: ["fixed"] } },
        ],
      },
    });
    const { ask, act } = await startDashboard(rig, ["--allow-run"]);
    await rig.verification();
    expect(await ask("/api/recovery")).toMatchObject({
      proposals: [{ strategy: "touch-it", command: ["touch", "fixed"] }],
    });
    expect(existsSync(join(rig.root, "fixed"))).toBe(false);
    expect((await act({ type: "rerun", check: "odd" })).status).toBe(200);
    await expect
      .poll(() => ask("/api/state"), { timeout: 60_000 })
      .toMatchObject({ job: { isOver: true, status: 1 } });
    expect(readFileSync(join(rig.home, "ran"), "utf8")).toBe("again\nagain\n");
  });

  it("goes on with a workflow and says that a phase is done", async () => {
    const rig = new Rig();
    rig.config({
      checks: [shell("a", "true")],
      workflows: { feature: { phases: ["one", "two"] } },
    });
    rig.commitAll();
    const { ask, act } = await startDashboard(rig, ["--allow-run"]);
    await rig.verification(["flow", "add", "Some", "work"]);
    const job = (): Promise<object> => ask("/api/state");
    const over = { timeout: 60_000 };
    expect((await act({ type: "flow-build", item: "../other" })).status).toBe(422);
    expect((await act({ type: "flow-build", item: "some-work" })).status).toBe(200);
    await expect.poll(job, over).toMatchObject({ job: { isOver: true, status: 0 } });
    const flow = (await ask("/api/flow")) as { items: readonly { active: { phase: string } | null }[] };
    const phase = flow.items[0]?.active?.phase ?? "";
    expect(phase).not.toBe("");
    expect((await act({ type: "flow-done", phase: "--help" })).status).toBe(422);
    expect((await act({ type: "flow-done", phase })).status).toBe(200);
    await expect.poll(job, over).toMatchObject({ job: { action: "flow-done", isOver: true, status: 0 } });
  });
});

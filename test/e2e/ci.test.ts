import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { ACTION, ALL, CodeHost, inOrder, OWN, read, SECRET } from "../rig/code-host.ts";
import { createWriter } from "../rig/team.ts";

/** The lines that GitHub shows beside the log. */
function notices(log: string): readonly string[] {
  return log.split("\n").filter((line) => /^::(notice|warning) title=Incremental Verification::/.test(line));
}

const pullRequest = (number: number, from = "1"): Readonly<Record<string, string>> => ({
  event_name: "pull_request",
  ref: `refs/pull/${number}/merge`,
  base_ref: "main",
  "event.pull_request.number": String(number),
  "event.pull_request.head.repo.id": from,
});

describe("the action", () => {
  it("describes all that it takes, and runs in bash", () => {
    expect(ACTION.runs.using).toBe("composite");
    for (const { description } of Object.values(ACTION.inputs)) expect(description).toMatch(/\.$/);
    for (const { run, shell } of ACTION.runs.steps)
      expect(shell).toBe(run === undefined ? undefined : "bash");
    // What a pull request can name never becomes part of a script.
    for (const { run = "" } of ACTION.runs.steps) expect(run).not.toContain("${{");
  });

  it("takes what docs/ci.md says, and what the job there gives", () => {
    const text = readFileSync(join(OWN, "docs/ci.md"), "utf8");
    const [, section = ""] = /## GitHub Actions\n([^]*?)\n## /.exec(text) ?? [];
    const documented = Array.from(section.matchAll(/^\| `([a-z-]+)` +\|/gm), ([, name]) => name);
    expect(documented.sort()).toEqual(Object.keys(ACTION.inputs).sort());
    const [, snippet = ""] = /```yaml\n([^]*?)```/.exec(section) ?? [];
    const { jobs } = parse(snippet) as { jobs: { verify: { steps: { uses?: string; with?: object }[] } } };
    const given =
      jobs.verify.steps.find(({ uses }) => uses?.includes("incremental-verification"))?.with ?? {};
    expect(Object.keys(ACTION.inputs)).toEqual(expect.arrayContaining(Object.keys(given)));
    expect(given).toHaveProperty("store-key", "${{ secrets.VERIFICATION_STORE_KEY }}");
  });

  it("shares what the base branch verifies, and only that, with jobs that keep nothing", () => {
    const host = new CodeHost();
    const writer = createWriter("ci");
    const cache = join(host.rig.root, "../shared");
    const text = read(join(host.rig.root, ".verification.yml"));
    const remote = { url: `file:${cache}`, trust: [`${writer.key.publicText} ci`] };
    host.rig.write(".verification.yml", `${text}cache: ${JSON.stringify({ remote })}\n`);
    host.rig.commitAll();
    const inputs = { cache: "false", "cache-key": writer.secret };
    const env = { GITHUB_EVENT_NAME: "push", GITHUB_REF_TYPE: "branch", GITHUB_REF_NAME: "main" };
    const fork = host.job({ inputs, env, github: pullRequest(1, "2") });
    expect([fork.status, fork.ran, existsSync(cache)]).toEqual([0, ALL, false]);
    const first = host.job({ inputs, env });
    expect([first.status, first.ran]).toEqual([0, ALL]);
    expect(first.seen).not.toContain("VERIFICATION_CACHE");
    expect(first.log).not.toContain(writer.secret);
    const second = host.job({ inputs: { cache: "false" }, env });
    expect([second.status, second.ran]).toEqual([0, ""]);
  });

  it("verifies, annotates and sums up; and the next job, elsewhere, has nothing left to run", () => {
    const host = new CodeHost();
    const first = host.job();
    expect([first.status, first.ran]).toEqual([0, ALL]);
    expect(first.log).toContain("verification: ");
    expect(notices(first.log)).toEqual([]);
    expect(first.summary).toContain("✅");
    const second = host.job();
    expect([second.status, second.ran]).toEqual([0, ""]);
    expect(second.summary).toContain("3 cached");
    host.rig.commitAll("nothing");
    const shallow = host.job({ workspace: host.checkout("main", 1) });
    expect([shallow.status, shallow.ran]).toEqual([0, ""]);
    expect(new Set(host.runner.keys).size).toBe(3);
    const without = host.job({ inputs: { cache: "false" } });
    expect([without.status, without.ran]).toEqual([0, ALL]);
    expect([host.runner.keys.length, host.runner.restored.at(-1), notices(without.log)]).toEqual([
      3,
      null,
      [],
    ]);
  });

  it("keeps what is in a checkout beside others", () => {
    const host = new CodeHost();
    const ran = [1, 2].map(() => {
      const checkout = host.checkout();
      const inputs = { "working-directory": "repository" };
      host.job({ workspace: dirname(checkout), inputs });
      return inOrder(read(join(checkout, ".ran")));
    });
    expect(ran).toEqual([ALL, ""]);
  });

  it("passes on what it is given word by word, and runs another version from the registry", () => {
    const host = new CodeHost();
    const chosen = host.job({ inputs: { args: "--check\n  good  --reason $(touch.x)" } });
    expect([chosen.status, chosen.ran]).toEqual([0, "good"]);
    const bin = join(host.rig.root, "../bin");
    mkdirSync(bin);
    writeFileSync(join(bin, "npx"), '#!/bin/sh\nprintf "[%s]" "$@"\n');
    chmodSync(join(bin, "npx"), 0o755);
    const env = { PATH: `${bin}:${host.env.PATH}` };
    const { log } = host.job({ inputs: { version: "1.2.3", args: "--full" }, env });
    expect(log).toContain(
      "[--yes][--package][incremental-verification@1.2.3][--][verification][--format][github][--full]",
    );
  });
});

describe("the key of the action", () => {
  it("is masked, and no check gets to know it", () => {
    const host = new CodeHost();
    const { log, given, seen } = host.job();
    expect(given).toContain(SECRET);
    expect(seen).toContain("GITHUB_ACTIONS=true");
    expect(seen).not.toContain(SECRET);
    const masked = `::add-mask::${SECRET.replace("%", "%25")}\n`;
    expect(log).toContain(masked);
    expect(log.replace(masked, "")).not.toContain("a secret of");
  });

  it("the key of the action that is changed is one cold start, also where the cache of the other is restored", () => {
    const host = new CodeHost();
    host.job();
    const inputs = { "store-key": "the next secret of the repository" };
    const rotated = host.job({ inputs });
    expect(host.runner.restored.at(-1)).toBe(host.runner.keys[0]);
    expect([rotated.status, rotated.ran]).toEqual([0, ALL]);
    expect(rotated.log.match(/The cache was not written with your key/g)).toHaveLength(1);
    expect(host.job({ inputs }).ran).toBe("");
  });

  it("the key of the action that is missing means that nothing is kept, which is said once with the way out", () => {
    const host = new CodeHost();
    for (const trust of ["false", "yes"]) {
      const { status, ran, log } = host.job({ inputs: { "store-key": "", "trust-cache": trust } });
      expect([status, ran]).toEqual([0, ALL]);
      expect(notices(log)).toEqual([expect.stringMatching(/^::notice .*give a secret as store-key/)]);
    }
    expect([host.runner.keys, host.runner.restored]).toEqual([[], [null, null]]);
  });

  it("the key of the action that is too short is none", () => {
    const host = new CodeHost();
    const { status, ran, log } = host.job({ inputs: { "store-key": "fifteen letters" } });
    expect([status, ran, host.runner.keys]).toEqual([0, ALL, []]);
    expect(notices(log)).toEqual([expect.stringMatching(/^::warning .*fewer than 16 characters/)]);
  });

  it("can be a public one where that is asked for: of this repository, and only where there is no secret", () => {
    const host = new CodeHost();
    const open = { "store-key": "", "trust-cache": "true" };
    const first = host.job({ inputs: open });
    expect([first.status, first.ran, notices(first.log)]).toEqual([0, ALL, []]);
    expect(host.job({ inputs: open }).ran).toBe("");
    expect(host.job({ inputs: { "trust-cache": "true" } }).ran).toBe(ALL);
    expect(host.job({ inputs: open, github: { repository_id: "2" } }).ran).toBe(ALL);
  });

  it("is not given to a fork, nor on events with other people's code, whatever is asked for; that is said once", () => {
    const host = new CodeHost();
    host.job();
    for (const [github, why] of [
      [pullRequest(7, "2"), "A pull request from a fork gets no key"],
      // The fork is gone.
      [pullRequest(7, ""), "A pull request from a fork gets no key"],
      [{ ...pullRequest(7, "2"), event_name: "pull_request_target" }, "On the event pull_request_target, "],
      [{ ...pullRequest(7), event_name: "pull_request_target" }, "On the event pull_request_target, "],
      [{ event_name: "workflow_run" }, "On the event workflow_run, "],
      [{ event_name: "issue_comment" }, "On the event issue_comment, "],
    ] as const) {
      const { status, ran, given, log } = host.job({ github, inputs: { "trust-cache": "true" } });
      expect([why, status, ran]).toEqual([why, 0, ALL]);
      expect(given.filter((value) => value.includes("secret") || value.includes("public"))).toEqual([]);
      expect(notices(log)).toEqual([expect.stringContaining(why)]);
      expect([host.runner.keys.length, host.runner.restored.at(-1)]).toEqual([1, null]);
    }
  });
});

describe("what the action keeps", () => {
  it("is taken by a pull request from the branch that it goes to, and goes to no branch", () => {
    const host = new CodeHost();
    expect(host.job().status).toBe(0);
    host.rig.git("checkout", "--quiet", "-b", "fix,this");
    host.rig.write("src/x.txt", "BAD");
    host.rig.write("src/y.txt", "1");
    host.rig.commitAll();
    const github = pullRequest(7);
    const failed = host.job({ workspace: host.checkout("fix,this"), github });
    expect([failed.status, failed.ran]).toEqual([1, "src/x.txt src/y.txt, tool"]);
    expect(failed.log).toContain("::error title=files failed::");
    expect(failed.summary).toContain("❌");
    const [ofMain = "", ofRequest = ""] = host.runner.keys;
    expect(ofMain).toMatch(/^verification-branch-Linux-[0-9a-f]{32}-default-main-1-1$/);
    expect(ofRequest).toMatch(/^verification-pr-7-Linux-[0-9a-f]{32}-default-2-1$/);
    host.rig.write("src/x.txt", "2");
    host.rig.commitAll();
    const fixed = host.job({ workspace: host.checkout("fix,this"), github });
    expect(fixed.status).toBe(0);
    expect(fixed.ran).not.toContain("good");
    host.job();
    host.job({ workspace: host.checkout("fix,this"), github: { ref: "refs/heads/fix,this" } });
    host.job({ workspace: host.checkout("fix,this"), github: pullRequest(77) });
    const [, , , again] = host.runner.keys;
    expect(host.runner.restored).toEqual([null, ofMain, ofRequest, ofMain, again, again]);
  });

  it("is never taken by a branch, tag, job or pull request for its own that has another name", () => {
    const steps = ACTION.runs.steps.filter(({ run = "" }) => !run.includes("--format github"));
    const action = { ...ACTION, runs: { ...ACTION.runs, steps } };
    const host = new CodeHost();
    const digests = new Set<string>();
    const look = (github: Readonly<Record<string, string>>, name = "default"): void => {
      const inputs = { "store-key": SECRET, "cache-name": name };
      const given = { "event.repository.default_branch": "nowhere", ...github };
      const job = { workspace: host.rig.root, inputs, github: given, env: host.env };
      expect(host.runner.run(action, job)).toMatchObject({ status: 0 });
      expect([given, host.runner.restored.at(-1)]).toEqual([given, null]);
      digests.add(/-[0-9a-f]{32}-/.exec(host.runner.keys.at(-1) ?? "")?.[0] ?? "");
    };
    const names = ["main", "main-2", "main-1", "pr-7", "a,b", "a-b", "ä", "refs/heads/main", "x".repeat(200)];
    for (const name of names) look({ ref: `refs/heads/${name}` });
    // A branch can be named after the digest of another.
    for (const digest of Array.from(digests)) look({ ref: `refs/heads/main${digest}1` });
    look({ ref: "refs/tags/main" });
    look({ ref: `refs/heads/${"x".repeat(201)}` });
    for (const name of ["main", "a\nb", "a-b", "main-branch-Linux"]) look({ ref: "refs/heads/other" }, name);
    for (const number of [7, 77, 1]) look({ ...pullRequest(number), base_ref: "nowhere" });
    look({ ...pullRequest(7), base_ref: "nowhere" }, "7");
  });
});

describe("the job for GitLab", () => {
  const text = readFileSync(join(OWN, "docs/ci.md"), "utf8");
  const [, snippet = ""] = /## GitLab\n\n```yaml\n([^]*?)```/.exec(text) ?? [];
  const { verification: job } = parse(snippet) as {
    readonly verification: {
      readonly cache: readonly { readonly paths: readonly string[]; readonly when: string }[];
      readonly script: readonly string[];
      readonly artifacts: { readonly reports: { readonly junit: string } };
    };
  };

  it("keeps what the action keeps", () => {
    const kept = ACTION.runs.steps.find(({ uses }) => uses?.includes("save"))?.with?.["path"] ?? "";
    const paths = kept.trim().replaceAll("${{ inputs.working-directory }}/", "").split("\n");
    expect(job.cache).toMatchObject([{ paths, when: "always" }]);
  });

  it("runs as it is written, and reports where it says", () => {
    const host = new CodeHost();
    const workspace = host.checkout();
    const script = job.script.filter((line) => line !== "npm ci");
    expect(script.length).toBe(job.script.length - 1);
    const env = { ...host.env, HOME: join(workspace, "../home"), CI: "true" };
    const again = (): number | null =>
      spawnSync("sh", ["-ec", script.join("\n")], { cwd: workspace, env }).status;
    expect(again()).toBe(0);
    expect(readFileSync(join(workspace, job.artifacts.reports.junit), "utf8")).toContain("<testsuites");
    expect(again()).toBe(0);
    // The report is no part of the tree.
    expect(inOrder(readFileSync(join(workspace, ".ran"), "utf8"))).toBe("good, src/x.txt, tool");
  });
});

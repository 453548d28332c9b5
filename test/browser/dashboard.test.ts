import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { pathToFileURL } from "node:url";
import type { CheckInput } from "../../src/index.ts";
import { startChromium } from "../rig/chromium.ts";
import { startDashboard, type StartedDashboard } from "../rig/dashboard.ts";
import { Rig, shell } from "../rig/rig.ts";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const ROOT = join(import.meta.dirname, "../..");

let browser: Browser;

beforeAll(async () => {
  browser = await startChromium();
}, 600_000);

afterAll(() => browser?.close());

interface OpenOptions {
  readonly colorScheme?: "light" | "dark";
  readonly width?: number;
}

interface Opened {
  readonly page: Page;
  /** What the browser complained about. */
  readonly complaints: readonly string[];
}

async function open(
  address: string,
  { colorScheme = "light", width = 1200 }: OpenOptions = {},
): Promise<Opened> {
  // The check of accessibility is put into the page from outside, which the page's own policy would not allow.
  const context = await browser.newContext({ colorScheme, viewport: { width, height: 800 } });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(String(error)));
  await page.goto(address);
  return { page, complaints };
}

async function show(page: Page, hash: string): Promise<void> {
  await page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
  await page.locator("main p.waiting").waitFor({ state: "detached" });
}

/** What is wrong for people who do not see the page, by rule and place. */
async function violations(page: Page): Promise<readonly string[]> {
  return page.evaluate<readonly string[]>(`(() => { ${AXE};
    return axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) =>
      violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => id + " " + target.join(" ") + " " + failureSummary))); })()`);
}

function width(page: Page): Promise<number> {
  return page.evaluate<number>("document.documentElement.scrollWidth");
}

/** A repository with a past: two runs, a failure, findings and an item. */
async function shop(): Promise<{ readonly rig: Rig; readonly dashboard: StartedDashboard }> {
  const rig = new Rig();
  rig.config({
    checks: [
      { name: "syntax", uses: "builtin:syntax" },
      { name: "imports", uses: "builtin:imports" },
      shell(
        "lint",
        "grep -n BAD src/*.ts | sed 's/:\\([0-9]*\\):.*/:\\1:1: error: a bad word [no-bad]/'; ! grep -q BAD src/*.ts",
        {
          parse: "gcc",
        },
      ),
      shell("unit", "true", { dependsOn: ["lint"] }),
    ],
  });
  rig.write("src/price.ts", "export const price = 1;\n");
  rig.write("src/cart.ts", 'import { price } from "./price.ts";\nexport const cart = price;\n');
  rig.write("src/page.ts", 'import { cart } from "./cart.ts";\nexport const page = cart;\n');
  rig.commitAll();
  await rig.verification();
  rig.write("src/cart.ts", 'import { price } from "./price.ts";\n// BAD\nexport const cart = price;\n');
  await rig.verification();
  await rig.verification(["flow", "add", "Export orders"]);
  return { rig, dashboard: await startDashboard(rig) };
}

const VIEWS = {
  now: ["#/now", "1 check failed"],
  findings: ["#/findings", "a bad word"],
  why: ["#/why/src%2Fcart.ts", "Checks of this file"],
  checks: ["#/checks", "Verdicts stored"],
  history: ["#/history", "2 runs"],
  trends: ["#/trends", "lately"],
  flaky: ["#/flaky", "No check is proved flaky"],
  flow: ["#/flow", "Export orders"],
} as const;

describe("the dashboard", () => {
  it("shows every view, light and dark, wide and narrow, and nobody is left out", async () => {
    const { dashboard } = await shop();
    for (const [colorScheme, wide] of [
      ["light", 1200],
      ["dark", 1200],
      ["light", 360],
    ] as const) {
      const { page, complaints } = await open(dashboard.address, { colorScheme, width: wide });
      for (const [name, [hash, text]] of Object.entries(VIEWS)) {
        await show(page, hash);
        await expect.poll(() => page.locator("main").innerText(), { message: name }).toContain(text);
        expect(await violations(page)).toEqual([]);
        expect(await width(page)).toBeLessThanOrEqual(wide);
      }
      expect(complaints).toEqual([]);
    }
  });

  it("takes the token out of the address, keeps it over a reload, and says what to do without one", async () => {
    const { dashboard } = await shop();
    const { page } = await open(dashboard.address);
    await page.locator(".pill").waitFor();
    expect(page.url()).not.toContain(dashboard.token);
    await page.reload();
    await page.locator(".pill").waitFor();
    const { page: stranger } = await open(`http://127.0.0.1:${dashboard.port}/`);
    await expect.poll(() => stranger.locator("main").innerText()).toContain("does not know the token");
  });

  it("says of a repository that was never verified what to do, with git and without", async () => {
    for (const git of [true, false]) {
      const rig = new Rig({ git });
      rig.checks(shell("a", "true"));
      const { page } = await open((await startDashboard(rig)).address);
      await expect
        .poll(() => page.locator("main").innerText())
        .toContain("Nothing has been verified here yet");
      expect(await page.locator("main pre").innerText()).toBe("$ verification");
      expect((await page.locator(".top").innerText()).includes("no git")).toBe(!git);
      expect(await violations(page)).toEqual([]);
    }
  });

  it("shows a run of another process while it goes on, and its end", async () => {
    const rig = new Rig();
    rig.checks({ name: "slow", ...rig.controlled("slow") }, shell("after", "true", { dependsOn: ["slow"] }));
    const { page, complaints } = await open((await startDashboard(rig)).address);
    await expect.poll(() => page.locator("main").innerText()).toContain("Nothing has been verified");
    const { ended } = rig.start([]);
    const slow = await rig.started("slow");
    slow.print({ stdout: "three of ten\n" });
    await expect.poll(() => page.locator("h1").innerText()).toBe("Running: 0 of 2 checks done");
    await expect.poll(() => page.locator("#output pre").innerText()).toContain("three of ten");
    expect(await page.locator("#skipped").innerText()).toContain("waits for slow");
    expect(await violations(page)).toEqual([]);
    slow.exit(0);
    await ended;
    await expect.poll(() => page.locator("h1").innerText()).toBe("Everything passed");
    expect(await page.locator(".waterfall .name").allInnerTexts()).toEqual(
      expect.arrayContaining([expect.stringContaining("slow")]),
    );
    expect(complaints).toEqual([]);
  });

  it("says that everything was cached when a run is answered from memory", async () => {
    const rig = new Rig();
    rig.checks(shell("a", "true"));
    rig.commitAll();
    await rig.verification();
    await rig.verification();
    const { page } = await open((await startDashboard(rig)).address);
    await expect
      .poll(() => page.locator("main").innerText())
      .toContain("nothing had changed, so all of it was cached");
  });

  it("is used by keys alone: views, search, lists and the theme", async () => {
    const { dashboard } = await shop();
    const { page } = await open(dashboard.address);
    await page.locator(".pill").waitFor();
    await page.keyboard.press("2");
    await page.locator(".finding-row").first().waitFor();
    await page.keyboard.press("j");
    await page.locator(".detail").waitFor();
    expect(await page.locator(".detail .message").innerText()).toBe("a bad word");
    expect(await page.locator(".detail pre .hit").innerText()).toContain("// BAD");
    expect(await page.locator(".detail a").first().getAttribute("href")).toMatch(
      /^vscode:\/\/file\/.*\/src\/cart\.ts:2:1$/,
    );
    await page.keyboard.press("/");
    await page.keyboard.type("nothing like it");
    await expect.poll(() => page.locator("main").innerText()).toContain("Nothing matches.");
    await page.keyboard.press("Escape");
    await page.keyboard.press("3");
    await page.locator("h1", { hasText: "Why" }).waitFor();
    await page.keyboard.press("/");
    await page.keyboard.type("price");
    await page.locator("[role=option]", { hasText: "src/price.ts" }).waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.locator(".node.subject").waitFor();
    const dark = await page.evaluate("getComputedStyle(document.body).backgroundColor");
    await page.locator("h1").click();
    await page.keyboard.press("t");
    expect(await page.evaluate("getComputedStyle(document.body).backgroundColor")).not.toBe(dark);
    await page.keyboard.press("?");
    expect(await page.locator("#keys").innerText()).toContain("search");
  });

  it("draws the files around one, and more of them when asked", async () => {
    const { dashboard } = await shop();
    const { page } = await open(`${dashboard.address}`);
    await page.locator(".pill").waitFor();
    await show(page, "#/why/src%2Fprice.ts");
    await page.locator(".node.subject").waitFor();
    const names = (): Promise<readonly string[]> => page.locator(".node title").allTextContents();
    expect([...(await names())].sort()).toEqual(["src/cart.ts", "src/price.ts"]);
    await page.locator(".node.subject").focus();
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press(" ");
    await expect
      .poll(async () => [...(await names())].sort())
      .toEqual(["src/cart.ts", "src/page.ts", "src/price.ts"]);
    await page.keyboard.press("Enter");
    await expect.poll(() => page.url()).toContain("src%2Fcart.ts");
    await expect.poll(() => page.locator("#units").innerText()).toContain("lint");
  });

  it("shows one run, and compares two", async () => {
    const { dashboard } = await shop();
    const { page } = await open(dashboard.address);
    await page.locator(".pill").waitFor();
    await show(page, "#/history");
    await page.locator(".run-row .box").nth(1).click();
    await page.locator(".run-row .box").nth(0).click();
    await page.getByRole("button", { name: "Compare two runs" }).click();
    await expect.poll(() => page.locator(".differs").count()).toBeGreaterThan(0);
    expect(await violations(page)).toEqual([]);
    await show(page, "#/history");
    await page.locator(".run-row .id").first().click();
    await expect.poll(() => page.locator("h1").innerText()).toBe("1 check failed");
    expect(await violations(page)).toEqual([]);
  });

  it("shows what proves that a check is flaky, how often it failed and since when", async () => {
    const rig = new Rig();
    rig.checks(shell("odd", "test -e ~/seen && exit 0; touch ~/seen; exit 1"));
    await rig.verification();
    await rig.verification(["--force"]);
    const { page } = await open((await startDashboard(rig)).address);
    await page.locator(".pill").waitFor();
    await show(page, "#/flaky");
    await expect
      .poll(() => page.locator("#flaky-odd").innerText())
      .toContain("50.0 % of 2 executions failed, since");
    expect(await page.locator(".proofs .tag").allInnerTexts()).toEqual(["passed", "failed"]);
    expect(await violations(page)).toEqual([]);
  });

  it("starts and stops runs where it may, and has no buttons where it may not", async () => {
    const rig = new Rig();
    rig.checks({ name: "slow", ...rig.controlled("slow") });
    const { page: looking } = await open((await startDashboard(rig)).address);
    const { page } = await open((await startDashboard(rig, ["--allow-run"])).address);
    await page.getByRole("button", { name: "Verify", exact: true }).click();
    await rig.started("slow");
    await expect.poll(() => page.locator("h1").innerText()).toContain("Running");
    await expect.poll(() => looking.locator("h1").innerText()).toContain("Running");
    expect(await looking.getByRole("button", { name: "Stop" }).count()).toBe(0);
    await page.getByRole("button", { name: "Stop" }).click();
    await expect
      .poll(() => page.locator("h1").innerText(), { timeout: 60_000 })
      .toBe("Stopped before its end");
    expect(await violations(page)).toEqual([]);
  });

  it("holds thousands of findings with a few rows, and finds the last one", async () => {
    const rig = new Rig();
    const flood = (name: string): CheckInput =>
      shell(
        name,
        `i=0; while [ $i -lt 1500 ]; do i=$((i+1)); echo "src/f$((i%50)).ts:$i:1: error: message $i of ${name} end"; done; exit 1`,
        { parse: "gcc" },
      );
    rig.checks(flood("one"), flood("two"), flood("three"));
    await rig.verification();
    const { page } = await open((await startDashboard(rig)).address);
    await page.locator(".pill").waitFor();
    await show(page, "#/findings");
    await expect.poll(() => page.locator("#count").innerText()).toBe("4500 findings");
    expect(await page.locator(".virtual-row").count()).toBeLessThan(80);
    await page.evaluate("scrollTo(0, document.body.scrollHeight)");
    await expect.poll(() => page.locator(".finding-row").last().innerText()).toContain("message");
    expect(await page.locator(".virtual-row").count()).toBeLessThan(80);
    await page.locator("#search").fill("1499 two end");
    await expect.poll(() => page.locator("#count").innerText()).toBe("1 finding");
  });
});

describe("what tools and names say", () => {
  it("is text in every view, and would not run even if it were markup", async () => {
    const rig = new Rig();
    const name = "odd";
    rig.checks(
      shell(
        name,
        `printf '%s\\n' 'a.ts:1:1: error: <script>globalThis.hacked=1</script><img src=x onerror=hacked=1> [<b>]'; exit 1`,
        { parse: "gcc" },
      ),
    );
    rig.write("<img src=x onerror=hacked=1>.md", "# x\n");
    rig.commitAll("<script>globalThis.hacked = 1</script>");
    rig.git("checkout", "--quiet", "-b", "<img/src=x/onerror=hacked=1>");
    await rig.verification();
    await rig.verification(["flow", "add", "<img src=x onerror=hacked=1>"]);
    const { page, complaints } = await open((await startDashboard(rig)).address);
    await page.locator(".pill").waitFor();
    for (const hash of [
      "#/now",
      "#/findings",
      `#/why/${encodeURIComponent(name)}`,
      "#/why/%3Cimg%20src%3Dx%20onerror%3Dhacked%3D1%3E.md",
      "#/checks",
      "#/history",
      "#/flow",
      "#/<img src=x onerror=hacked=1>",
      "#/why/<script>hacked=1</script>",
    ]) {
      await show(page, hash);
      expect(await page.evaluate("globalThis.hacked")).toBeUndefined();
      expect(await page.locator("img, iframe, object, [onerror], main script").count()).toBe(0);
    }
    await show(page, "#/findings");
    await expect
      .poll(() => page.locator("main").innerText())
      .toContain("<script>globalThis.hacked=1</script>");
    expect(complaints.filter((text) => !text.includes("422"))).toEqual([]);
    await page.evaluate(
      `{ const script = document.createElement("script"); script.textContent = "globalThis.hacked = 1"; document.body.append(script); }`,
    );
    expect(await page.evaluate("globalThis.hacked")).toBeUndefined();
  });
});

describe("the page in one file", () => {
  it("shows runs, trends and flaky checks without a server", async () => {
    const { rig } = await shop();
    for (const [command, text] of [
      ["history", "2 runs"],
      ["metrics", "lately"],
    ] as const) {
      const { status } = await rig.verification([command, "--format", "html", "--report-path", "past.html"]);
      expect(status).toBe(0);
      const { page, complaints } = await open(pathToFileURL(join(rig.root, "past.html")).href);
      await expect.poll(() => page.locator("main").innerText()).toContain(text);
      expect(await page.locator("nav.side a").count()).toBe(2);
      expect(await violations(page)).toEqual([]);
      expect(complaints).toEqual([]);
    }
    const { page } = await open(pathToFileURL(join(rig.root, "past.html")).href);
    await show(page, "#/history");
    await page.locator(".run-row .id").first().click();
    await expect.poll(() => page.locator("h1").innerText()).toBe("1 check failed");
    const printed = await rig.verification(["history", "--format", "html"]);
    expect(printed.stdout).toContain("<!doctype html>");
    expect(printed.stdout).not.toContain(rig.root);
  });
});

it("the script of the page is under 100 kB, compressed", () => {
  const script = readFileSync(join(ROOT, "dist/page.js"));
  expect(gzipSync(script).length).toBeLessThan(100_000);
});

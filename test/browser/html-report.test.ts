import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { renderHtml } from "../../src/report/html/html.ts";
import type { VerificationResult } from "../../src/vocabulary/run/verification-result.ts";
import { DEMO } from "../report/demo-result.ts";
import {
  failedCheck,
  HOSTILE,
  sampleAction,
  sampleCheck,
  sampleFinding,
  sampleResult,
} from "../report/sample-result.ts";
import { startChromium } from "../rig/chromium.ts";

let browser: Browser;
let directory: string;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), "verification-report-"));
  browser = await startChromium();
}, 600_000);

afterAll(async () => {
  await browser?.close();
  rmSync(directory, { recursive: true, force: true });
});

interface Opened {
  readonly page: Page;
  /** What the browser complained about, and what it asked the network for. */
  readonly complaints: string[];
}

interface OpenOptions {
  readonly colorScheme?: "light" | "dark";
  readonly width?: number;
}

async function open(
  result: VerificationResult,
  { colorScheme = "light", width = 1100 }: OpenOptions = {},
): Promise<Opened> {
  const file = join(directory, "report.html");
  writeFileSync(file, renderHtml(result));
  const context = await browser.newContext({ colorScheme, viewport: { width, height: 800 } });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("request", (request) => {
    if (!request.url().startsWith("file:")) complaints.push(request.url());
  });
  await page.goto(pathToFileURL(file).href);
  return { page, complaints };
}

const visible = "#finding-list .finding:not([hidden])";

function messages(page: Page): Promise<readonly string[]> {
  return page.locator(`${visible} .message`).allInnerTexts();
}

function background(page: Page): Promise<string> {
  return page.evaluate<string>("getComputedStyle(document.body).backgroundColor");
}

describe("the HTML report", () => {
  it("says first whether everything is fine, then what failed, with its source and what made it run", async () => {
    const { page, complaints } = await open(DEMO);
    expect(await page.locator("h1").innerText()).toBe("3 checks failed");
    const failures = page.locator("#failures .failure");
    expect(await failures.locator("h3").allInnerTexts()).toEqual(["lint", "types", "unit"]);
    expect(await failures.first().locator("pre .hit").first().innerText()).toContain(
      "const total = items.length",
    );
    expect(await failures.nth(2).locator(".chain li").allInnerTexts()).toEqual([
      "test/price.test.ts",
      "src/checkout/invoice.ts",
      "src/price.ts",
    ]);
    expect(complaints).toEqual([]);
  });

  it("shows when each check ran on one scale", async () => {
    const { page } = await open(DEMO);
    const box = (index: number) =>
      page.locator(".waterfall svg").nth(index).locator("rect").nth(1).boundingBox();
    expect(await page.locator(".waterfall .name").allInnerTexts()).toEqual([
      "lint",
      "format",
      "types",
      "unit",
    ]);
    const [lint, types, unit] = [await box(0), await box(2), await box(3)];
    expect(types?.width).toBeGreaterThan((lint?.width ?? 0) * 2.5);
    expect(unit?.x).toBeGreaterThan((lint?.x ?? 0) + (lint?.width ?? 0));
  });

  it("shows what was reused and why, and what changed", async () => {
    const { page } = await open(DEMO);
    const links = page.locator("#checks tr", { hasText: "links" });
    expect(await links.innerText()).toContain("64 files: nothing that its verdict depends on has changed");
    expect(await page.locator("#changes").innerText()).toContain(
      "src/price.ts content, structural: round changed",
    );
  });

  it("shows a run in which nothing was found", async () => {
    const { page, complaints } = await open(sampleResult([sampleCheck()]));
    expect(await page.locator("h1").innerText()).toBe("Everything passed");
    expect(await page.locator("#findings").innerText()).toContain("Nothing was found.");
    expect(await page.locator("#failures").count()).toBe(0);
    await page.locator("#theme").click();
    expect(complaints).toEqual([]);
  });

  it("shows the first of very many, and says how many more there are", async () => {
    const findings = Array.from({ length: 6000 }, (_, index) =>
      sampleFinding({ id: String(index), line: index }),
    );
    const { page } = await open(sampleResult([failedCheck(findings)]));
    expect(await page.locator(visible).count()).toBe(5000);
    expect(await page.locator("#findings").innerText()).toContain("1000 more are in the JSON report");
  });
});

describe("findings", () => {
  it("are searched by words, in any order", async () => {
    const { page } = await open(DEMO);
    expect(await page.locator(visible).count()).toBe(6);
    await page.locator("#search").fill("any legacy/tables");
    expect(await page.locator(`${visible} .meta`).allInnerTexts()).toEqual([
      expect.stringContaining("src/legacy/tables.ts"),
    ]);
    expect(await page.locator("#count").innerText()).toBe("1 of 6");
    await page.locator("#search").fill("no such thing");
    expect(await page.locator("#nothing").isVisible()).toBe(true);
  });

  it("are filtered by severity and by what is new", async () => {
    const { page } = await open(DEMO);
    await page.getByRole("button", { name: "warning" }).click();
    expect(await messages(page)).toHaveLength(3);
    await page.getByRole("button", { name: "new" }).click();
    expect(await messages(page)).toHaveLength(0);
    await page.getByRole("button", { name: "warning" }).click();
    expect(await messages(page)).toHaveLength(3);
  });

  it("are grouped by file or by check", async () => {
    const { page } = await open(DEMO);
    const titles = page.locator(".group-title code");
    expect(await titles.count()).toBe(6);
    await page.getByRole("button", { name: "by check" }).click();
    expect(await titles.allInnerTexts()).toEqual(["lint", "types", "unit"]);
    expect(await page.locator(".group-of").first().locator(".finding").count()).toBe(4);
  });

  it("findings in the HTML report are reached by keys", async () => {
    const { page } = await open(DEMO);
    const current = page.locator('.finding[aria-current="true"] .message');
    await page.keyboard.press("j");
    await page.keyboard.press("j");
    expect(await current.innerText()).toContain("Argument of type");
    await page.keyboard.press("k");
    expect(await current.innerText()).toContain("'total' is assigned");
    await page.keyboard.press("f");
    expect(await messages(page)).toHaveLength(3);
    await page.keyboard.press("/");
    await page.keyboard.type("kfj");
    expect(await page.locator("#search").inputValue()).toBe("kfj");
    await page.keyboard.press("Escape");
    expect(await messages(page)).toHaveLength(3);
  });
});

describe("the look", () => {
  it("is light or dark as the system is, until the reader decides, and stays so", async () => {
    const light = await background((await open(DEMO, { colorScheme: "light" })).page);
    const { page } = await open(DEMO, { colorScheme: "dark" });
    const dark = await background(page);
    expect(dark).not.toBe(light);
    await page.locator("#theme").click();
    expect(await background(page)).toBe(light);
    await page.reload();
    expect(await background(page)).toBe(light);
  });

  it("fits a small screen without scrolling sideways", async () => {
    const { page } = await open(DEMO, { width: 360 });
    expect(await page.evaluate<number>("document.documentElement.scrollWidth")).toBeLessThanOrEqual(360);
  });
});

describe("what tools and names say", () => {
  const everywhere = sampleResult(
    [
      failedCheck(
        [
          sampleFinding({
            check: HOSTILE,
            message: HOSTILE,
            file: HOSTILE,
            code: HOSTILE,
            suggestion: HOSTILE,
            context: HOSTILE,
            id: HOSTILE,
            blame: { author: HOSTILE, commit: HOSTILE, date: HOSTILE, summary: HOSTILE },
          }),
        ],
        { check: HOSTILE, why: HOSTILE, stdout: HOSTILE, stderr: HOSTILE, command: [HOSTILE] },
      ),
    ],
    {
      reason: HOSTILE,
      runId: HOSTILE,
      warnings: [HOSTILE],
      recovery: [
        sampleAction({
          strategy: HOSTILE,
          check: HOSTILE,
          outcome: "failed",
          why: HOSTILE,
          command: [HOSTILE],
          filesTouched: [HOSTILE],
          ended: HOSTILE,
          output: HOSTILE,
        }),
      ],
      fixedFindings: [{ id: HOSTILE, check: HOSTILE, severity: "error", message: HOSTILE, file: HOSTILE }],
      trigger: {
        triggered: true,
        confidence: 1,
        reasons: [{ type: "schema-change", description: HOSTILE, severity: "mandatory" }],
      },
      scope: {
        directlyChanged: [],
        impactedByDependency: [],
        requiresVerification: [],
        cachedCount: 0,
        scopeRationale: [
          {
            file: HOSTILE,
            check: HOSTILE,
            reason: "directly-changed",
            detail: HOSTILE,
            dependencyChain: [HOSTILE, HOSTILE],
          },
        ],
      },
      changes: {
        changedFiles: [
          {
            path: HOSTILE,
            changeType: "content",
            categories: ["content"],
            details: [],
            previousHash: null,
            currentHash: null,
          },
        ],
        addedFiles: [HOSTILE],
        deletedFiles: [HOSTILE],
        renamedFiles: [
          { previousPath: HOSTILE, currentPath: HOSTILE, similarity: 0.9, moveType: "rename-in-place" },
        ],
        unchangedCount: 0,
        detectionMethod: "git",
        baselineProblem: HOSTILE,
      },
    },
  );

  it("is text and nothing else, wherever it stands", async () => {
    const { page, complaints } = await open(everywhere);
    await page.getByRole("button", { name: "by check" }).click();
    expect(await page.evaluate("globalThis.hacked")).toBeUndefined();
    expect(await page.locator("script").count()).toBe(1);
    expect(await page.locator("img, iframe, object, link, [onerror]").count()).toBe(0);
    expect(await page.locator(`${visible} .message`).innerText()).toContain("</script><script>");
    expect(renderHtml(everywhere)).not.toMatch(/[\u0000\u001B\u202E]/);
    expect(complaints).toEqual([]);
  });

  it("would not run even if it were markup", async () => {
    const { page, complaints } = await open(DEMO);
    await page.evaluate(
      `{ const script = document.createElement("script"); script.textContent = "globalThis.hacked = 1"; document.body.append(script);
         const image = document.createElement("img"); image.setAttribute("onerror", "globalThis.hacked = 1"); image.src = "x:"; document.body.append(image); }`,
    );
    await expect.poll(() => complaints.length).toBeGreaterThanOrEqual(2);
    expect(complaints.join("\n")).toContain("Content Security Policy");
    expect(await page.evaluate("globalThis.hacked")).toBeUndefined();
  });
});

// Makes the pictures of the dashboard in docs/pictures from the real command: `npm run build && node docs/pictures/make-ui.mjs`.
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { chromium } from "playwright-core";

const PACKAGE = join(import.meta.dirname, "../..");
const COMMAND = join(PACKAGE, "bin/verification");
const out = process.argv[2] ?? import.meta.dirname;
const place = realpathSync(mkdtempSync(join(tmpdir(), "verification-picture-")));
const shop = join(place, "shop");
const env = { PATH: process.env.PATH, HOME: join(place, "home"), GIT_CONFIG_NOSYSTEM: "1", TZ: "UTC" };

const check = (name, script, more = "") =>
  `  - name: ${name}\n    command: sh\n    args: ["-c", ${JSON.stringify(script)}]\n${more}`;
const slowly = (seconds, end) => `sleep ${seconds}; ${end}`;
const FILES = {
  "package.json": `${JSON.stringify({ name: "shop", type: "module" })}\n`,
  ".gitignore": ".verification-cache\n",
  ".verification.yml": `execution: { trace: off }
checks:
  - name: syntax
    uses: builtin:syntax
  - name: imports
    uses: builtin:imports
${check("lint", slowly(0.4, "grep -rn 'FIXME' src | sed 's/:\\([0-9]*\\):/:\\1:1: warning: /; s/$/ [no-fixme]/' ; true"), "    parse: gcc\n")}
${check("types", slowly(0.9, "grep -rn 'as any' src | sed 's/:\\([0-9]*\\):.*/:\\1:7: error: Unexpected any. [no-any]/'; ! grep -rq 'as any' src"), "    parse: gcc\n")}
${check("unit", slowly(0.6, "echo 'cart adds up ... ok'; echo 'price rounds ... ok'"), "    dependsOn: [types]\n    continueOnWarning: true\n").replace("    continueOnWarning: true\n", "")}
${check("browser", "test -e ~/.flaky && { rm ~/.flaky; echo 'the page did not load'; exit 1; } || { touch ~/.flaky; sleep 0.7; }", "")}
`,
  "src/price.ts":
    "export const total = (prices: readonly number[]): number =>\n  prices.reduce((a, b) => a + b, 0);\n",
  "src/cart.ts":
    'import { total } from "./price.ts";\nexport const cart = (...prices: number[]): number => total(prices);\n',
  "src/order.ts":
    'import { cart } from "./cart.ts";\nexport const order = (count: number): number => cart(count, 1);\n// FIXME: shipping is not counted\n',
  "src/page.ts":
    'import { order } from "./order.ts";\nimport { greet } from "./greet.ts";\nexport const page = (): string => greet(String(order(2)));\n',
  "src/greet.ts":
    "export const greet = (name: string): string => `Hello, ${name}!`;\n// FIXME: other languages\n",
  "test/cart.test.ts": 'import { cart } from "../src/cart.ts";\nexport const result = cart(1, 2);\n',
  "test/page.test.ts": 'import { page } from "../src/page.ts";\nexport const result = page();\n',
};

function write(files) {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(shop, file)), { recursive: true });
    writeFileSync(join(shop, file), text);
  }
}
const git = (...args) =>
  execFileSync("git", ["-c", "user.name=Ada", "-c", "user.email=ada@example.org", ...args], {
    cwd: shop,
    env,
    stdio: "ignore",
  });
const run = (...args) =>
  spawnSync(process.execPath, [COMMAND, ...args], { cwd: shop, env, encoding: "utf8" });

mkdirSync(env.HOME, { recursive: true });
mkdirSync(join(place, "bin"));
symlinkSync(COMMAND, join(place, "bin/verification"));
env.PATH = `${join(place, "bin")}:${env.PATH}`;
write(FILES);
git("init", "--quiet", "--initial-branch=main");
git("add", "--all");
git("commit", "--quiet", "--message", "A shop");
run();
for (let round = 0; round < 7; round++) {
  write({ "src/price.ts": FILES["src/price.ts"].replace("0)", `0) + ${round} * 0`) });
  run(...(round % 3 === 2 ? ["--force", "--check", "browser"] : []));
}
run("flow", "add", "Export orders as CSV");
run("flow", "add", "Round prices half to even");
run("flow", "add", "Greet in other languages");
write({ "src/cart.ts": FILES["src/cart.ts"].replace("total(prices)", "total(prices as any)") });
run();
write({ "src/price.ts": FILES["src/price.ts"].replace("0)", "0) + 1") });

const ui = spawn(process.execPath, [COMMAND, "ui", "--no-open", "--allow-run"], {
  cwd: shop,
  env,
  stdio: ["ignore", "pipe", "inherit"],
});
const address = await new Promise((resolve) => createInterface({ input: ui.stdout }).once("line", resolve));
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox"],
});

async function picture(
  name,
  hash,
  { width = 1180, height = 820, colorScheme = "light", before, fullPage = false } = {},
) {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme, timezoneId: "UTC" });
  const page = await context.newPage();
  page.on("console", (message) => process.stderr.write(`${name}: ${message.text()}\n`));
  page.on("pageerror", (error) => process.stderr.write(`${name}: ${error}\n`));
  await page.goto(address);
  await page.locator(".pill").waitFor();
  await page.evaluate((to) => {
    location.hash = to;
  }, hash);
  await page.locator("main p.waiting").waitFor({ state: "detached" });
  await before?.(page);
  await page.screenshot({ path: join(out, `ui-${name}.png`), fullPage });
  await context.close();
}

try {
  await picture("now", "#/now");
  await picture("findings", "#/findings", {
    before: async (page) => {
      await page.locator(".finding-row").first().click();
      await page.locator(".detail").waitFor();
    },
  });
  await picture("why", "#/why/src%2Fcart.ts", { before: (page) => page.locator(".graph").waitFor() });
  await picture("history", "#/history", { before: (page) => page.locator(".run-row").first().waitFor() });
  if (process.argv[2] !== undefined) {
    await picture("phone", "#/now", { width: 390, height: 800 });
    await picture("dark", "#/now", { colorScheme: "dark" });
    await picture("flow", "#/flow");
    await picture("flaky", "#/flaky");
    await picture("checks", "#/checks");
    await picture("trends", "#/trends");
    await picture("phone-findings", "#/findings", { width: 390, height: 800 });
    await picture("phone-why", "#/why/src%2Fcart.ts", {
      width: 390,
      height: 800,
      before: (page) => page.locator(".graph").waitFor(),
    });
    await picture("phone-history", "#/history", {
      width: 390,
      height: 800,
      before: (page) => page.locator(".run-row").first().waitFor(),
    });
    await picture("live", "#/now", {
      before: async (page) => {
        await page.getByRole("button", { name: "Verify all" }).click();
        await page.locator("#output article").first().waitFor();
      },
    });
  }
} finally {
  await browser.close();
  ui.kill("SIGINT");
  rmSync(place, { recursive: true, force: true });
}

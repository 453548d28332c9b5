// Makes docs/pictures/session.svg from the real command: `npm run build && node docs/pictures/make.mjs`.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { drawTerminal } from "./draw-terminal.mjs";

const PACKAGE = join(import.meta.dirname, "../..");
const place = realpathSync(mkdtempSync(join(tmpdir(), "verification-picture-")));
const shop = join(place, "shop");
const bin = join(place, "bin");

const PRICE =
  "export const total = (prices: readonly number[]): number =>\n  prices.reduce((a, b) => a + b, 0);\n";
const FILES = {
  ".gitignore": "node_modules\n.verification-cache\n",
  "package.json": `${JSON.stringify({
    name: "shop",
    type: "module",
    scripts: { lint: "oxlint src test", typecheck: "tsc", test: "vitest run" },
    devDependencies: { oxlint: "*", typescript: "*", vitest: "*" },
  })}\n`,
  "tsconfig.json": `${JSON.stringify({
    compilerOptions: { strict: true, noEmit: true, module: "nodenext", allowImportingTsExtensions: true },
    include: ["src", "test"],
  })}\n`,
  "src/price.ts": PRICE,
  "src/greet.ts": "export const greet = (name: string): string => `Hello, ${name}!`;\n",
  "src/cart.ts":
    'import { total } from "./price.ts";\nexport const cart = (...prices: number[]): number => total(prices);\n',
  "test/cart.test.ts":
    'import { expect, it } from "vitest";\nimport { cart } from "../src/cart.ts";\nit("adds up", () => expect(cart(1, 2)).toBe(3));\n',
  "test/greet.test.ts":
    'import { expect, it } from "vitest";\nimport { greet } from "../src/greet.ts";\nit("greets", () => expect(greet("Ada")).toBe("Hello, Ada!"));\n',
  "README.md": "# Shop\n\n[the total](src/price.ts)\n",
};

// No setting of whoever makes the picture is to be seen in it.
const environment = {
  PATH: [bin, process.env.PATH].join(delimiter),
  HOME: join(place, "home"),
  GIT_CONFIG_NOSYSTEM: "1",
  FORCE_COLOR: "1",
};

function write(files) {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(shop, file)), { recursive: true });
    writeFileSync(join(shop, file), text);
  }
}

function git(...args) {
  execFileSync("git", ["-c", "user.name=Ada", "-c", "user.email=ada@example.org", ...args], {
    cwd: shop,
    env: environment,
    stdio: "ignore",
  });
}

/** What the command prints, with the line that starts it. Progress is on standard error, and is not in the picture. */
function run(...args) {
  const { stdout } = spawnSync("verification", args, { cwd: shop, env: environment, encoding: "utf8" });
  return [
    `\u001B[1m$ verification ${args.join(" ")}`.trimEnd() + "\u001B[0m",
    ...stdout.trimEnd().split("\n"),
    "",
  ];
}

const edit = (text) => [`\u001B[2m# ${text}\u001B[0m`];

try {
  for (const directory of [bin, environment.HOME, shop]) mkdirSync(directory);
  symlinkSync(join(PACKAGE, "bin/verification"), join(bin, "verification"));
  write(FILES);
  symlinkSync(join(PACKAGE, "node_modules"), join(shop, "node_modules"));
  git("init", "-b", "main");
  git("add", "--all");
  git("commit", "-m", "A shop");

  const lines = [...edit("a repository with scripts in package.json, and no configuration"), ...run()];
  lines.push(...edit("nothing changed"), ...run());
  write({ "src/price.ts": PRICE.replace("a + b", "a - b") });
  lines.push(...edit("a mistake in src/price.ts"), ...run("--dry-run"), ...run());
  const picture = lines.slice(0, -1);
  writeFileSync(join(import.meta.dirname, "session.svg"), drawTerminal(picture));
  process.stdout.write(`${picture.join("\n")}\n`);
} finally {
  rmSync(place, { recursive: true, force: true });
}

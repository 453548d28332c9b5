import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chromium, type Browser } from "playwright-core";

const PLACES = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/**
 * Starts Chromium. Where there is none it is installed from the system's packages, if this may be done here; otherwise
 * the test fails and says what to install.
 */
export async function startChromium(): Promise<Browser> {
  const executablePath = find() ?? install();
  return chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-dev-shm-usage"] });
}

function find(): string | undefined {
  return [process.env["CHROMIUM"] ?? "", ...PLACES].find((path) => path !== "" && existsSync(path));
}

function install(): string {
  if (process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    const run = (...args: readonly string[]): void =>
      void execFileSync("apt-get", ["-qq", ...args], { env, stdio: "ignore" });
    try {
      run("update");
      run("install", "--yes", "--no-install-recommends", "chromium");
    } catch {
      // What is missing is said below.
    }
  }
  const found = find();
  if (found !== undefined) return found;
  throw new Error(
    "The browser tests need Chromium: install it (Debian: apt-get install chromium), or set CHROMIUM to it.",
  );
}

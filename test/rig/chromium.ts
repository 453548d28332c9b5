import { chromium, type Browser } from "playwright-core";
import { findProgram } from "./program.ts";

export async function startChromium(): Promise<Browser> {
  const executablePath = findProgram({
    places: [
      process.env["CHROMIUM"] ?? "",
      "/usr/bin/chromium",
      "/usr/bin/chromium-browser",
      "/usr/bin/google-chrome",
    ],
    debian: "chromium",
    advice:
      "The browser tests need Chromium: install it (Debian: apt-get install chromium), or set CHROMIUM to it.",
  });
  return chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-dev-shm-usage"] });
}

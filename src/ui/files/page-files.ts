import { createHash } from "node:crypto";
import { STYLE } from "../../report/html/style.ts";
import { loadPageScript } from "./load-page-script.ts";
import { plainJson } from "./plain-json.ts";
import { PAGE_STYLE } from "./page-style.ts";
import type { StaticData } from "../api.ts";

export interface PageFile {
  readonly type: string;
  readonly text: string;
}

const HEAD = `<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>Verification</title>
<link rel="icon" href="data:,">`;

const WITHOUT_SCRIPT = "<noscript>This page needs JavaScript.</noscript>";

/** The only files that the server sends without a token: those of the page itself, by name. */
export function pageFiles(): ReadonlyMap<string, PageFile> {
  const index = `<!doctype html>
<html lang="en">
<head>
${HEAD}
<link rel="stylesheet" href="/page.css">
<script src="/page.js" defer></script>
</head>
<body><div id="app"></div>${WITHOUT_SCRIPT}</body>
</html>
`;
  return new Map([
    ["/", { type: "text/html; charset=utf-8", text: index }],
    ["/page.js", { type: "text/javascript; charset=utf-8", text: loadPageScript() }],
    ["/page.css", { type: "text/css; charset=utf-8", text: STYLE + PAGE_STYLE }],
  ]);
}

/** The browser may do nothing for the page but ask this server. */
export const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** The same page in one file with its data. It needs no server and no network. */
export function renderStaticPage(data: StaticData): string {
  const style = STYLE + PAGE_STYLE;
  const script = loadPageScript();
  const policy = [
    "default-src 'none'",
    `script-src '${digest(script)}'`,
    `style-src '${digest(style)}'`,
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  // Nothing in it ends the element, whatever it quotes.
  const json = plainJson(data).replaceAll("<", "\\u003c").replaceAll("\u2028", "\\u2028");
  return `<!doctype html>
<html lang="en">
<head>
<meta http-equiv="Content-Security-Policy" content="${policy}">
${HEAD}
<style>${style}</style>
</head>
<body><div id="app"></div>${WITHOUT_SCRIPT}
<script type="application/json" id="data">${json}</script>
<script>${script}</script>
</body>
</html>
`;
}

function digest(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}

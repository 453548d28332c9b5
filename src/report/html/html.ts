import { createHash } from "node:crypto";
import { h, type VNode } from "preact";
import { renderToString } from "preact-render-to-string";
import { VERSION } from "../../vocabulary/engine.ts";
import type { VerificationResult } from "../../vocabulary/run/verification-result.ts";
import { describeVerdict } from "../describe-findings.ts";
import { type RerunOptions, TYPED } from "../run/replayed.ts";
import { failuresSection, timingSection } from "./checks.ts";
import { el } from "./elements.ts";
import { findingsSection } from "./findings.ts";
import { recoverySection } from "./recovery.ts";
import { changesSection, checksSection } from "./scope.ts";
import { PAGE_SCRIPT } from "./script.ts";
import { STYLE } from "./style.ts";
import { verdict } from "./verdict.ts";

/** One file without dependencies: no network, and no script or style but its own. */
export function renderHtml(result: VerificationResult, options: RerunOptions = TYPED): string {
  const policy = [
    "default-src 'none'",
    `script-src '${digest(PAGE_SCRIPT)}'`,
    `style-src '${digest(STYLE)}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  const page = el(
    "html",
    { lang: "en" },
    el(
      "head",
      null,
      el("meta", { charset: "utf-8" }),
      el("meta", { "http-equiv": "Content-Security-Policy", content: policy }),
      el("meta", { name: "viewport", content: "width=device-width, initial-scale=1" }),
      el("meta", { name: "referrer", content: "no-referrer" }),
      el("title", null, `Verification: ${describeVerdict(result)}`),
      ours("style", STYLE),
    ),
    renderBody(result, options),
  );
  return `<!doctype html>\n${renderToString(page)}\n`;
}

function renderBody(result: VerificationResult, options: RerunOptions): VNode {
  const failures = failuresSection(result, options);
  const recovery = recoverySection(result);
  const timing = timingSection(result);
  const link = (id: string, text: string): VNode => el("a", { href: `#${id}` }, text);
  return el(
    "body",
    null,
    el(
      "div",
      { class: "nav" },
      el(
        "div",
        { class: "bar" },
        el(
          "nav",
          { "aria-label": "Parts of the report" },
          failures === null ? null : link("failures", "Failures"),
          recovery === null ? null : link("recovery", "Recovery"),
          link("findings", "Findings"),
          timing === null ? null : link("timing", "Timing"),
          link("checks", "Checks"),
          link("changes", "Changes"),
        ),
        el("button", { type: "button", id: "theme", hidden: true, title: "Light or dark (t)" }, "Theme"),
      ),
    ),
    el(
      "main",
      null,
      ...verdict(result),
      failures,
      recovery,
      findingsSection(result),
      timing,
      checksSection(result),
      changesSection(result),
      el("footer", null, el("span", null, `incremental-verification ${VERSION}`), keys()),
    ),
    ours("script", PAGE_SCRIPT),
  );
}

function keys(): VNode {
  const meanings = [
    ["/", "search"],
    ["j", "next"],
    ["k", "previous"],
    ["f", "errors only"],
    ["g", "group"],
    ["t", "theme"],
  ] as const;
  return el(
    "span",
    { class: "keys" },
    ...meanings.flatMap(([key, meaning]) => [el("kbd", null, key), ` ${meaning} `]),
  );
}

/** The only texts that go into the page without escaping. */
function ours(name: "script" | "style", text: typeof PAGE_SCRIPT | typeof STYLE): VNode {
  return h(name, { dangerouslySetInnerHTML: { __html: text } }) as VNode;
}

function digest(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}

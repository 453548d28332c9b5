import type { Format } from "../vocabulary/run/report.ts";
import type { VerificationResult } from "../vocabulary/run/verification-result.ts";
import type { SafeText } from "./print/safe-text.ts";
import type { Render, RenderOptions } from "./render-options.ts";

/** Every format, loaded on demand. */
const RENDERERS: Readonly<Record<Format, () => Promise<Render>>> = {
  text: async () => (await import("./run/text.ts")).renderText,
  json: async () => (await import("./machine/json.ts")).renderJson,
  html: async () => (await import("./html/html.ts")).renderHtml,
  sarif: async () => (await import("./machine/sarif.ts")).renderSarif,
  junit: async () => (await import("./machine/junit.ts")).renderJunit,
  github: async () => (await import("./machine/github.ts")).renderGithub,
  markdown: async () => (await import("./machine/markdown.ts")).renderMarkdown,
  agent: async () => (await import("./agent/agent.ts")).renderAgent,
};

export type RenderReport = (
  format: Format,
  result: VerificationResult,
  options: RenderOptions,
) => Promise<string | SafeText>;

/** Renders a result in one of the formats. */
export const renderReport: RenderReport = async (format, result, options) =>
  (await RENDERERS[format]())(result, options);

import type { Format } from "../vocabulary/report.ts";
import type { VerificationResult } from "../vocabulary/verification-result.ts";
import type { Render, RenderOptions } from "./render-options.ts";
import type { SafeText } from "./safe-text.ts";

/** Every format, loaded when it is asked for. */
const RENDERERS: Readonly<Record<Format, () => Promise<Render>>> = {
  text: async () => (await import("./text.ts")).renderText,
  json: async () => (await import("./json.ts")).renderJson,
  html: async () => (await import("./html/html.ts")).renderHtml,
  sarif: async () => (await import("./sarif.ts")).renderSarif,
  junit: async () => (await import("./junit.ts")).renderJunit,
  github: async () => (await import("./github.ts")).renderGithub,
  markdown: async () => (await import("./markdown.ts")).renderMarkdown,
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

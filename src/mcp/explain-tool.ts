import { z } from "zod";
import { explain } from "../inspect/explain.ts";
import { plainLine } from "../report/print/plain.ts";
import { LEGEND, quote, type McpTool } from "./tool.ts";

const input = z.object({ subject: z.string().describe("A file or the name of a check") });
const output = z.object({
  units: z.array(
    z.object({ check: z.string(), target: z.string(), decision: z.string(), detail: z.string() }),
  ),
  more: z.number(),
});

const MOST = 30;

/** Why something would run, or why it is cached. */
export const explainTool: McpTool<typeof input, typeof output> = {
  name: "explain",
  description: "Why a check would run on a file, or why its result is cached. Runs nothing.",
  input,
  output,
  isReadOnly: true,
  run: async ({ subject }, { cwd, env }) => {
    const explained = await explain(subject, { cwd, env });
    if (!explained.ok) return explained;
    const { units } = explained.value;
    const shown = units.slice(0, MOST).map(({ check, target, decision, detail }) => ({
      check: plainLine(check, 100),
      target: plainLine(target, 200),
      decision: decision === "stand" ? "cached" : decision,
      detail: plainLine(detail, 300),
    }));
    const lines = shown.map(({ check, target, decision, detail }) =>
      quote(
        `${check} ${target === "" ? "(whole project)" : target}: ${decision === "run" ? "would run, " : ""}${detail}`,
      ),
    );
    const more = units.length - shown.length;
    const text = [LEGEND, ...lines, ...(more > 0 ? [`${more} more.`] : [])].join("\n");
    return { text: units.length === 0 ? "No check depends on it." : text, value: { units: shown, more } };
  },
};

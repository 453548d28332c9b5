import { z } from "zod";
import { status } from "../inspect/status.ts";
import { plural } from "../report/format.ts";
import { plainLine } from "../report/print/plain.ts";
import { LEGEND, quote, type McpTool } from "./tool.ts";

const input = z.object({});
const output = z.object({
  verified: z.boolean(),
  commit: z.string().nullable(),
  changed: z.array(z.string()),
  moreChanged: z.number(),
  checks: z.array(
    z.object({ check: z.string(), decision: z.string(), toRun: z.number(), detail: z.string() }),
  ),
});

const MOST_FILES = 50;

/** What has changed and what would run. */
export const statusTool: McpTool<typeof input, typeof output> = {
  name: "status",
  description: "What has changed since it was last verified, and which checks would run. Runs nothing.",
  input,
  output,
  isReadOnly: true,
  run: async (_, { cwd, env }) => {
    const found = await status({ cwd, env });
    if (!found.ok) return found;
    const { changes, checks, commit } = found.value;
    const files = [
      ...changes.changedFiles.map(({ path }) => path),
      ...changes.addedFiles,
      ...changes.deletedFiles,
      ...changes.renamedFiles.map(({ currentPath }) => currentPath),
    ];
    const isOpen = ({ decision, unitsStandingFailed }: (typeof checks)[number]): boolean =>
      decision === "run" || decision === "blocked" || unitsStandingFailed > 0;
    const open = checks.filter(isOpen);
    const changed = files.slice(0, MOST_FILES).map((file) => plainLine(file, 200));
    return {
      text: [
        `${open.length === 0 ? "Verified" : "Not verified"}: ${checks.length - open.length} of ${checks.length} checks need not run; ${plural(files.length, "file")} changed.`,
        ...(open.length === 0 ? [] : [LEGEND]),
        ...open.slice(0, 20).map(({ check, detail }) => quote(`${check}: ${detail}`)),
      ].join("\n"),
      value: {
        verified: open.length === 0,
        commit,
        changed,
        moreChanged: files.length - changed.length,
        checks: checks.map(({ check, decision, unitsToRun, unitsStandingFailed, detail }) => ({
          check: plainLine(check, 100),
          decision: decision === "stand" ? (unitsStandingFailed > 0 ? "cached-failed" : "cached") : decision,
          toRun: unitsToRun,
          detail: plainLine(detail, 200),
        })),
      },
    };
  },
};

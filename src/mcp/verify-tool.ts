import { z } from "zod";
import { renderAgent } from "../report/agent/agent.ts";
import { chooseWord } from "../report/agent/verdict-line.ts";
import { plainLine } from "../report/print/plain.ts";
import { verify } from "../verify.ts";
import type { VerificationEvent } from "../vocabulary/run/event.ts";
import { DEFAULT_TOKENS } from "../vocabulary/run/report.ts";
import type { Call, McpTool } from "./tool.ts";

// With an unknown name, everything would be verified silently.
const input = z.strictObject({
  paths: z.array(z.string()).optional().describe("Only files at or below these paths"),
  checks: z.array(z.string()).optional().describe("Only these checks, and the checks they depend on"),
  incremental: z.boolean().optional().describe("false: run everything, ignoring cached results"),
});

const output = z.object({
  verdict: z.string(),
  runId: z.string(),
  checks: z.array(
    z.object({ check: z.string(), status: z.string(), cached: z.boolean(), why: z.string().optional() }),
  ),
  findings: z.number(),
  newFindings: z.number(),
});

/** Verifies, reports its progress, and ends everything that it started if it is cancelled. */
export const verifyTool: McpTool<typeof input, typeof output> = {
  name: "verify",
  description:
    "Run the checks that a change can affect; the rest is cached. Call it before you say that something works.",
  input,
  output,
  isReadOnly: false,
  run: async ({ paths = [], checks = [], incremental = true }, session, call) => {
    const { cwd, env, program } = session;
    const signal = AbortSignal.any([session.signal, call.signal]);
    const mode = incremental ? "auto" : "full";
    const onEvent = tellProgress(call);
    // The request is stored with it, so that the next run, even that of a hook, need not assess everything.
    const request = incremental ? { request: { by: "mcp", paths, checks } } : {};
    const verified = await verify({ cwd, env, paths, checks, mode, signal, onEvent, ...request });
    if (!verified.ok) return verified;
    const result = verified.value;
    session.last = result;
    const options = { again: [], program, maxTokens: DEFAULT_TOKENS, isAtRoot: true };
    return {
      text: renderAgent(result, options),
      value: {
        verdict: chooseWord(result),
        runId: result.runId,
        checks: result.results.map(({ check, status, cached, why }) => ({
          check: plainLine(check, 100),
          status,
          cached,
          ...(why === undefined ? {} : { why: plainLine(why, 200) }),
        })),
        findings: result.findings.length,
        newFindings: result.findings.filter(({ state }) => state === "new").length,
      },
    };
  },
};

/** Tells a client that wants it after each check how many are done. */
function tellProgress({ _meta, notify }: Call): (event: VerificationEvent) => void {
  const progressToken = _meta?.progressToken;
  let progress = 0;
  let total = 0;
  return (event) => {
    if (event.type === "run-started") total = event.checks.length;
    if (progressToken === undefined || event.type !== "check-finished") return;
    progress += 1;
    const { check, status, cached } = event.result;
    const message = `${plainLine(check, 60)}: ${status}${cached ? " (cached)" : ""}`;
    const params = { progressToken, progress, total: Math.max(total, progress), message };
    // The client may no longer listen.
    notify({ method: "notifications/progress", params }).catch(() => {});
  };
}

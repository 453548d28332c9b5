import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { createServer } from "../../mcp/server.ts";
import { safe } from "../../report/print/safe-text.ts";
import { EXIT } from "../exit-status.ts";
import { onSignals } from "../on-signals.ts";
import type { Terminal } from "../terminal.ts";

/** Serves tools on standard input and output until that is closed, and ends everything it started. */
export async function mcpCommand(terminal: Terminal): Promise<number> {
  const { cwd, env, program, input, gone } = terminal;
  const end = new AbortController();
  const running = new Set<Promise<unknown>>();
  const session = { cwd, env, program, signal: end.signal, last: null };
  const closed = new Promise<void>((resolve) => {
    input.once("end", resolve).once("close", resolve);
    gone.addEventListener("abort", () => resolve());
    end.signal.addEventListener("abort", () => resolve());
  });
  const ignoreSignals = onSignals(() => end.abort());
  const handle = serveStdio(() => createServer(session, running), {
    onerror: ({ message }) => terminal.err.write(safe`verification mcp: ${message}\n`),
  });
  try {
    await closed;
    const wasStopped = end.signal.aborted;
    end.abort();
    await Promise.allSettled(running);
    await handle.close();
    return wasStopped ? EXIT.interrupted : EXIT.ok;
  } finally {
    ignoreSignals();
  }
}

import type { Program } from "../report/as-typed.ts";
import { createPaint, type Paint } from "../report/print/paint.ts";
import { safe, type SafeText } from "../report/print/safe-text.ts";
import { isCi } from "../system/process/is-ci.ts";
import { EXIT } from "./exit-status.ts";
import { findProgram } from "./find-program.ts";

/** The streams of this process. The only place that writes to them, and it accepts only safe text. */
export interface Terminal {
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  /** How the user types this command: hints use it. */
  readonly program: Program;
  /** The result goes here. */
  out(text: SafeText): void;
  /** Whether anything of the result was written. */
  readonly hasAnswered: boolean;
  /** Progress and messages go here. */
  readonly err: { write(text: SafeText): void; readonly columns: number | undefined };
  readonly paintOut: Paint;
  readonly paintErr: Paint;
  /** What a person types. */
  readonly input: NodeJS.ReadStream;
  /** Whether a person sees the output and can press keys. */
  readonly isInteractive: boolean;
  /** Aborted when nobody reads the output any more. */
  readonly gone: AbortSignal;
  /** Whether standard output is a terminal. */
  readonly hasScreen: boolean;
  /** Standard input, up to its end or the end of a JSON object, read once; null if it is longer than `limit` bytes. */
  readAll(limit: number): Promise<string | null>;
  /** Whether progress may be redrawn in place. */
  readonly isLive: boolean;
  /** Whether a person is there to be asked. */
  readonly canAsk: boolean;
  /** A person's answer in one line; null if there is none. Ctrl-C calls `onInterrupt`. */
  readLine(prompt: SafeText, onInterrupt: () => void): Promise<string | null>;
}

export function createTerminal(): Terminal {
  const { env, stdout, stderr } = process;
  const gone = new AbortController();
  let hasAnswered = false;
  let program: Program | undefined;
  let input: Promise<string | null> | undefined;
  const write = (stream: NodeJS.WriteStream, text: SafeText): void => void stream.write(String(text));
  const canRedraw = env["TERM"] !== "dumb" && !isCi(env);
  stdout.on("error", ({ code }: NodeJS.ErrnoException) => {
    // The reader may stop reading (`| head`); that is not an error.
    if (code === "EPIPE") return gone.abort();
    write(stderr, safe`error: The result cannot be written (${code ?? ""}).\n`);
    process.exit(EXIT.usage);
  });
  stderr.on("error", ({ code }: NodeJS.ErrnoException) => {
    if (code === "EPIPE") gone.abort();
  });
  return {
    env,
    cwd: process.cwd(),
    get program() {
      return (program ??= findProgram({ cwd: process.cwd(), env }));
    },
    out: (text) => {
      hasAnswered = true;
      write(stdout, text);
    },
    get hasAnswered() {
      return hasAnswered;
    },
    err: {
      write: (text) => write(stderr, text),
      get columns() {
        return stderr.columns;
      },
    },
    paintOut: createPaint(stdout, env),
    paintErr: createPaint(stderr, env),
    // Opened on demand: most runs read nothing.
    get input() {
      return process.stdin;
    },
    get isInteractive() {
      return stdout.isTTY === true && canRedraw && process.stdin.isTTY === true;
    },
    gone: gone.signal,
    hasScreen: stdout.isTTY === true,
    readAll: (limit) => (input ??= readStream(process.stdin, limit)),
    isLive: stderr.isTTY === true && canRedraw,
    get canAsk() {
      return stderr.isTTY === true && !isCi(env) && process.stdin.isTTY === true;
    },
    readLine: async (prompt, onInterrupt) => {
      // Loaded only if somebody is asked.
      const { createInterface } = await import("node:readline");
      return new Promise((resolve) => {
        const reader = createInterface({ input: process.stdin, output: stderr, terminal: true });
        let answer: string | null = null;
        reader.once("SIGINT", () => {
          reader.close();
          onInterrupt();
        });
        reader.once("close", () => resolve(answer));
        reader.question(String(prompt), (line) => {
          answer = line;
          reader.close();
        });
      });
    },
  };
}

async function readStream(stream: NodeJS.ReadStream, limit: number): Promise<string | null> {
  // A person at a terminal sends no input.
  if (stream.isTTY === true) return "";
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of stream) {
    length += (chunk as Buffer).length;
    if (length > limit) return null;
    chunks.push(chunk as Buffer);
    // Not every caller closes its end.
    if (isWhole(Buffer.concat(chunks).toString("utf8"))) break;
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** Whether it is a complete JSON object. */
function isWhole(text: string): boolean {
  if (!/\}\s*$/.test(text.slice(-100))) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

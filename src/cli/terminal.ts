import { createPaint, type Paint } from "../report/paint.ts";

/** The streams of this process and how they want to be written to. The one place that touches them. */
export interface Terminal {
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  /** The result goes here. */
  out(text: string): void;
  /** Progress and messages go here. */
  readonly err: NodeJS.WriteStream;
  readonly paintOut: Paint;
  readonly paintErr: Paint;
  /** Whether progress may be redrawn in place. */
  readonly isLive: boolean;
  /** What a person types. */
  readonly input: NodeJS.ReadStream;
  /** Whether a person is there to be asked. */
  readonly canAsk: boolean;
}

export function createTerminal(): Terminal {
  const { env, stdin, stdout, stderr } = process;
  const isUnattended = (env["CI"] ?? "") !== "";
  // Whoever reads us may stop reading (`| head`); that is no error of ours.
  const ignorePipe = (error: NodeJS.ErrnoException): void => {
    if (error.code !== "EPIPE") throw error;
  };
  stdout.on("error", ignorePipe);
  stderr.on("error", ignorePipe);
  return {
    env,
    cwd: process.cwd(),
    out: (text) => void stdout.write(text),
    err: stderr,
    paintOut: createPaint(stdout, env),
    paintErr: createPaint(stderr, env),
    isLive: stderr.isTTY === true && env["TERM"] !== "dumb" && !isUnattended,
    input: stdin,
    canAsk: stdin.isTTY === true && stderr.isTTY === true && !isUnattended,
  };
}

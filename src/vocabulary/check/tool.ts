/** The program that reads the file names of a command. */
export interface Tool {
  /** With the option that decides how it reads them. */
  readonly name: string;
  /** The program on the way to it that passes its arguments to a shell; null if there is none. */
  readonly via: string | null;
}

/** A command that gets files. */
export interface FileTaker {
  readonly tool: Tool;
  readonly args: readonly string[];
  /** Relative to the repository root. */
  readonly cwd: string;
}

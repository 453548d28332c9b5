/** What reads the names of files that a command is given. */
export interface Tool {
  /** With the option that decides how it reads them. */
  readonly name: string;
  /** The program on the way to it that hands its arguments to a shell; null where there is none. */
  readonly via: string | null;
}

/** A command that is given files. */
export interface FileTaker {
  readonly tool: Tool;
  readonly args: readonly string[];
  /** Relative to the repository root. */
  readonly cwd: string;
}

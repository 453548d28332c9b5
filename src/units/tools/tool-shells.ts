const SHELLS = new Set(["sh", "bash", "zsh", "dash", "ash", "ksh", "mksh", "fish"]);
const VALUED = /^(?:[-+][A-Za-z]*[oO]|--rcfile|--init-file)$/;

/** What a shell is asked to run: a text or a script file, and its arguments. */
export interface ShellCall {
  readonly text: string | null;
  readonly script: string | null;
  readonly args: readonly string[];
}

export function isShell(name: string): boolean {
  return SHELLS.has(name);
}

/** Reads the arguments of a shell: after `-c` in any spelling, and after all other options, comes a text. */
export function readShellCall(args: readonly string[]): ShellCall {
  let hasText = false;
  let at = 0;
  for (; at < args.length; at++) {
    const arg = args[at] as string;
    if (arg === "--" || arg === "-") {
      at++;
      break;
    }
    if (arg === "<") continue;
    if (!/^[-+]/.test(arg)) break;
    if (/^-[A-Za-z]*c/.test(arg) || arg === "--command") hasText = true;
    if (VALUED.test(arg)) at++;
  }
  const [first = null, ...rest] = args.slice(at);
  return hasText ? { text: first, script: null, args: rest } : { text: null, script: first, args: rest };
}
